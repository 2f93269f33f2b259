//===- region_tails.cpp - Ends that regions have in common ----------------===//
//
// See region_tails.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/region_tails.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned LongestTail = 48;

bool isUsedByNextPhisOnly(const Instruction &I) {
  const BasicBlock *Block = I.getParent();
  return all_of(I.uses(), [&](const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    return Phi ? Phi->getIncomingBlock(U) == Block &&
                     is_contained(successors(Block), Phi->getParent())
               : User->getParent() == Block;
  });
}

} // namespace

bool canCopyTail(const BasicBlock &Tail) {
  return Tail.size() <= LongestTail && !Tail.isEntryBlock() &&
         isa<BranchInst>(Tail.getTerminator()) &&
         !is_contained(successors(&Tail), &Tail) &&
         all_of(Tail, [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return !(Call &&
                    (Call->isConvergent() || Call->cannotDuplicate())) &&
                  isUsedByNextPhisOnly(I);
         });
}

void copyTail(BasicBlock &Tail, ArrayRef<BasicBlock *> From) {
  ValueToValueMapTy Map;
  BasicBlock *Copy = CloneBasicBlock(&Tail, Map, ".tail", Tail.getParent());
  for (Instruction &I : *Copy)
    RemapInstruction(&I, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  const SmallSetVector<BasicBlock *, 4> Moved(From.begin(), From.end());
  for (PHINode &Phi : Tail.phis()) {
    auto *Own = cast<PHINode>(Map.lookup(&Phi));
    for (BasicBlock *Block : predecessors(&Tail))
      if (!Moved.contains(Block) && Own->getBasicBlockIndex(Block) >= 0)
        Own->removeIncomingValue(Block, /*DeletePHIIfEmpty=*/false);
    for (BasicBlock *Block : Moved)
      while (Phi.getBasicBlockIndex(Block) >= 0)
        Phi.removeIncomingValue(Block, /*DeletePHIIfEmpty=*/false);
  }
  for (BasicBlock *Block : Moved)
    Block->getTerminator()->replaceSuccessorWith(&Tail, Copy);
  const SmallSetVector<BasicBlock *, 2> Next(succ_begin(Copy), succ_end(Copy));
  for (BasicBlock *Block : Next)
    for (PHINode &Phi : Block->phis()) {
      Value *V = Phi.getIncomingValueForBlock(&Tail);
      Value *Own = Map.lookup(V);
      for (unsigned Edges = count(successors(Copy), Block); Edges != 0; --Edges)
        Phi.addIncoming(Own ? Own : V, Copy);
    }
}

} // namespace facet
