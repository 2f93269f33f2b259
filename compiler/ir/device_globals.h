//===- device_globals.h - Names for variables of each device --------------===//
//
// What compiler/passes/device_globals.h writes and postlink/retarget reads.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_DEVICE_GLOBALS_H
#define FACET_COMPILER_IR_DEVICE_GLOBALS_H

namespace facet {

/// Of a variable: "external" if other sources may have the same one, "internal"
/// if it is of its source alone. Its name is then unique.
inline constexpr char DeviceGlobalAttribute[] = "sycl-device-global";
/// The address of a variable for code of the device.
inline constexpr char DeviceGlobalBuiltin[] = "__sycl_device_global";

} // namespace facet

#endif // FACET_COMPILER_IR_DEVICE_GLOBALS_H
