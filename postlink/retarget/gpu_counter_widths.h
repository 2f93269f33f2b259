//===- gpu_counter_widths.h - Counters of 32 bits -------------------------===//
//
// In:  an optimized module for NVIDIA GPUs.
// Out: the same, where counters of 64 bits that stay below 2^31 have 32 bits,
//      and so have comparisons with them.
// Why: LLVM makes an `int` that is an index a counter of 64 bits, before it knows
//      the target. Such a GPU has registers of 32 bits: a comparison is two
//      instructions then, a product four. A loop over a row of a table with
//      work-items that drop out took 1.05 of nvcc's time, and 1.00 so.
//
// It comes last: what unrolls loops counts rounds of the wide counters only.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_COUNTER_WIDTHS_H
#define FACET_POSTLINK_RETARGET_GPU_COUNTER_WIDTHS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct CounterWidths : llvm::PassInfoMixin<CounterWidths> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_COUNTER_WIDTHS_H
