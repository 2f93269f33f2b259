//===- item_ranges.h - Loops over work-items between the edges of guards --===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where loops over work-items are divided at the ids at which
//      their conditions change.
//
// `if (x > 0 && x < n - 1)`, `a[min(x + 1, n - 1)]` and `if (id < step)` hold
// for one range of a row. Within it, accesses need no masks, indices are
// neighbours, and what is read from one address is read once: the loop over the
// range has the conditions as constants. Loops before and behind it execute the
// other work-items as before, in the same order; where a single condition
// changes once, they have its negation as a constant, and often nothing to do.
//
// A condition holds as a whole in the range: LLVM vectorizes a load behind a
// condition as one with a mask, and as a gather if it is from one address.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_RANGES_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_RANGES_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemRanges : llvm::PassInfoMixin<ItemRanges> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_RANGES_H
