// See image_choice.h.
#include "runtime/program/image_choice.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <set>

namespace facet {
namespace {

struct Candidate {
  const sycl_device_image* image;
  int rank;
  size_t position;
};

// Usable images of one symbol, best first; equal ranks keep their order.
std::vector<Candidate> Ranked(const ImageRegistry& registry,
                              const Device& device, std::string_view symbol) {
  std::vector<Candidate> candidates;
  for (const sycl_device_image* image : registry.ImagesWith(symbol)) {
    if (image->format == SYCL_IMAGE_FORMAT_NONE) continue;
    const int rank = device.ImageRank(*image);
    if (rank >= 0) candidates.push_back({image, rank, candidates.size()});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) {
              return a.rank != b.rank ? a.rank > b.rank
                                      : a.position < b.position;
            });
  return candidates;
}

// An image and all that it imports from, directly or not.
struct Closure {
  std::vector<const sycl_device_image*> images;
  std::string missing;  // a symbol that nobody exports, "" if none
};

Closure CloseOverImports(const ImageRegistry& registry, const Device& device,
                         const sycl_device_image* first) {
  Closure closure{{first}, ""};
  std::set<const sycl_device_image*> seen = {first};
  for (size_t i = 0; i < closure.images.size(); ++i) {
    for (const sycl_property& import :
         PropertiesOf(*closure.images[i], kImportedSymbolsSet)) {
      const sycl_device_image* provider = nullptr;
      bool have = false;
      for (const Candidate& c : Ranked(registry, device, import.name)) {
        if (c.image->format != first->format) continue;
        const auto exports = PropertiesOf(*c.image, kExportedSymbolsSet);
        const bool exported = std::any_of(
            exports.begin(), exports.end(), [&](const sycl_property& e) {
              return std::string_view(e.name) == import.name;
            });
        if (!exported) continue;
        have = true;
        if (seen.insert(c.image).second) provider = c.image;
        break;
      }
      if (provider) closure.images.push_back(provider);
      if (!have && closure.missing.empty()) closure.missing = import.name;
    }
  }
  return closure;
}

std::string Sentence(std::string words) {
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  if (words.back() != '.') words += '.';
  return words;
}

// Reasons of several images, each once, in the order of Check.
void AddReasons(const sycl_device_image& image, const Device& device,
                std::vector<Reason>* reasons, std::string* malformed) {
  std::string error;
  auto requirements = RequirementsOf(image, &error);
  if (!requirements) {
    *malformed = "A device image of target '" + std::string(image.target) +
                 "' has malformed requirements: " + error + ".";
    return;
  }
  for (Reason& reason : Check(*requirements, device.info().features))
    if (std::find(reasons->begin(), reasons->end(), reason) == reasons->end())
      reasons->push_back(std::move(reason));
}

std::string Join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts)
    joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

std::string Explain(const Device& device, std::string_view kernel,
                    const std::vector<std::string>& lines) {
  std::string text = "Kernel '" + ReadableKernelName(kernel) +
                     "' cannot run on device '" + device.info().name + "':";
  for (const std::string& line : lines) text += "\n" + line;
  return text;
}

std::vector<std::string> NoImage(const ImageRegistry& registry,
                                 const Device& device,
                                 std::string_view kernel) {
  const auto images = registry.ImagesWith(kernel);
  if (images.empty())
    return {"The program has no device code for this kernel: was it linked "
            "with '-fsycl'?"};
  std::vector<std::string> lines = {
      "None of the kernel's device images is usable on this device."};
  lines.push_back("The program has images for: " + Join(registry.Targets()) +
                  ".");
  if (!device.info().target_names.empty())
    lines.push_back("This device runs images for: " +
                    Join(device.info().target_names) + ".");
  if (std::string hint = device.ImageHint(); !hint.empty())
    lines.push_back(Sentence(hint));
  return lines;
}

// A kernel's name is often a class declared in the very call that submits the
// kernel; demangled it carries the whole enclosing function, which the user did
// not write. Unnamed kernels (lambdas) have nothing but that.
std::string WithoutEnclosingFunction(const std::string& name) {
  size_t last = 0;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (std::strchr("(<{", name[i])) ++depth;
    if (std::strchr(")>}", name[i])) --depth;
    if (depth == 0 && name.compare(i, 2, "::") == 0) last = i + 2;
  }
  const bool in_function =
      name.find_first_of("({") < last && last < name.size();
  return in_function && name[last] != '{' && name[last] != '\''
             ? name.substr(last)
             : name;
}

}  // namespace

std::string ReadableKernelName(std::string_view symbol) {
  int status = 0;
  const std::string mangled(symbol);
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (status != 0 || !text) return mangled;
  std::string name = text;
  std::free(text);
  if (constexpr std::string_view prefix = "typeinfo name for ";
      name.starts_with(prefix))
    name.erase(0, prefix.size());
  // Inline namespaces are no part of what the user wrote.
  for (std::string_view inner : {"sycl::_V1::", "std::__cxx11::"})
    for (size_t at; (at = name.find(inner)) != name.npos;)
      name.erase(at + inner.find("::") + 2,
                 inner.size() - inner.find("::") - 2);
  for (size_t at; (at = name.find("> >")) != name.npos;) name.erase(at + 1, 1);
  return WithoutEnclosingFunction(name);
}

ImageChoice ChooseImages(const ImageRegistry& registry, const Device& device,
                         std::string_view kernel) {
  ImageChoice choice;
  std::vector<std::string> lines;
  for (const Candidate& c : Ranked(registry, device, kernel)) {
    Closure closure = CloseOverImports(registry, device, c.image);
    std::vector<Reason> reasons;
    std::string malformed;
    for (const sycl_device_image* image : closure.images)
      AddReasons(*image, device, &reasons, &malformed);
    if (reasons.empty() && malformed.empty() && closure.missing.empty()) {
      choice.images = std::move(closure.images);
      return choice;
    }
    if (!lines.empty()) continue;  // the best image's reasons are told
    choice.reasons = reasons;
    for (const Reason& reason : reasons) lines.push_back(reason.Message());
    if (!malformed.empty()) lines.push_back(malformed);
    if (!closure.missing.empty())
      lines.push_back("Kernel needs the device function '" + closure.missing +
                      "', which no image of the program exports.");
  }
  if (lines.empty()) {
    // Filtered or foreign images tell what the kernel needs as well.
    std::string malformed;
    for (const sycl_device_image* image : registry.ImagesWith(kernel))
      AddReasons(*image, device, &choice.reasons, &malformed);
    for (const Reason& reason : choice.reasons)
      lines.push_back(reason.Message());
  }
  if (lines.empty()) lines = NoImage(registry, device, kernel);
  choice.message = Explain(device, kernel, lines);
  return choice;
}

bool HasUsableImage(const ImageRegistry& registry, const Device& device) {
  for (const sycl_device_image* image : registry.AllImages())
    if (image->format != SYCL_IMAGE_FORMAT_NONE &&
        device.ImageRank(*image) >= 0)
      return true;
  return false;
}

}  // namespace facet
