//===- index_widths.h - Counts that wrap around, one width a loop ---------===//
//
// In: a function, before its loops become vector code. Out: the same, where
// LLVM sees counts of one width in a loop, and no narrower ones.
// Why: vector code of `out[unsigned(i)] = table[i % 4]` is right if neither
// index wraps around, which LLVM 22 checks before the loop, but for what
// another check implies. It takes a count of 32 bits that does not wrap around
// for a reason why one of two bits does not (SCEVWrapPredicate::implies;
// llvm/llvm-project#191498 fixes it), and loads the table as if it went on. One
// index may have both: `tile[16 * y + (x + 1) % 16]`.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_INDEX_WIDTHS_H
#define FACET_POSTLINK_RETARGET_INDEX_WIDTHS_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Freezes what a loop extends or masks to fewer bits than another value that
/// it extends or masks, if both change from round to round. Control flow stays.
struct IndexWidths : llvm::PassInfoMixin<IndexWidths> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_INDEX_WIDTHS_H
