// All platforms and devices of the process.
//
// In:  the table of back ends; SYCL_DEVICE_EMULATION or, without it, the
//      emulated devices that the program's registrations name;
//      ONEAPI_DEVICE_SELECTOR, which hides devices.
// Out: platforms, made when they are asked for, never destroyed.
#ifndef FACET_RUNTIME_DEVICES_PLATFORMS_H_
#define FACET_RUNTIME_DEVICES_PLATFORMS_H_

#include <memory>

#include "runtime/backends/backend.h"
#include "runtime/devices/selected_platforms.h"

namespace facet {

// Returns the platforms by back end, for who may need a few of them only.
// Throws if the process cannot have any: ONEAPI_DEVICE_SELECTOR is malformed,
// or another runtime is in the way.
SelectedPlatforms& ProcessPlatforms();
// Returns all; loads each driver. Throws as ProcessPlatforms.
const PlatformList& AllPlatforms();
std::shared_ptr<const Platform> PlatformOf(const Device* device);

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_PLATFORMS_H_
