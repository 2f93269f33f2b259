//===- guarded_divisions.cpp - Divisions behind a condition ---------------===//
//
// See guarded_divisions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/guarded_divisions.h"

#include "postlink/retarget/preserved.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

bool isSigned(const BinaryOperator &Division) {
  return Division.getOpcode() == Instruction::SDiv ||
         Division.getOpcode() == Instruction::SRem;
}

Value *frozen(IRBuilder<> &Builder, Value &V) {
  return isa<Constant>(V) ? &V : Builder.CreateFreeze(&V);
}

/// Computes \p Division, whose operands \p L does not change, before \p L, for a
/// divisor of one where it is not defined: then no round uses it.
void computeBefore(BinaryOperator &Division, const Loop &L) {
  IRBuilder<> Builder(L.getLoopPreheader()->getTerminator());
  Value *Dividend = frozen(Builder, *Division.getOperand(0));
  Value *Divisor = frozen(Builder, *Division.getOperand(1));
  Type *Ty = Division.getType();
  Value *IsUndefined = Builder.CreateIsNull(Divisor);
  if (isSigned(Division)) {
    Constant *Least =
        ConstantInt::get(Ty, APInt::getSignedMinValue(Ty->getScalarSizeInBits()));
    IsUndefined = Builder.CreateOr(
        IsUndefined,
        Builder.CreateAnd(
            Builder.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty)),
            Builder.CreateICmpEQ(Dividend, Least)));
  }
  Division.replaceAllUsesWith(Builder.CreateBinOp(
      Division.getOpcode(), Dividend,
      Builder.CreateSelect(IsUndefined, ConstantInt::get(Ty, 1), Divisor)));
  Division.eraseFromParent();
}

void freezeOperands(BinaryOperator &Division) {
  IRBuilder<> Builder(&Division);
  for (Use &Operand : Division.operands())
    Operand.set(frozen(Builder, *Operand));
}

bool rewrite(Loop &L, const DominatorTree &Dominators) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.isInnermost() || !Latch || !L.getLoopPreheader())
    return false;
  SmallVector<BinaryOperator *> Found;
  for (BasicBlock *Block : L.blocks())
    if (!Dominators.dominates(Block, Latch))
      for (Instruction &I : *Block)
        if (I.isIntDivRem() && !isa<Constant>(I.getOperand(1)))
          Found.push_back(cast<BinaryOperator>(&I));
  for (BinaryOperator *Division : Found)
    if (L.hasLoopInvariantOperands(Division))
      computeBefore(*Division, L);
    else
      freezeOperands(*Division);
  return !Found.empty();
}

} // namespace

PreservedAnalyses GuardedDivisions::run(Function &F,
                                        FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    Changed |= rewrite(*L, Dominators);
  return preservedWithBranches(Changed);
}

} // namespace facet
