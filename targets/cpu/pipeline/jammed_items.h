//===- jammed_items.h - Inner loops of several work-items at once ---------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where loops over work-items whose inner loops are chains of
//      floating-point operations take several work-items a round.
//
// A work-item that adds up its row of a matrix waits for each addition: their
// order is the program's. The sums of neighbours do not depend on each other,
// so an inner loop computes eight or four of them side by side. Each must have
// as many rounds for all work-items, and accesses that may be executed in any
// order (llvm.loop.parallel_accesses).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H
#define FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct JammedItems : llvm::PassInfoMixin<JammedItems> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_JAMMED_ITEMS_H
