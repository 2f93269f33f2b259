//===- elementwise.h - Instructions that are the same for vectors ---------===//
//
// Operations that compute each element of a vector from those of their
// operands, by an instruction that processors have for vectors: what passes
// that write vectors themselves can make of a work-item's code.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ELEMENTWISE_H
#define FACET_TARGETS_CPU_PIPELINE_ELEMENTWISE_H

#include "llvm/IR/IRBuilder.h"

namespace facet {

/// True if \p I, an operation on scalars, is such an operation.
bool isElementwise(const llvm::Instruction &I);

/// How many operands of \p I are values of elements: not the function called.
unsigned countElementOperands(const llvm::Instruction &I);

/// Makes \p I for vectors of \p Length of each of \p Operands, with what I says
/// of overflow, accuracy and its place in the source.
llvm::Value *makeElementwise(llvm::IRBuilder<> &Builder, llvm::Instruction &I,
                             llvm::ArrayRef<llvm::Value *> Operands,
                             unsigned Length);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ELEMENTWISE_H
