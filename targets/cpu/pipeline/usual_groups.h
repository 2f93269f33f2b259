//===- usual_groups.h - A kernel for groups of the usual size ------------===//
//
// In:  two group functions of a kernel, of which one is for groups of one size.
// Out: one that calls either.
//
// Loops over a group whose size is known need no code for what is left of a
// row, and their addresses are constants. Tiles of 16 x 16 are what most
// programs ask for that have barriers and two dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H
#define FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H

#include <array>
#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// The usual size of groups with rows, x first.
inline constexpr std::array<uint32_t, 3> UsualGroup = {16, 16, 1};

/// Makes a function that calls \p Usual for groups of the usual size and
/// \p Any for others. It takes the name and the linkage of \p Any.
void chooseBySize(llvm::Function &Any, llvm::Function &Usual);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_USUAL_GROUPS_H
