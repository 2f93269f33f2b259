//===- item_strips.h - Rounds of a few work-items at a time ---------------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where a loop that a group goes through together, without a
// barrier, is executed by one strip of neighbouring work-items after the other:
//
//     for (round)                         for (strip)
//       for (x)                 ->          for (round)
//         sum[x] += a[round] * b[x];          for (x of the strip)
//                                               sum[x] += a[round] * b[x];
//
// A loop of rounds is cut (loop_cutting.h) because neighbours access
// neighbouring memory in each of them, and what a work-item keeps between two
// rounds is then an element of an array. A strip has as many work-items as the
// processor has registers for: its elements are a variable of a constant size,
// of which vectors in registers are made once the loop over the strip is
// unrolled. Work-items that are no whole strip take the loop as it was.
//
// No barrier lies between the rounds, so that the work-items of a strip need
// not wait for the others.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_STRIPS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_STRIPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace facet {

/// Marks \p Back, the branch from a round of a group to the next one, between
/// which there is no barrier.
void markRoundsWithoutBarrier(llvm::Instruction &Back);

/// Of strips, where there are rows.
inline constexpr unsigned RowsOfStrip = 4;

struct ItemStrips : llvm::PassInfoMixin<ItemStrips> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_STRIPS_H
