// sycl-ls: lists the devices that SYCL programs find on this machine.
//
// In:  drivers, SYCL_DEVICE_EMULATION and ONEAPI_DEVICE_SELECTOR.
// Out: the list, and a warning for each driver that is installed but broken.
//
// Exit status: 0, also when there is no device; 1 for a malformed
// ONEAPI_DEVICE_SELECTOR, or if the list cannot be written; 2 for wrong usage.

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "options/plain_options.h"
#include "reports/report_file.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"
#include "runtime/tools/device_listing.h"

namespace {

#include "options/ls_options.inc"

constexpr char kHelp[] =
    "usage: sycl-ls [options]\n"
    "\n"
    "Lists platforms and devices with their aspects, sub-group sizes and the\n"
    "targets whose images run on them.\n"
    "\n"
    "SYCL_DEVICE_EMULATION=intel_gpu_dg1,... adds emulated devices.\n"
    "ONEAPI_DEVICE_SELECTOR=cuda:*;!*:cpu,... selects devices." OPTION_HELP;

int Misused(std::string_view what) {
  return facet::UsageError("sycl-ls", kHelp, what);
}

}  // namespace

int main(int argc, char** argv) {
  facet::PlainOptions options(kOptions);
  if (const auto status = options.Read("sycl-ls", kHelp, argc, argv))
    return *status;
  if (!options.inputs().empty())
    return Misused("unexpected argument: " + options.inputs()[0]);
  auto style = facet::ListingStyle::kFull;
  std::optional<facet::ReportFormat> format;
  std::string_view given;
  for (const std::string_view name : options.names()) {
    if (!given.empty() && name != given)
      return Misused(std::string(given) + " and " + std::string(name) +
                     ": give one of them");
    given = name;
    style = facet::ListingStyle::kShort;
    format = facet::ReportFormatOf(name);
  }
  std::unique_ptr<facet::SelectedPlatforms> platforms;
  if (const auto status = facet::SelectedPlatforms::Make(
          facet::Backends(facet::EmulatedTargets()), &platforms);
      !status.ok()) {
    std::fprintf(stderr, "sycl-ls: error: %s\n", status.message().c_str());
    return 1;
  }
  const facet::PlatformList list = platforms->All();
  const facet::DeviceIds ids = platforms->Ids();
  const std::string out =
      format ? facet::Write(facet::ReportDevices(list, ids), *format)
             : facet::ListDevices(list, ids, style);
  return facet::Print("sycl-ls", out) ? 0 : 1;
}
