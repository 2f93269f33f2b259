//===- single_rounds.h - Loops that do something in one round only --------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where a loop that does something for one work-item only is
//      what it does for it:
//
//     for (x)                          if (0 - 1 + 16 < all) {
//       if (x + 1 == 16)                 x = 0 - 1 + 16;
//         edge[x] = a[x];                edge[x] = a[x];
//                                      }
//
// The edges of a tile are such loops once they are apart from the rest
// (item_guards.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_SINGLE_ROUNDS_H
#define FACET_TARGETS_CPU_PIPELINE_SINGLE_ROUNDS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct SingleRounds : llvm::PassInfoMixin<SingleRounds> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_SINGLE_ROUNDS_H
