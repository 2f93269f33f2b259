//===- large_variables.h - More local memory than is static ---------------===//
//
// In: a module for NVIDIA GPUs, in which work-item functions are inlined and
// local memory has variables. Out: the same, where variables of kernels that
// have more than may be static are at the start of the dynamic memory, and the
// local arena begins behind them.
// Why: a kernel has 48 KiB of static shared memory at most (PTX ISA; ptxas
// refuses more), but as much dynamic memory as the device has, which the
// runtime asks for when it launches the kernel.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_LARGE_VARIABLES_H
#define FACET_POSTLINK_RETARGET_LARGE_VARIABLES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

struct CodeModel;

/// Moves the variables of those of \p Kernels that have more than \p Limit bytes
/// of them. Returns how many bytes of dynamic local memory each kernel needs for
/// variables, without those that need none. Moves nothing if a function that is
/// not inlined uses the local arena: what its callers have before it differs.
std::map<std::string, uint64_t>
moveLargeVariables(llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
                   const CodeModel &Target, uint64_t Limit);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_LARGE_VARIABLES_H
