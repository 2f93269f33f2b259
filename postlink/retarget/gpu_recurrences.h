//===- gpu_recurrences.h - Values that are made of the one before ---------===//
//
// In:  an optimized module for NVIDIA GPUs.
// Out: the same, where x * a + c, x * a² + (c * a + c) … of one block are
//      v = x * a + c, w = v * a + c … again, as a program has it that takes
//      several numbers of a linear congruential generator.
// Why: LLVM makes the former of the latter, so that none waits for another. Each
//      is one instruction in either form, but each constant that is a factor
//      takes a move in each round of a loop: 16 million of a Monte Carlo
//      kernel's 254 million instructions.
//
// Integers wrap, so both forms have equal values.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_RECURRENCES_H
#define FACET_POSTLINK_RETARGET_GPU_RECURRENCES_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct Recurrences : llvm::PassInfoMixin<Recurrences> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_RECURRENCES_H
