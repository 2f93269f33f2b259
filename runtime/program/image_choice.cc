// See image_choice.h.
#include "runtime/program/image_choice.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "config/image/described_target.h"
#include "runtime/program/image_closure.h"
#include "runtime/program/image_needs.h"
#include "runtime/registry/kernel_names.h"

namespace facet {
namespace {

std::string Sentence(std::string words) {
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  if (words.back() != '.') words += '.';
  return words;
}

// What stands against an image, each reason once.
struct Objections {
  std::vector<Reason> reasons;
  std::vector<std::string> errors;

  bool empty() const { return reasons.empty() && errors.empty(); }
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    for (const Reason& reason : reasons) lines.push_back(reason.Message());
    lines.insert(lines.end(), errors.begin(), errors.end());
    return lines;
  }
};

// The device is also the target that the image's author described, if that
// target's images run on it: the device's driver does not know the number.
DeviceFeatures FeaturesFor(const Device& device,
                           const sycl_device_image& image) {
  DeviceFeatures features = device.info().features;
  for (const sycl_property& p : PropertiesOf(image, kDescribedTargetSet))
    if (std::string_view(p.name) == kTargetAspectProperty &&
        TakesTarget(device, image))
      features.target_aspects.push_back(static_cast<Aspect>(p.value));
  return features;
}

void AddNeeds(const sycl_device_image& image,
              std::span<const std::string_view> used, const Device& device,
              const ConditionFacts& facts, Objections* objections) {
  std::string error;
  const auto needs = NeedsOf(image, used, facts, &error);
  if (!needs) {
    objections->errors.push_back("A device image of target '" +
                                 std::string(image.target) +
                                 "' has malformed requirements: " + error +
                                 ".");
    return;
  }
  auto& reasons = objections->reasons;
  for (Reason& reason : Check(*needs, FeaturesFor(device, image)))
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
      reasons.push_back(std::move(reason));
}

// What stands against an image that was filtered out, and against those of the
// functions that it imports.
void AddFiltered(const ImageRegistry& registry, const Device& device,
                 const ConditionFacts& facts, const sycl_device_image& image,
                 std::string_view symbol, Objections* objections) {
  AddNeeds(image, {&symbol, 1}, device, facts, objections);
  const ImageClosure closure =
      CloseOver(registry, device, facts, image, symbol);
  std::vector<ImageClosure::Missing> missing = closure.missing;
  std::vector<const sycl_device_image*> seen = {&image};
  for (size_t i = 0; i < missing.size(); ++i) {
    const std::string_view name = missing[i].symbol;
    for (const sycl_device_image* other : std::vector(missing[i].filtered)) {
      if (std::count(seen.begin(), seen.end(), other)) continue;
      seen.push_back(other);
      AddNeeds(*other, {&name, 1}, device, facts, objections);
      auto more = CloseOver(registry, device, facts, *other, name).missing;
      missing.insert(missing.end(), more.begin(), more.end());
    }
  }
}

std::string WhoseImages(const ImageClosure::Missing& missing) {
  if (!missing.unlinkable.empty())
    return "of which there is an image for '" +
           std::string(missing.unlinkable) + "'; one for '" +
           std::string(missing.caller) + "' cannot call that.";
  if (!missing.bound_to) return "which no image of the program exports.";
  if (missing.bound_to->empty())
    return "which the dynamic linker takes from the executable; that has no "
           "image of it for this device, or was linked without '-rdynamic'.";
  return "which the dynamic linker takes from '" + *missing.bound_to +
         "'; that has no image of it for this device.";
}

// What stands against loading the exporter of a function that only images have
// which were filtered out, or none.
void AddMissing(const ImageRegistry& registry,
                const ImageClosure::Missing& missing, const Device& device,
                const ConditionFacts& facts, Objections* objections) {
  Objections why;
  for (const sycl_device_image* image : missing.filtered)
    AddFiltered(registry, device, facts, *image, missing.symbol, &why);
  if (why.reasons.empty())
    objections->errors.push_back("Kernel needs the device function '" +
                                 ReadableKernelName(missing.symbol) + "', " +
                                 WhoseImages(missing));
  auto& reasons = objections->reasons;
  for (Reason& reason : why.reasons)
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
      reasons.push_back(std::move(reason));
}

// The images that are loaded if this one is, or what stands against it.
Objections Consider(const ImageRegistry& registry, const Device& device,
                    const ConditionFacts& facts,
                    const sycl_device_image& image, std::string_view kernel,
                    ImageChoice* choice) {
  ImageClosure closure = CloseOver(registry, device, facts, image, kernel);
  Objections objections;
  for (const ImageClosure::Member& member : closure.members) {
    AddNeeds(*member.image, member.used, device, facts, &objections);
    std::string error;
    auto constants = ConstantsOf(*member.image, facts, &error);
    if (!constants)
      closure.errors.push_back("A device image of target '" +
                               std::string(member.image->target) +
                               "' has malformed specialization constants: " +
                               error + ".");
    else
      choice->constants.push_back(std::move(*constants));
    choice->images.push_back(member.image);
  }
  for (const ImageClosure::Missing& missing : closure.missing)
    AddMissing(registry, missing, device, facts, &objections);
  objections.errors.insert(objections.errors.end(), closure.errors.begin(),
                           closure.errors.end());
  if (!objections.empty()) *choice = {};
  return objections;
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
  if (images.empty()) {
    if (auto refusals = registry.Refusals(); !refusals.empty()) return refusals;
    return {"The program has no device code for this kernel: was it linked "
            "with '-fsycl'?"};
  }
  std::vector<std::string> lines = {
      "None of the kernel's device images is usable on this device."};
  lines.push_back("The program has images for: " + Join(registry.Targets()) +
                  ".");
  if (!device.info().target_names.empty())
    lines.push_back("This device runs images for: " +
                    Join(device.info().target_names) + ".");
  for (const sycl_device_image* image : images)
    if (std::string problem = device.ImageProblem(*image); !problem.empty())
      lines.push_back(std::move(problem));
  if (std::string hint = device.ImageHint(); !hint.empty())
    lines.push_back(Sentence(hint));
  return lines;
}

}  // namespace

