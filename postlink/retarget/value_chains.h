//===- value_chains.h - Chains that the vectorizer can look through -------===//
//
// In: a function, before its loops become vector code. Out: the same, where the
// number of paths from a value back through its operands is bounded.
// Why: LLVM 22 asks whether a value is the same in all lanes by asking the same
// of its operands, and does not remember the answers (vputils::isSingleScalar).
// An unrolled `h ^= h >> 3` asks twice as often with each round: compiling a
// hash of 24 table entries would take years.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_VALUE_CHAINS_H
#define FACET_POSTLINK_RETARGET_VALUE_CHAINS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ValueChainBreaker : llvm::PassInfoMixin<ValueChainBreaker> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_VALUE_CHAINS_H
