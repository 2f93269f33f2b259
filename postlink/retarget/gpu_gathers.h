//===- gpu_gathers.h - The order of loads by loaded indices ---------------===//
//
// In:  an optimized module for NVIDIA GPUs.
// Out: the same, where of the loads between two writes those come first whose
//      values others have in their addresses, and the others where their first
//      use is.
// Why: ptxas mostly keeps the order of loads that it gets. In the program's order
//      each index is waited for before the next one is loaded, and values that
//      are used late hold back those that are used early: of 24 loads of the
//      corners of a hexahedron it kept eight until others were used, and the
//      kernel took 1.16 of nvcc's time, with this order 1.01.
//
// Other loads stay where they are: there, the order is the program's choice.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_GATHERS_H
#define FACET_POSTLINK_RETARGET_GPU_GATHERS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct GatherOrder : llvm::PassInfoMixin<GatherOrder> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_GATHERS_H
