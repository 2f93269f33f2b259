//===- rotated_items.h - Loops over work-items that were rotated ----------===//
//
// In:  functions that execute work-groups, before the vectorizer.
// Out: the same; loops over work-items whose rounds are no longer work-items are
//      not marked as parallel (markParallel()).
//
// `for (l) { s[l] = 0; if (l < 31) s[l] = x; }` in a group of 32 ends where the
// condition does not hold. LLVM makes it a loop that ends in its header, and
// rotates it: a round stores what work-item l has computed, and then the zero
// of work-item l + 1. It keeps the mark, by which the vectorizer may store the
// zeros of several work-items behind their results.
//
// Such a loop is known by an access that is one round from another one of the
// same place, by a value that a round computes for the next one, or by its end
// if it is still to be rotated.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ROTATED_ITEMS_H
#define FACET_TARGETS_CPU_PIPELINE_ROTATED_ITEMS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct RotatedItems : llvm::PassInfoMixin<RotatedItems> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ROTATED_ITEMS_H
