//===- convergence.h - Branches on which barriers depend ------------------===//
//
// In: the body of a kernel, one work-item's, and its work-group barriers; or one
// for tiles (tiles.h), whose only sub-group is the group.
// Out: branches that decide about barriers, and whose work-items could only
// disagree because memory changes between their loads, are decided for the group:
//
//     while (rounds[0] > i) { barrier; }  ->  while (all(rounds[0] > i)) ...
//
// Why: all work-items of the group reach a barrier or none does, so they agree on
// these conditions (SYCL 2020, 4.17: group functions are called in converged
// control flow). What follows from ids is left as it is: programs ported from
// CUDA have work-items return before a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CONVERGENCE_H
#define FACET_TARGETS_CPU_PIPELINE_CONVERGENCE_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace facet {

/// Changes all branches that barriers depend on or, if work-items may disagree
/// on one of them, none. Barriers of sub-groups are of interest in tiles only:
/// of two sub-groups one may come to a barrier and the other not.
void decideTogether(llvm::Function &F,
                    llvm::ArrayRef<llvm::CallInst *> WorkGroup,
                    llvm::ArrayRef<llvm::CallInst *> SubGroup);

/// Reverts decideTogether() and departTogether().
void decideAlone(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CONVERGENCE_H