ImageChoice ChooseImages(const ImageRegistry& registry, const Device& device,
                         std::string_view kernel, const ImageRange& home) {
  const ConditionFacts facts = FactsOf(device.info());
  ImageChoice choice;
  Objections told;  // the best image's
  for (const RankedImage& c : RankedImages(registry, device, kernel, home)) {
    Objections objections =
        Consider(registry, device, facts, *c.image, kernel, &choice);
    if (objections.empty()) return choice;
    if (told.empty()) told = std::move(objections);
  }
  if (told.empty()) {
    // Images that were filtered out tell what the kernel needs as well. Images
    // that the device could not load in any case do not: there the kernel may
    // do other things.
    for (const sycl_device_image* image : registry.ImagesWith(kernel))
      if (image->format == SYCL_IMAGE_FORMAT_NONE &&
          TakesTarget(device, *image))
        AddFiltered(registry, device, facts, *image, kernel, &told);
    told.errors.clear();
  }
  std::vector<std::string> lines = told.Lines();
  if (lines.empty()) lines = NoImage(registry, device, kernel);
  choice.reasons = std::move(told.reasons);
  choice.message = Explain(device, kernel, lines);
  return choice;
}

ImageSupply BestSupply(const ImageRegistry& registry, const Device& device) {
  ImageSupply best = ImageSupply::kNothing;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    if (image->format != SYCL_IMAGE_FORMAT_NONE) {
      if (device.ImageRank(*image) >= 0) return ImageSupply::kUsable;
    } else if (best == ImageSupply::kNothing && TakesTarget(device, *image)) {
      best = ImageSupply::kFilteredOut;
    }
  }
  return best;
}

ImageSupply PossibleSupply(const ImageRegistry& registry,
                           std::span<const TargetFamily* const> families) {
  ImageSupply most = ImageSupply::kNothing;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    if (image->format == SYCL_IMAGE_FORMAT_NONE) {
      most = ImageSupply::kFilteredOut;
      continue;
    }
    for (const TargetFamily* family : families)
      for (const ImageFormat& format : family->formats)
        if (format.number == image->format) return ImageSupply::kUsable;
  }
  return most;
}

}  // namespace facet
