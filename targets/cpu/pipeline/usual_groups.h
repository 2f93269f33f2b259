//===- usual_groups.h - A kernel for groups of the usual size ------------===//
//
// In:  two group functions of a kernel, of which one is for groups of one size.
// Out: one that calls either.
//
// Loops over a group whose size is known need no code for what is left of a
// row, and their addresses are constants; the steps of a reduction are a few
// vectors each. Of programs that have barriers, most ask for tiles of 16 x 16 or,
// in one dimension, groups of 256.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H
#define FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H

#include <array>
#include <cstdint>
#include <optional>

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace facet {

/// A size of groups, x first.
using GroupSize = std::array<uint32_t, 3>;

/// Returns the size that groups of \p Kernel usually have, whose barriers are
/// \p Calls; nullopt if a version for that size would not pay: without rows, for
/// kernels with steps that end in barriers. \p HasVersionForRows: groups of one
/// dimension have a version (group_rows.h).
std::optional<GroupSize> usualGroupOf(llvm::Function &Kernel,
                                      llvm::ArrayRef<llvm::CallInst *> Calls,
                                      bool HasVersionForRows);

/// Makes a function that calls \p Usual for groups of \p Size and \p Any for
/// others. It takes the name and the linkage of \p Any.
void chooseBySize(llvm::Function &Any, llvm::Function &Usual,
                  const GroupSize &Size);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H
