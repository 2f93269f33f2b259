// sycl-explain: which kernels of a program run where, and why not.
//
// In:  an executable or a shared library; nothing of it is run.
// Out: a table of its kernels and the targets it has images for, those asked
//      for, and the devices of this machine.
//
// Exit status: 0; 1 if the file cannot be read or has no images, or the output
// cannot be written; 2 for wrong usage.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "config/program/program_images.h"
#include "config/version/version.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/registry/registry.h"
#include "runtime/text/json_writer.h"
#include "runtime/tools/explanation.h"

namespace {

constexpr char kUsage[] =
    "usage: sycl-explain [--json | --html] [--targets=T,...] [--no-devices] "
    "BINARY\n"
    "\n"
    "Says which kernels of a program or shared library run where, with which\n"
    "image, or why not. The program is read, not run.\n"
    "\n"
    "  --json         for programs\n"
    "  --html         one page for a browser, on standard output\n"
    "  --targets=...  more targets than the program has images for\n"
    "  --no-devices   leaves the devices of this machine out\n"
    "  --help, --version\n"
    "\n"
    "Devices are those that sycl-ls lists: SYCL_DEVICE_EMULATION and\n"
    "ONEAPI_DEVICE_SELECTOR say which.\n";

int Fail(const std::string& what) {
  std::fprintf(stderr, "sycl-explain: error: %s\n", what.c_str());
  return 1;
}

bool Misused(const std::string& what) {
  Fail(what);
  std::fputs(kUsage, stderr);
  return false;
}

struct Options {
  enum class Style { kText, kJson, kHtml } style = Style::kText;
  std::vector<std::string> targets;
  bool devices = true;
  std::string binary;
};

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--json" || argument == "--html") {
      const auto style = argument == "--json" ? Options::Style::kJson
                                              : Options::Style::kHtml;
      if (options->style != Options::Style::kText && options->style != style)
        return Misused("--json and --html: give one of them");
      options->style = style;
    } else if (argument == "--no-devices") {
      options->devices = false;
    } else if (argument.starts_with("--targets=")) {
      argument.remove_prefix(std::strlen("--targets="));
      while (!argument.empty()) {
        const size_t end = std::min(argument.find(','), argument.size());
        if (end != 0) options->targets.emplace_back(argument.substr(0, end));
        argument.remove_prefix(std::min(end + 1, argument.size()));
      }
    } else if (argument.starts_with("-") || !options->binary.empty()) {
      return Misused("unexpected argument: " + std::string(argument));
    } else {
      options->binary = argument;
    }
  }
  if (!options->binary.empty()) return true;
  return Misused("no file given");
}

// Mapped for the rest of the process: programs may hold gigabytes of images.
bool Map(const std::string& path, std::span<const unsigned char>* bytes,
         std::string* error) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0 || ::fstat(file, &status) != 0) {
    *error = std::strerror(errno);
    return false;
  }
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    *error = "no ELF file";
    return false;
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (data == MAP_FAILED) {
    *error = std::strerror(errno);
    return false;
  }
  *bytes = {static_cast<const unsigned char*>(data), size};
  return true;
}

// What sycl-ls lists. Warnings go to standard error.
bool Devices(const facet::EmulatedDevices& described,
             std::vector<facet::NamedDevice>* devices, std::string* error) {
  facet::PlatformList list;
  facet::DeviceIds ids;
  if (const auto status = facet::EnumerateSelected(
          facet::EmulatedTargets(), described, &list, &ids);
      !status.ok()) {
    *error = status.message();
    return false;
  }
  for (const std::string& warning : list.warnings)
    std::fprintf(stderr, "sycl-explain: warning: %s\n", warning.c_str());
  for (const auto& platform : list.platforms)
    for (const facet::DevicePtr& device : platform->devices)
      devices->push_back({device, ids.at(device.get())});
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--help" ||
        std::string_view(argv[i]) == "-h") {
      std::fputs(kUsage, stdout);
      return 0;
    } else if (std::string_view(argv[i]) == "--version") {
      std::puts("sycl-explain (Facet) " FACET_VERSION);
      return 0;
    }
  Options options;
  if (!Parse(argc, argv, &options)) return 2;
  std::span<const unsigned char> file;
  std::string error;
  if (!Map(options.binary, &file, &error))
    return Fail(options.binary + ": " + error);
  const auto images = facet::ProgramImages::Read(file, &error);
  if (!images) return Fail(options.binary + ": " + error);
  facet::ImageRegistry registry;
  for (const auto& registration : images->registrations())
    registry.Register(&registration);
  std::vector<facet::NamedDevice> devices;
  if (options.devices &&
      !Devices(registry.DescribedDevices(), &devices, &error))
    return Fail(error);
  facet::Explanation explanation =
      facet::Explain(registry, options.targets, devices, &error);
  if (!error.empty()) return Fail(error);
  explanation.program =
      options.binary.substr(options.binary.find_last_of('/') + 1);
  const std::string text = options.style == Options::Style::kJson
                               ? facet::ToJson(explanation)
                           : options.style == Options::Style::kHtml
                               ? facet::ToHtml(explanation)
                               : facet::ToText(explanation);
  return facet::Print("sycl-explain", text) ? 0 : 1;
}
