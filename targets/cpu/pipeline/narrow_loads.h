//===- narrow_loads.h - Loads of bytes that a condition leaves out --------===//
//
// In:  functions that execute work-groups.
// Out: the same; a loop whose rounds load bytes or 16-bit numbers that lie side
//      by side, some of them only under a condition, is vectorized.
// Why: without AVX-512 there is no load of such vectors with a mask: LLVM tests
//      the mask for each element, or leaves the loop as it is.
//
// A vector of which one element is wanted can be loaded as a whole if it lies
// within a page: the page is there. What else is loaded is not used. So the
// load becomes a call that LLVM knows a version with a mask of (NarrowLoads),
// and once loops are vectorized each call becomes code (NarrowLoadsEnd): of a
// vector, a branch around the load if no element is wanted, and loads of single
// ones if it crosses a page.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_NARROW_LOADS_H
#define FACET_TARGETS_CPU_PIPELINE_NARROW_LOADS_H

#include "llvm/IR/PassManager.h"

namespace facet {

/// Before the vectorizer, behind passes that look at loads. Not for functions
/// whose addresses are checked: bytes beside those of the program are read.
struct NarrowLoads : llvm::PassInfoMixin<NarrowLoads> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Behind it: leaves none of these calls.
struct NarrowLoadsEnd : llvm::PassInfoMixin<NarrowLoadsEnd> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_NARROW_LOADS_H
