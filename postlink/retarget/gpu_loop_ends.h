//===- gpu_loop_ends.h - How loops of NVIDIA GPUs are counted -------------===//
//
// In: an optimized module for NVIDIA GPUs. Out: the same, where
//
//   1. a loop that ends where its counter equals a number ends where it is not
//      less: LLVM prefers the former, but ptxas (CUDA 13.0) does not know then
//      that the rounds are finite in number, and when it unrolls the loop adds
//      a round and its checks in front of it;
//   2. that loop has no counter of its own, which LLVM gives to loops that it
//      unrolls, if another one has the same steps;
//   3. a counter is compared after it was incremented: LLVM prefers to compare
//      it before, which keeps both values in registers, and copies one to the
//      other in each round.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_LOOP_ENDS_H
#define FACET_POSTLINK_RETARGET_GPU_LOOP_ENDS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct LoopEnds : llvm::PassInfoMixin<LoopEnds> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_LOOP_ENDS_H
