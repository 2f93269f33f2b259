//===- device_inputs.h - The device code of a link ------------------------===//
//
// In:  what the linker takes for the host (linker_answer.h).
// Out: the device code to link.
// Why: device code of an object or archive member is linked with its host code.
//      A member that the host has no use for is taken besides if it defines a
//      function that device code calls and nothing linked so far defines; as a
//      linker does, archives are searched in their order until nothing is added.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_DEVICE_INPUTS_H
#define FACET_COMPILER_DRIVER_DEVICE_INPUTS_H

#include "compiler/driver/linker_answer.h"
#include "compiler/driver/offload_section.h"

namespace facet {

llvm::Expected<std::vector<DeviceObject>>
findDeviceInputs(const LinkerAnswer &Answer);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DEVICE_INPUTS_H
