//===- half_sums.cpp - Products and sums of half, rounded once ------------===//
//
// See half_sums.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/half_sums.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Casting.h"

using namespace llvm;

namespace facet {
namespace {

/// The product that operand \p Index of \p Sum is, if nobody else needs it.
BinaryOperator *productOf(const Instruction &Sum, unsigned Index) {
  auto *Product = dyn_cast<BinaryOperator>(Sum.getOperand(Index));
  return Product && Product->getOpcode() == Instruction::FMul &&
                 Product->hasOneUse() && Product->hasAllowContract()
             ? Product
             : nullptr;
}

bool isSumOfHalf(const Instruction &I) {
  return (I.getOpcode() == Instruction::FAdd ||
          I.getOpcode() == Instruction::FSub) &&
         I.getType()->getScalarType()->isHalfTy() && I.hasAllowContract();
}

bool roundOnce(Instruction &Sum) {
  BinaryOperator *Products[] = {productOf(Sum, 0), productOf(Sum, 1)};
  // Of two products the second one is rounded, as where it is an instruction.
  if (Products[0])
    Products[1] = nullptr;
  else if (!Products[1])
    return false;
  IRBuilder<> Builder(&Sum);
  Builder.setFastMathFlags(Sum.getFastMathFlags());
  Type *Float = Sum.getType()->getWithNewType(Builder.getFloatTy());
  const auto Extended = [&](Value *V) {
    return Builder.CreateFPExt(V, Float);
  };
  Value *Operands[2];
  for (unsigned I : {0, 1})
    Operands[I] = Products[I]
                      ? Builder.CreateFMul(Extended(Products[I]->getOperand(0)),
                                           Extended(Products[I]->getOperand(1)))
                      : Extended(Sum.getOperand(I));
  Value *Result = Sum.getOpcode() == Instruction::FAdd
                      ? Builder.CreateFAdd(Operands[0], Operands[1])
                      : Builder.CreateFSub(Operands[0], Operands[1]);
  Sum.replaceAllUsesWith(Builder.CreateFPTrunc(Result, Sum.getType()));
  Sum.eraseFromParent();
  (Products[0] ? Products[0] : Products[1])->eraseFromParent();
  return true;
}

} // namespace

bool roundHalfSumsOnce(Function &F) {
  SmallVector<Instruction *> Sums;
  for (Instruction &I : instructions(F))
    if (isSumOfHalf(I))
      Sums.push_back(&I);
  bool Changed = false;
  for (Instruction *Sum : Sums)
    Changed |= roundOnce(*Sum);
  return Changed;
}

} // namespace facet
