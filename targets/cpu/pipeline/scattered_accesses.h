//===- scattered_accesses.h - Neighbours that access no neighbours --------===//
//
// In: functions that execute work-groups, behind the other passes over loops of
// work-items. Out: the same; LLVM does not make gathers or scatters of accesses
// for which these are slow.
//
// - What each round stores to places that are not side by side. A scatter costs
//   what LLVM believes that it costs only where a mask leaves most of it out: nine
//   neighbours of each pixel, written side by side, took 8.2 ms on an EPYC (Zen 5),
//   2.2 without.
// - What work-items load of each other's elements in arrays that would be
//   registers: a gather needs them in memory. Scans of sub-groups of 4 M numbers
//   took 5.4 ms, 0.6 without.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_SCATTERED_ACCESSES_H
#define FACET_TARGETS_CPU_PIPELINE_SCATTERED_ACCESSES_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Works on loops in simplified form.
struct ScatteredAccesses : llvm::PassInfoMixin<ScatteredAccesses> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_SCATTERED_ACCESSES_H
