//===- row_vectors.h - Vectors of work-items that go through rows ----------===//
//
// In:  functions that execute work-groups, their loops rotated and simplified.
// Out: the same, where work-items that add up rows are vectors.
//
// Neighbouring work-items read elements that are a row apart; each reads its
// row's neighbours round by round. So eight rounds of eight work-items load
// eight pieces of rows, which are transposed in registers, and then each round
// is one of vectors: every work-item still adds in the program's order. Several
// such vectors take turns, because each waits for its additions.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ROW_VECTORS_H
#define FACET_TARGETS_CPU_PIPELINE_ROW_VECTORS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct RowVectors : llvm::PassInfoMixin<RowVectors> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ROW_VECTORS_H
