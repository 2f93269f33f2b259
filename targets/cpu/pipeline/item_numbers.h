//===- item_numbers.h - Numbers of work-items of 32 bits ------------------===//
//
// In:  functions that execute work-groups, behind the other passes over loops of
//      work-items, which know numbers of 64 bits.
// Out: the same, where ints that are made of these numbers are sums of ints, and
//      floating-point numbers are made of ints.
//
// An id is a size_t: the sum of where the row begins and a count. An int that is
// made of it would be cut out of vectors of twice as many bits. And for
// conversions and divisions of size_t, `float(id)`, vectors have no instructions
// (AVX2) or few. A loop with such is divided where the id leaves 31 bits, which
// it hardly ever does: the rounds before compute with ints.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_NUMBERS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_NUMBERS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemNumbers : llvm::PassInfoMixin<ItemNumbers> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_NUMBERS_H
