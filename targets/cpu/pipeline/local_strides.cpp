//===- local_strides.cpp - Lengths of rows in local memory ----------------===//
//
// See local_strides.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/local_strides.h"

#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// The value of which \p Step is a constant multiple, as the vectorizer looks
/// for it; null if it is something else.
Value *strideIn(const SCEV *Step) {
  if (auto *Product = dyn_cast<SCEVMulExpr>(Step))
    if (Product->getNumOperands() == 2 &&
        isa<SCEVConstant>(Product->getOperand(0)))
      Step = Product->getOperand(1);
  while (auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Step))
    Step = Cast->getOperand();
  auto *Unknown = dyn_cast<SCEVUnknown>(Step);
  return Unknown && Unknown->getType()->isIntegerTy() ? Unknown->getValue()
                                                      : nullptr;
}

/// The strides of what \p L accesses of local memory.
SmallSetVector<Value *, 4> localStrides(const Loop &L,
                                        ScalarEvolution &Evolution) {
  SmallSetVector<Value *, 4> Result;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !isOfLocalMemory(*Pointer))
        continue;
      auto *Place = dyn_cast<SCEVAddRecExpr>(
          Evolution.getSCEV(const_cast<Value *>(Pointer)));
      if (!Place || Place->getLoop() != &L || !Place->isAffine())
        continue;
      if (Value *Stride = strideIn(Place->getStepRecurrence(Evolution)))
        Result.insert(Stride);
    }
  return Result;
}

/// Lets \p L use \p Stride as the sum of its last bit and the others, which the
/// vectorizer does not take for one value. LLVM makes one of it again later.
bool hideIn(const Loop &L, Value &Stride) {
  SmallVector<Use *> Uses;
  for (Use &U : Stride.uses())
    if (auto *User = dyn_cast<Instruction>(U.getUser());
        User && L.contains(User) && !isa<PHINode>(User))
      Uses.push_back(&U);
  if (Uses.empty())
    return false;
  IRBuilder<> Builder(L.getLoopPreheader()->getTerminator());
  Type *Ty = Stride.getType();
  Value *Sum = Builder.CreateAdd(
      Builder.CreateAnd(&Stride, ConstantInt::getSigned(Ty, -2)),
      Builder.CreateAnd(&Stride, ConstantInt::get(Ty, 1)), "", /*HasNUW=*/true);
  for (Use *U : Uses)
    U->set(Sum);
  return true;
}

} // namespace

PreservedAnalyses LocalStrides::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  bool HasChanged = false;
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->getLoopPreheader())
      continue;
    for (Value *Stride : localStrides(*L, Evolution))
      if (hideIn(*L, *Stride)) {
        HasChanged = true;
        Evolution.forgetLoop(L);
      }
  }
  return HasChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace facet
