//===- wrapping_indices.h - Indices that wrap at more than one width ------===//
//
// In: a function, before its loops become vector code. Out: the same, where
// each innermost loop has indices of at most one width of which only a check
// before the loop could tell that they do not wrap.
// Why: of `s[16 * y + (x + 1) % 16]` LLVM makes neighbours, x + 1 and so on, if
// checks before the loop find that neither (x + 1) of 4 bits nor the sum of 32
// wraps. It then drops the check of 4 bits: it takes the one of 32 for the
// stronger one, which it is not (SCEVWrapPredicate::implies, LLVM 22; mended in
// LLVM 23, issue 191382).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_WRAPPING_INDICES_H
#define FACET_POSTLINK_RETARGET_WRAPPING_INDICES_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Freezes the indices of all widths but the widest, of which LLVM then knows
/// nothing. Takes time proportional to the size of the loops. Control flow
/// stays.
struct WrappingIndices : llvm::PassInfoMixin<WrappingIndices> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_WRAPPING_INDICES_H
