//===- uniform_loads.h - Loads of one place by all work-items -------------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where what all work-items of a loop read from one address is
//      read once, before the loop.
//
//     out[i * n + j] = a[i * n + j] - a[i * n + k] / a[k * n + k];
//
// For a row of work-items, the quotient is one number. LLVM cannot tell,
// because the store might change it. If it did, one work-item would write what
// another one reads in the same loop, between two barriers: a data race.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_UNIFORM_LOADS_H
#define FACET_TARGETS_CPU_PIPELINE_UNIFORM_LOADS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct UniformLoads : llvm::PassInfoMixin<UniformLoads> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_UNIFORM_LOADS_H
