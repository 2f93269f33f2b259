//===- narrow_products.cpp - Products of small integers, in 32 bits -------===//
//
// See narrow_products.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/narrow_products.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned FactorBits = 16, ProductBits = 32;

/// Sums, stores and the like keep the product, for which one instruction of 64
/// bits is as good.
bool takesApart(const User *U) {
  if (const auto *Shift = dyn_cast<BinaryOperator>(U))
    return Shift->isShift();
  const auto *Call = dyn_cast<IntrinsicInst>(U);
  return isa<BitCastInst>(U) ||
         (Call && (Call->getIntrinsicID() == Intrinsic::fshl ||
                   Call->getIntrinsicID() == Intrinsic::fshr));
}

bool isProductOfSmallFactors(const Instruction &I) {
  if (I.getOpcode() != Instruction::Mul || !I.getType()->isVectorTy() ||
      I.getType()->getScalarSizeInBits() <= ProductBits ||
      none_of(I.users(), takesApart))
    return false;
  return all_of(I.operands(), [&](const Use &Factor) {
    return ComputeMaxSignificantBits(Factor, I.getDataLayout()) <= FactorBits;
  });
}

} // namespace

bool narrowProducts(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isProductOfSmallFactors(I))
      continue;
    IRBuilder<> Builder(&I);
    Type *Narrow = I.getType()->getWithNewBitWidth(ProductBits);
    // Without nsw, for which LLVM would extend the factors again.
    Value *Product =
        Builder.CreateMul(Builder.CreateTrunc(I.getOperand(0), Narrow),
                          Builder.CreateTrunc(I.getOperand(1), Narrow));
    Value *Wide = Builder.CreateSExt(Product, I.getType());
    Wide->takeName(&I);
    I.replaceAllUsesWith(Wide);
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace facet
