// sycl-ls: lists the devices that SYCL programs find on this machine.
//
// In:  drivers, SYCL_DEVICE_EMULATION and ONEAPI_DEVICE_SELECTOR.
// Out: the list, and a warning for each driver that is installed but broken.
//
// Exit status: 0, also when there is no device; 1 for a malformed
// ONEAPI_DEVICE_SELECTOR, or if the list cannot be written; 2 for wrong usage.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "config/version/version.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/text/json_writer.h"
#include "runtime/tools/device_listing.h"

namespace {

constexpr char kUsage[] =
    "usage: sycl-ls [--short | --json]\n"
    "\n"
    "Lists platforms and devices with their aspects, sub-group sizes and the\n"
    "targets whose images run on them.\n"
    "\n"
    "  --short  one line for each device\n"
    "  --json   everything, for programs\n"
    "  --help, --version\n"
    "\n"
    "SYCL_DEVICE_EMULATION=intel_gpu_dg1,... adds emulated devices.\n"
    "ONEAPI_DEVICE_SELECTOR=cuda:*;!*:cpu,... selects devices.\n";

}  // namespace

int main(int argc, char** argv) {
  auto style = facet::ListingStyle::kFull;
  const char* given = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json" || argument == "--short") {
      if (given && argument != given) {
        std::fprintf(stderr, "sycl-ls: error: %s and %s: give one of them\n",
                     given, argv[i]);
        return 2;
      }
      given = argv[i];
      style = argument == "--json" ? facet::ListingStyle::kJson
                                   : facet::ListingStyle::kShort;
    } else if (argument == "--help" || argument == "-h") {
      std::fputs(kUsage, stdout);
      return 0;
    } else if (argument == "--version") {
      std::puts("sycl-ls (Facet) " FACET_VERSION);
      return 0;
    } else {
      std::fprintf(stderr, "sycl-ls: error: unknown argument: %s\n%s", argv[i],
                   kUsage);
      return 2;
    }
  }
  facet::PlatformList list;
  facet::DeviceIds ids;
  if (const auto status = facet::EnumerateSelected(facet::EmulatedTargets(), {},
                                                   &list, &ids);
      !status.ok()) {
    std::fprintf(stderr, "sycl-ls: error: %s\n", status.message().c_str());
    return 1;
  }
  return facet::Print("sycl-ls", facet::ListDevices(list, ids, style)) ? 0 : 1;
}
