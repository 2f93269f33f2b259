//===- item_exchanges.h - Work-items that exchange with a near one --------===//
//
// In:  functions that execute work-groups, before the vectorizer.
// Out: the same; a loop over work-items of which each second one compares or
//      combines its number in local memory with that of the work-item `i ^ m`,
//      m being a small power of two, is one over vectors of numbers.
//
//     const unsigned other = i ^ 2;
//     if (other > i && s[i] > s[other])
//       swap(s[i], s[other]);
//
// Bitonic sorts, transforms by Walsh and Hadamard, and networks of the kind
// have such steps with m = 1, 2, 4 ... Where partners are far apart, whole
// vectors of them are (item_segments.h); near ones are in one vector, whose
// elements the vectorizer does not exchange.
//
// Each element of the vector computes what the work-item of its pair computes,
// and takes what that one stores in its place. The numbers of a pair are those
// of one work-item alone, and no other thread sees local memory, so that
// elements of which nothing is stored can be stored, too.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_EXCHANGES_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_EXCHANGES_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Works on loops in simplified form.
struct ItemExchanges : llvm::PassInfoMixin<ItemExchanges> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_EXCHANGES_H
