//===- guarded_divisions.h - Divisions behind a condition -----------------===//
//
// In: a function, before its loops become vector code. Out: the same, where a
// division that only some rounds of a loop execute has operands of which LLVM does
// not know that several rounds have the same.
// Why: of `if (c[i] > 0) x = table[k % n]` LLVM 22 makes one division for all
// elements of a vector, since all have the same quotient, and leaves it out if the
// first element is behind the condition's other side. The others then take whatever
// was in the register.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GUARDED_DIVISIONS_H
#define FACET_TARGETS_CPU_PIPELINE_GUARDED_DIVISIONS_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Computes what does not change in an innermost loop before it, with a divisor
/// for which that is defined, and freezes the operands of other divisions behind
/// conditions. Control flow stays.
struct GuardedDivisions : llvm::PassInfoMixin<GuardedDivisions> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GUARDED_DIVISIONS_H
