//===- item_lookups.h - Work-items that look up small numbers -------------===//
//
// In:  functions that execute work-groups, behind the other passes over loops of
//      work-items.
// Out: the same, where loops that mostly look up bytes or 16-bit numbers at
//      scattered places (a table of a picture's colours) execute one work-item
//      after the other.
//
// No processor loads such numbers from scattered places into a vector. LLVM takes
// each index out of a vector and puts each number into one, and believes that this
// costs no more than the loads themselves: three times as long on an Intel Xeon.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_ITEM_LOOKUPS_H
#define FACET_TARGETS_CPU_PIPELINE_ITEM_LOOKUPS_H

#include "llvm/IR/PassManager.h"

namespace facet {

struct ItemLookups : llvm::PassInfoMixin<ItemLookups> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_ITEM_LOOKUPS_H
