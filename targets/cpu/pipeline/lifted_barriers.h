//===- lifted_barriers.h - Barriers that only some sub-groups come to -----===//
//
// In:  the body of a kernel, one work-item's, and its barriers of sub-groups.
// Out: the same kernel, in which the whole work-group comes to them:
//
//     if (c) { A; barrier; B }  ->  if (c) A; barrier; if (c) B
//
// A work-item that skips A and B waits for nothing: where a kernel is cut, a
// barrier is a place between two loops over the work-items. Without this a
// kernel whose first sub-group alone combines what the others left would be
// executed by coroutines.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LIFTED_BARRIERS_H
#define FACET_TARGETS_CPU_PIPELINE_LIFTED_BARRIERS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace facet {

/// Asks for unrolling of the loops with few rounds that have barriers of
/// sub-groups, or exchanges of values, behind such branches, or if no barrier is
/// of the work-group: tiles (tiles.h) want constant places of exchanged values.
/// Returns true if there are any; LoopFullUnrollPass does it.
bool requestUnrollingAroundBarriers(llvm::Function &F);

/// Returns how many loops of \p F with barriers of sub-groups have a number of
/// rounds that is known.
unsigned countLoopsAroundBarriers(llvm::Function &F);

/// Lifts \p Barriers, which are of sub-groups, over the branches on which the
/// work-items of a group may disagree: those with one entry, without a loop
/// around the barrier behind the branch. Others stay where they are.
void liftBarriers(llvm::Function &F, llvm::ArrayRef<llvm::CallInst *> Barriers);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LIFTED_BARRIERS_H
