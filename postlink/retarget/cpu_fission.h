//===- cpu_fission.h - CPU kernels as loops between barriers --------------===//
//
// In: a kernel and a plan of regions (cpu_regions.h).
// Out: the group function. It goes from region to region once for the whole
// group, deciding the way with a value all work-items share, and runs each
// region as a loop nest over the work-items:
//
//     for (l) a[l] = ...;          // region 0
//     for (l) ... a[n - 1 - l] ... // region 1, behind the barrier
//
// A region that only goes on, such as a loop's end, needs no loop over them.
//
// What a work-item needs of an earlier region is computed again where that
// costs nothing but arithmetic on its ids; the rest lies in arrays with one
// element for each work-item, in the runtime's scratch memory. What is the same
// for all work-items is one variable; a phi has two, since the region that
// writes the next value still reads the last.
//
// Against coroutines (cpu_barriers.h) nothing is suspended, and the loops
// become vector code.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_CPU_FISSION_H
#define FACET_POSTLINK_RETARGET_CPU_FISSION_H

#include "postlink/retarget/cpu_queries.h"
#include "postlink/retarget/cpu_regions.h"

namespace facet {

/// Replaces \p Kernel, which \p Plan is about, by its group function.
/// \p ScratchBytes: what its group algorithms share.
void makeFissionedGroup(llvm::Function &Kernel, CpuRegions Plan,
                        const CpuKernelShape &Shape, uint64_t ScratchBytes);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_CPU_FISSION_H
