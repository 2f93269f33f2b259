//===- gpu_recurrences.h - Values that are made of the one before ---------===//
//
// In:  an optimized module for NVIDIA GPUs, where v = x * a + c, w = v * a + c …
//      are numbers of a linear congruential generator that all are used.
// Out: the same, with each step as text for the assembler.
// Why: LLVM's code generator makes x * a² + (c * a + c) of w, so that it does not
//      wait for v. That is one instruction, too, but each factor takes a move in
//      each round of a loop: 16 million of a Monte Carlo kernel's 254 million
//      instructions.
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
