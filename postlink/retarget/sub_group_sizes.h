//===- sub_group_sizes.h - Sub-group sizes that nobody has asked for ------===//
//
// In:  kernels, and the sizes that the target has.
// Out: those that ask for sub-groups, and require no size, require 32 if the
//      target has it.
// Why: code ported from CUDA takes warps of 32 for granted, and so do images for
//      CPUs (config/image/cpu_sub_groups.h). Others are left to the compiler of
//      the target, which may choose by their registers.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_SUB_GROUP_SIZES_H
#define FACET_POSTLINK_RETARGET_SUB_GROUP_SIZES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <string>

namespace llvm {
class Module;
}

namespace facet {

/// Before the built-in functions of sub-groups are lowered.
void preferWarps(llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
                 llvm::ArrayRef<uint32_t> Sizes);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_SUB_GROUP_SIZES_H
