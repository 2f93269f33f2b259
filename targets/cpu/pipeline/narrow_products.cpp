//===- narrow_products.cpp - Products of small integers, in 32 bits -------===//
//
// See narrow_products.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/narrow_products.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

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

/// The bits that \p V has at most, as a signed number. LLVM's generator knows
/// those of vectors that are made of scalars, which ValueTracking does not.
unsigned significantBits(const Value &V, const DataLayout &Layout,
                         unsigned Shuffles = 0) {
  constexpr unsigned MaximumShuffles = 4;
  if (isa<UndefValue>(V))
    return 1;
  const unsigned Known = ComputeMaxSignificantBits(&V, Layout);
  if (const Value *Scalar = getSplatValue(&V))
    return std::min(Known, ComputeMaxSignificantBits(Scalar, Layout));
  unsigned Most = 1;
  const Value *Rest = &V;
  while (const auto *Insert = dyn_cast<InsertElementInst>(Rest)) {
    Most = std::max(Most,
                    ComputeMaxSignificantBits(Insert->getOperand(1), Layout));
    Rest = Insert->getOperand(0);
  }
  if (Rest != &V)
    return std::min(Known,
                    std::max(Most, significantBits(*Rest, Layout, Shuffles)));
  const auto *Shuffle = dyn_cast<ShuffleVectorInst>(&V);
  if (!Shuffle || Shuffles == MaximumShuffles)
    return Known;
  for (const Use &Operand : Shuffle->operands())
    Most = std::max(Most, significantBits(*Operand, Layout, Shuffles + 1));
  return std::min(Known, Most);
}

bool isProductOfSmallFactors(const Instruction &I) {
  if (I.getOpcode() != Instruction::Mul || !I.getType()->isVectorTy() ||
      I.getType()->getScalarSizeInBits() <= ProductBits ||
      none_of(I.users(), takesApart))
    return false;
  return all_of(I.operands(), [&](const Use &Factor) {
    return significantBits(*Factor, I.getDataLayout()) <= FactorBits;
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
