// All platforms and devices of the process.
//
// In:  the back ends' enumerators; SYCL_DEVICE_EMULATION or, without it, the
//      emulated devices that the program's registrations name;
//      ONEAPI_DEVICE_SELECTOR, which hides devices.
// Out: one list, made at first use, never destroyed.
#ifndef FACET_RUNTIME_DEVICES_PLATFORMS_H_
#define FACET_RUNTIME_DEVICES_PLATFORMS_H_

#include <memory>
#include <vector>

#include "runtime/backends/backend.h"

namespace facet {

const PlatformList& AllPlatforms();
std::shared_ptr<const Platform> PlatformOf(const Device* device);

}  // namespace facet

#endif  // FACET_RUNTIME_DEVICES_PLATFORMS_H_
