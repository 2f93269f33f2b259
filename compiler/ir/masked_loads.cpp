//===- masked_loads.cpp - Loads that stay before stores -------------------===//
//
// See masked_loads.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/masked_loads.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {
namespace {

/// The choice that is all that uses \p I, a masked load; null if there is none.
SelectInst *choiceOf(Instruction &I) {
  auto *Load = dyn_cast<IntrinsicInst>(&I);
  if (!Load || Load->getIntrinsicID() != Intrinsic::masked_load ||
      !Load->hasOneUse())
    return nullptr;
  return dyn_cast<SelectInst>(Load->user_back());
}

} // namespace

bool keepMaskedLoads(Function &F) {
  SmallVector<Instruction *> Passed;
  for (BasicBlock &Block : F) {
    unsigned Writes = 0;
    DenseMap<const SelectInst *, unsigned> WritesBeforeLoad;
    for (Instruction &I : Block) {
      Writes += I.mayWriteToMemory();
      if (SelectInst *Choice = choiceOf(I)) {
        if (Choice->getParent() != &Block)
          Passed.push_back(&I);
        else
          WritesBeforeLoad.try_emplace(Choice, Writes);
      }
      auto *Choice = dyn_cast<SelectInst>(&I);
      auto Before = WritesBeforeLoad.find(Choice);
      if (!Choice || Before == WritesBeforeLoad.end() ||
          Before->second == Writes)
        continue;
      for (Value *Operand : {Choice->getTrueValue(), Choice->getFalseValue()})
        if (auto *Load = dyn_cast<Instruction>(Operand);
            Load && choiceOf(*Load) == Choice && Load->getParent() == &Block)
          Passed.push_back(Load);
    }
  }
  for (Instruction *Load : Passed) {
    Use &Choice = *Load->use_begin();
    Choice.set(new FreezeInst(Load, "", std::next(Load->getIterator())));
  }
  return !Passed.empty();
}

} // namespace facet
