//===- turned_kernels.h - Kernels along another dimension than x ----------===//
//
// In:  kernels before they are made functions that execute work-groups.
// Out: the same; those whose work-items ask where they are in one dimension
//      alone, y or z, ask for x. The runtime exchanges the two dimensions in
//      the sizes of their launches (FACET_CPU_TURNED_PREFIX).
// Why: loops over work-items, and all that is made of them, go along x. Ranges
//      like {n, 1, 1}, whose first dimension is z, are what some libraries make
//      of every loop: each work-item was a loop of its own, 10 to 12 times as
//      slow.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_TURNED_KERNELS_H
#define FACET_TARGETS_CPU_PIPELINE_TURNED_KERNELS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Module;
}

namespace facet {

/// Turns those of \p Kernels that \p M defines. Kernels with a required
/// work-group size, and those that see their sub-group or the order of
/// work-items in it, stay as they are. Not for kernels that are checked:
/// reports have the program's dimensions. Linear in the size of the kernels.
void turnKernels(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_TURNED_KERNELS_H
