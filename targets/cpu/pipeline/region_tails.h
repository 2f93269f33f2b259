//===- region_tails.h - Ends that regions have in common ------------------===//
//
// LLVM makes one block of what several paths end with. In: a block in which the
// paths of two regions (regions.h) meet, though each work-item comes to it or
// goes around it by itself. Out: a block for each of the regions:
//
//     if (c) { A; barrier; if (id == 0) x = 1; else goto end; }
//     else { if (id == 0) x = 2; else goto end; }
//     out = x;                  // in each of the branches
//     end:
//
// Otherwise no region could be left for one place, and the kernel would be
// executed by coroutines.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_REGION_TAILS_H
#define FACET_TARGETS_CPU_PIPELINE_REGION_TAILS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace facet {

/// Returns true if there may be another \p Tail: a short block without barriers
/// whose values only phis of the next blocks use. It must not be a loop's
/// header.
bool canCopyTail(const llvm::BasicBlock &Tail);

/// Lets \p From, predecessors of \p Tail but not all of them, lead to a copy.
void copyTail(llvm::BasicBlock &Tail, llvm::ArrayRef<llvm::BasicBlock *> From);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_REGION_TAILS_H
