//===- item_segments.h - Loops over work-items whose index is taken apart -===//
//
// In:  functions that execute work-groups, before the vectorizer.
// Out: the same; loops whose work-items compute `i / n`, `i % n`, `i ^ m`,
//      `i & (m - 1)` or `i >> k` of their index i, m and n being the same for
//      all, have a second version: a nest of two loops. The outer loop is over
//      segments, each of which ends where the first of these terms leaves its
//      block (segment_terms.h); in the inner loop, a term is fixed or goes up
//      by one.
// Why: the vectorizer takes an address with such a term for any address, so
// that its accesses are gathers and scatters, and one division takes longer
// than all the rest of a small kernel.
//
// The loops execute the same rounds in the same order: whether they are
// parallel is of no importance. Which version runs is decided before the loop:
// the old one if segments would be short, or if a divisor is zero.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_SEGMENTS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_SEGMENTS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemSegments : llvm::PassInfoMixin<ItemSegments> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_SEGMENTS_H
