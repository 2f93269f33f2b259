//===- item_atomics.h - Atomic operations of many work-items as one -------===//
//
// In:  functions that execute work-groups, their loops simplified.
// Out: the same, where work-items that count in one place are counted first.
//
//     if (a[id] > x) counter.fetch_add(1);
//
// is a locked instruction for each work-item, and a loop that is not vectorized.
// What the work-items of a loop add is added up, and then once to the counter:
// relaxed operations of different work-items may be executed in any order, and
// nobody asks for the value before. So may "and", "or", "xor", minima and
// maxima, of integers; a sum of floating-point numbers would be another one.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_ATOMICS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_ATOMICS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemAtomics : llvm::PassInfoMixin<ItemAtomics> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_ATOMICS_H
