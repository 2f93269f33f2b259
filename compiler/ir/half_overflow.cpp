//===- half_overflow.cpp - Integers that are no half, kept infinite -------===//
//
// See half_overflow.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/half_overflow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace facet {
namespace {

/// Odd, so that no low bit of a bounded integer is known, and infinite as a
/// half: 65504 is the largest one, and 65520 rounds up.
constexpr unsigned Bound = 65521;

/// The conversion of an integer whose result, maybe by way of float or double,
/// \p Half is; null if there is none.
CastInst *integerConversion(Instruction &Half) {
  auto *Cast = dyn_cast<CastInst>(&Half);
  if (!Cast || !Half.getType()->getScalarType()->isHalfTy())
    return nullptr;
  while (isa<FPTruncInst, FPExtInst>(Cast)) {
    Cast = dyn_cast<CastInst>(Cast->getOperand(0));
    // Integers below the bound are exact in these two.
    if (!Cast || !(Cast->getType()->getScalarType()->isFloatTy() ||
                   Cast->getType()->getScalarType()->isDoubleTy()))
      return nullptr;
  }
  return isa<SIToFPInst, UIToFPInst>(Cast) ? Cast : nullptr;
}

bool mayOverflowWithLowZeros(const CastInst &Conversion) {
  const KnownBits Known =
      computeKnownBits(Conversion.getOperand(0), Conversion.getDataLayout());
  if (Known.getBitWidth() <= 16 || Known.countMinTrailingZeros() == 0)
    return false;
  return isa<UIToFPInst>(Conversion)
             ? Known.getMaxValue().uge(Bound - 1)
             : Known.getSignedMaxValue().sge(Bound - 1) ||
                   Known.getSignedMinValue().sle(-int64_t(Bound - 1));
}

/// The operand of \p Conversion, bounded.
Value *boundedOperand(const CastInst &Conversion, IRBuilder<> &Builder) {
  Value *Integer = Conversion.getOperand(0);
  Type *T = Integer->getType();
  if (isa<UIToFPInst>(Conversion))
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, Integer,
                                         ConstantInt::get(T, Bound));
  Value *Lesser = Builder.CreateBinaryIntrinsic(Intrinsic::smin, Integer,
                                                ConstantInt::get(T, Bound));
  return Builder.CreateBinaryIntrinsic(
      Intrinsic::smax, Lesser,
      ConstantInt::getSigned(T, -static_cast<int64_t>(Bound)));
}

} // namespace

bool boundIntegersOfHalves(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    CastInst *Conversion = integerConversion(I);
    if (!Conversion || !mayOverflowWithLowZeros(*Conversion))
      continue;
    IRBuilder<> Builder(&I);
    Value *Bounded = boundedOperand(*Conversion, Builder);
    Value *Half = Builder.CreateCast(Conversion->getOpcode(), Bounded,
                                     Conversion->getType());
    if (Conversion != &I)
      Half = Builder.CreateFPTrunc(Half, I.getType());
    I.replaceAllUsesWith(Half);
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace facet
