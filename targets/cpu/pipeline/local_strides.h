//===- local_strides.h - Lengths of rows in local memory ------------------===//
//
// In:  functions that execute work-groups, simplified, before vectorization.
// Out: the same, where LLVM makes no versions of loops for local memory with rows
//      of one element.
//
// LLVM's vectorizer supposes that a stride it does not know is one, and makes a
// loop for that case only. This is right for the strides of arrays that
// programs are given, as in BLAS. But a work-item that reads a column of local
// memory
// (`tile[x][y]`, a transpose) has the length of the accessor's rows as its
// stride, and these are not of one element: the loop that counts is the other
// one.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOCAL_STRIDES_H
#define FACET_TARGETS_CPU_PIPELINE_LOCAL_STRIDES_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct LocalStrides : llvm::PassInfoMixin<LocalStrides> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOCAL_STRIDES_H
