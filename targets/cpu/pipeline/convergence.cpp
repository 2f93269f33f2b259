//===- convergence.cpp - Branches on which barriers depend ----------------===//
//
// See convergence.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/convergence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"

using namespace llvm;

namespace facet {

void decideTogether(Function &F, ArrayRef<CallInst *> WorkGroup,
                    ArrayRef<CallInst *> SubGroup) {
  SmallVector<BasicBlock *> Barriers;
  for (CallInst *Barrier : WorkGroup)
    Barriers.push_back(Barrier->getParent());
  if (F.hasFnAttribute(TileAttribute))
    for (CallInst *Barrier : SubGroup)
      Barriers.push_back(Barrier->getParent());
  PostDominatorTree PostDominators(F);
  auto Deciding = ControlDependence(F, PostDominators).allOf(Barriers);
  CpuUniformity Strict(F, uniformityInKernel(F));
  Deciding.remove_if([&](BasicBlock *Block) {
    return !Strict.uniformity().hasDivergentTerminator(*Block);
  });
  if (Deciding.empty())
    return;
  CpuUniformity Stable(F, uniformityIfMemoryIsStable(F));
  if (any_of(Deciding, [&](BasicBlock *Block) {
        return !isa<BranchInst>(Block->getTerminator()) ||
               Stable.uniformity().hasDivergentTerminator(*Block);
      }))
    return;
  for (BasicBlock *Block : Deciding) {
    auto *Branch = cast<BranchInst>(Block->getTerminator());
    IRBuilder<> Builder(Branch);
    Branch->setCondition(createAgreement(Builder, Agreement::Converged,
                                         Branch->getCondition()));
  }
}

void decideAlone(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isAgreement(I, Agreement::Converged) ||
        isAgreement(I, Agreement::Departed)) {
      I.replaceAllUsesWith(cast<CallInst>(I).getArgOperand(0));
      I.eraseFromParent();
    }
}

} // namespace facet
