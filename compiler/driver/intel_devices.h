//===- intel_devices.h - DPC++'s name for several Intel GPUs --------------===//
//
// In:  -fsycl-targets= with spir64_gen, and the devices that
//      -Xsycl-target-backend[=spir64_gen] "-device X,Y" names.
// Out: the targets of those devices in its place.
// Why: build scripts that are written for DPC++ name Intel GPUs so. There the
//      option goes to ocloc unread; here each device is a target, so that its
//      aspects are known.
//
// SPEC 001, "New target names".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_INTEL_DEVICES_H
#define FACET_COMPILER_DRIVER_INTEL_DEVICES_H

#include "compiler/driver/options.h"
#include "config/device_config/device_config.h"
#include "llvm/Support/Error.h"

namespace facet {

/// Replaces spir64_gen among the targets, and in the back-end options. A
/// compilation may leave out the devices, as it may with DPC++: its code is for
/// any of them. Error: an unknown device; a link without devices; devices
/// without spir64_gen.
llvm::Error expandIntelDevices(const DeviceConfig &Config,
                               DriverOptions &Options);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_INTEL_DEVICES_H
