//===- whole_sub_groups.h - Kernels for groups of whole sub-groups --------===//
//
// In:  kernels, before they are cut at their barriers.
// Out: the same, with a copy of those that profit by it, in which all sub-groups
//      have the same size; later, a group function that calls either.
//
// The last sub-group of a group may have fewer work-items than the others. So
// the loop of a reduction by shuffles,
//
//     for (d = sub_group.get_local_range()[0] / 2; d > 0; d /= 2)
//       sum += shift_group_left(sub_group, sum, d);
//
// has another number of rounds there, and as work-items meet in it, the kernel
// would be executed by coroutines, a hundred times as slowly. Nearly all groups
// are multiples of the sub-groups' size: for these, it is a constant.
//
// Words that work-items read of others at constant places of a sub-group change
// places as one vector in these groups. That is worth a copy where work-items meet
// in the work-group, too: others execute one sub-group after the other (tiles.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_WHOLE_SUB_GROUPS_H
#define FACET_TARGETS_CPU_PIPELINE_WHOLE_SUB_GROUPS_H

#include "targets/cpu/pipeline/groups/queries.h"

namespace llvm {
class Function;
} // namespace llvm

namespace facet {

/// Says in \p Kernel how large its sub-groups are that have all their work-items,
/// which loops over the steps of an exchange ask for.
void setLargestSubGroups(llvm::Function &Kernel, uint32_t Size);

/// What the name of the copy ends with.
inline constexpr char WholeSubGroupsSuffix[] = ".full";

/// Returns a copy of \p Kernel for groups of whole sub-groups; null if there is
/// nothing in it for them. If all its groups are such, \p Kernel itself gets the
/// size, and a copy is for all of them.
llvm::Function *copyForWholeSubGroups(llvm::Function &Kernel,
                                      const CpuKernelShape &Shape);

/// Makes \p Full, the group function of such a copy, and \p Any parts of a group
/// function that has the name of \p Any.
void chooseWholeSubGroups(llvm::Function &Full, llvm::Function &Any,
                          const CpuKernelShape &Shape);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_WHOLE_SUB_GROUPS_H
