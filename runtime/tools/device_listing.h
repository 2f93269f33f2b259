// Platforms and devices as text or as a report.
//
// In:  what the back ends enumerated.
// Out: the output of sycl-ls.
// Why: apart from the program, so that a test can list devices that no test
//      machine has.

#ifndef FACET_CONFIG_PROGRAM_DEVICE_LISTING_H_
#define FACET_CONFIG_PROGRAM_DEVICE_LISTING_H_

#include <string>

#include "reports/report_file.h"
#include "runtime/backends/backend.h"
#include "runtime/devices/device_filter.h"

namespace facet {

enum class ListingStyle {
  kFull,   // platforms, devices, and all that programs can ask them for
  kShort,  // one line for each device
};

// Ends with a newline. `ids` are of the list before any device was taken away:
// what is printed can be given to ONEAPI_DEVICE_SELECTOR.
std::string ListDevices(const PlatformList& list, const DeviceIds& ids,
                        ListingStyle style);

// Everything, for programs: devices in the same order, and warnings.
report::Report ReportDevices(const PlatformList& list, const DeviceIds& ids);

}  // namespace facet

#endif  // FACET_CONFIG_PROGRAM_DEVICE_LISTING_H_
