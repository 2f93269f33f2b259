//===- item_guards.h - Guarded code of work-items in loops of its own -----===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where what loops over work-items do behind guards is in loops
//      of its own:
//
//     for (x) {                            for (x)
//       t[x + 1] = a[x];                     t[x + 1] = a[x];
//       if (row == 0)                      if (row == 0)
//         u[x] = b[x];                       for (x) u[x] = b[x];
//       if (x == 0)                        for (x)
//         t[0] = a[-1];                      if (x == 0) t[0] = a[-1];
//     }
//
// A tile with an edge is loaded so, and each guard holds for few of its
// work-items, or rows. Together they leave no range in which LLVM vectorizes;
// apart from each other, all but the first loop have next to nothing to do
// (item_ranges.h).
//
// What a work-item does stays in its order. What other work-items do may be
// executed in any order (llvm.loop.parallel_accesses). What parts share is
// computed in each, if it is cheap.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_GUARDS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_GUARDS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemGuards : llvm::PassInfoMixin<ItemGuards> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_GUARDS_H
