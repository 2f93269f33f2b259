//===- ordered_sums.h - Vectors beside sums whose order is fixed ----------===//
//
// In:  functions that execute work-groups, before loops are vectorized.
// Out: the same, where loops with sums that gain nothing by it are not
//      vectorized.
//
// A loop of one work-item that adds up floating-point numbers adds them in the
// program's order. LLVM can vectorize all else in such a loop, and add the
// elements of a vector one after the other; for this processor it does so only
// if it is told to, because its costs have no latencies: a product of vectors
// would wait for its sum longer than it saves. With exp() or many operations
// for each addition it is several times as fast.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ORDERED_SUMS_H
#define FACET_TARGETS_CPU_PIPELINE_ORDERED_SUMS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class TargetLibraryInfo;
} // namespace llvm

namespace facet {

/// Lets this process vectorize loops with such sums, unless an option of LLVM
/// (-force-ordered-reductions) has said whether it is to. Thread-safe.
void allowOrderedSums();

/// True if sums of \p L are what its rounds wait for, although they have other
/// operations, which \p Library may have functions for.
bool waitsForSums(llvm::Loop &L, const llvm::TargetLibraryInfo &Library);

struct OrderedSums : llvm::PassInfoMixin<OrderedSums> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ORDERED_SUMS_H
