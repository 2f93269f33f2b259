//===- item_agreements.h - Conditions that all work-items are asked for ---===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where loops over work-items do not ask each of them for a
//      condition that holds for a range of ids.
//
// Behind each round of `for (k = id; k < n; k += size)` the group goes on
// together if `k + size < n` holds for all of its work-items (agreements.h).
// That costs more than a short round itself. For ids that count up from a first
// one it holds for all if the first is in the range of numbers for which it
// holds, and as many follow as there are work-items.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_AGREEMENTS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_AGREEMENTS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemAgreements : llvm::PassInfoMixin<ItemAgreements> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_AGREEMENTS_H
