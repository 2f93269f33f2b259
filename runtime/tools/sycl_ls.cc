// sycl-ls: lists the devices that SYCL programs find on this machine.
//
// In:  drivers, SYCL_DEVICE_EMULATION and ONEAPI_DEVICE_SELECTOR.
// Out: the list, and a warning for each driver that is installed but broken.
//
// Exit status: 0, also when there is no device; 1 for a malformed
// ONEAPI_DEVICE_SELECTOR, or if the list cannot be written; 2 for wrong usage.

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "config/version/version.h"
#include "reports/report_file.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/tools/device_listing.h"

namespace {

constexpr char kUsage[] =
    "usage: sycl-ls [--short | --json | --textproto | --binary]\n"
    "\n"
    "Lists platforms and devices with their aspects, sub-group sizes and the\n"
    "targets whose images run on them.\n"
    "\n"
    "  --short      one line for each device\n"
    "  --json       everything, for programs: a report\n"
    "  --textproto  the same in Protobuf's text format\n"
    "  --binary     the same in Protobuf's binary format\n"
    "  --help, --version\n"
    "\n"
    "SYCL_DEVICE_EMULATION=intel_gpu_dg1,... adds emulated devices.\n"
    "ONEAPI_DEVICE_SELECTOR=cuda:*;!*:cpu,... selects devices.\n";

}  // namespace

int main(int argc, char** argv) {
  auto style = facet::ListingStyle::kFull;
  std::optional<facet::ReportFormat> format;
  const char* given = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto wanted = facet::ReportFormatOf(argument);
    if (wanted || argument == "--short") {
      if (given && argument != given) {
        std::fprintf(stderr, "sycl-ls: error: %s and %s: give one of them\n",
                     given, argv[i]);
        return 2;
      }
      given = argv[i];
      style = facet::ListingStyle::kShort;
      format = wanted;
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
  const std::string out =
      format ? facet::Write(facet::ReportDevices(list, ids), *format)
             : facet::ListDevices(list, ids, style);
  return facet::Print("sycl-ls", out) ? 0 : 1;
}
