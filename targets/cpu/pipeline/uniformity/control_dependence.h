//===- control_dependence.h - Which branches decide about a block ---------===//
//
// In: a function. Out: for each block the blocks whose branches decide whether
// it is executed, and how often.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_CONTROL_DEPENDENCE_H
#define FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_CONTROL_DEPENDENCE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

namespace facet {

class ControlDependence {
public:
  using Blocks = llvm::SmallSetVector<llvm::BasicBlock *, 4>;

  ControlDependence(llvm::Function &F,
                    const llvm::PostDominatorTree &PostDominators) {
    for (llvm::BasicBlock &Branch : F) {
      if (Branch.getTerminator()->getNumSuccessors() < 2)
        continue;
      auto *Node = PostDominators.getNode(&Branch);
      auto *Stop = Node ? Node->getIDom() : nullptr;
      for (llvm::BasicBlock *Next : llvm::successors(&Branch))
        for (auto *At = PostDominators.getNode(Next); At && At != Stop;
             At = At->getIDom())
          if (At->getBlock())
            Controllers[At->getBlock()].insert(&Branch);
    }
  }

  /// Returns those that decide about \p Block themselves.
  Blocks of(llvm::BasicBlock *Block) const { return Controllers.lookup(Block); }

  /// Also those that decide about them, and so on.
  llvm::SmallSetVector<llvm::BasicBlock *, 8>
  allOf(llvm::ArrayRef<llvm::BasicBlock *> Of) const {
    llvm::SmallSetVector<llvm::BasicBlock *, 8> Result;
    llvm::SmallVector<llvm::BasicBlock *> Work(Of);
    while (!Work.empty())
      for (llvm::BasicBlock *Branch : of(Work.pop_back_val()))
        if (Result.insert(Branch))
          Work.push_back(Branch);
    return Result;
  }

private:
  llvm::DenseMap<llvm::BasicBlock *, Blocks> Controllers;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_UNIFORMITY_CONTROL_DEPENDENCE_H
