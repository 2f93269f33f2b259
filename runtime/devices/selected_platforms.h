// The devices that ONEAPI_DEVICE_SELECTOR leaves.
//
// In:  SYCL_DEVICE_EMULATION, ONEAPI_DEVICE_SELECTOR, the drivers.
// Out: one list for the runtime, sycl-ls and sycl-explain.
// Why: a driver that the variable excludes is not loaded, for that may be slow,
//      or crash.
#ifndef FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_
#define FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_

#include <string>
#include <vector>

#include "runtime/backends/backend.h"
#include "runtime/devices/device_filter.h"

namespace facet {

// `emulated` and `described` as for EnumeratePlatforms; `ids` are optional. The
// message of a failure says what is wrong with the variable.
Status EnumerateSelected(std::vector<std::string> emulated,
                         const EmulatedDevices& described, PlatformList* list,
                         DeviceIds* ids = nullptr);

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_SELECTED_PLATFORMS_H_
