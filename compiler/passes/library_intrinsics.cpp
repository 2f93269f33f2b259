//===- library_intrinsics.cpp - Intrinsics that are calls of libm ---------===//
//
// See library_intrinsics.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/library_intrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {
namespace {

Value *pair(IRBuilder<> &Builder, Type *Ty, Value *First, Value *Second) {
  Value *Result = Builder.CreateInsertValue(PoisonValue::get(Ty), First, 0);
  return Builder.CreateInsertValue(Result, Second, 1);
}

/// A number that the integer cannot have becomes the smallest one, as on the host
/// (x86); the conversion alone would be undefined.
Value *rounded(IRBuilder<> &Builder, IntrinsicInst &I, Intrinsic::ID How) {
  Value *X = Builder.CreateUnaryIntrinsic(How, I.getArgOperand(0));
  const unsigned Bits = I.getType()->getIntegerBitWidth();
  Constant *Lowest =
      ConstantInt::get(I.getType(), APInt::getSignedMinValue(Bits));
  APFloat Limit(X->getType()->getFltSemantics(), 1);
  Limit = scalbn(Limit, static_cast<int>(Bits) - 1, APFloat::rmTowardZero);
  Value *Fits = Builder.CreateFCmpOLT(
      Builder.CreateUnaryIntrinsic(Intrinsic::fabs, X),
      ConstantFP::get(X->getType(), Limit));
  return Builder.CreateSelect(Fits, Builder.CreateFPToSI(X, I.getType()),
                              Lowest);
}

Value *isInfinite(IRBuilder<> &Builder, Value *X) {
  return Builder.CreateFCmpOEQ(Builder.CreateUnaryIntrinsic(Intrinsic::fabs, X),
                               ConstantFP::getInfinity(X->getType()));
}

/// The parts have the sign of the number, also where they are zeros.
Value *modf(IRBuilder<> &Builder, IntrinsicInst &I) {
  Value *X = I.getArgOperand(0);
  Value *Whole = Builder.CreateUnaryIntrinsic(Intrinsic::trunc, X);
  Value *Rest = Builder.CreateSelect(isInfinite(Builder, X),
                                     ConstantFP::getZero(X->getType()),
                                     Builder.CreateFSub(X, Whole));
  return pair(Builder, I.getType(),
              Builder.CreateBinaryIntrinsic(Intrinsic::copysign, Rest, X),
              Whole);
}

/// The significand in [0.5, 1) and the exponent, from the bits of the number;
/// zeros, infinities and NaN are their own significands.
Value *frexp(IRBuilder<> &Builder, IntrinsicInst &I) {
  Value *X = I.getArgOperand(0);
  Type *Ty = X->getType();
  const fltSemantics &Format = Ty->getFltSemantics();
  const unsigned Digits = APFloat::semanticsPrecision(Format) - 1;
  const unsigned Bits = Ty->getScalarSizeInBits();
  Type *Int = Builder.getIntNTy(Bits);
  const int64_t Half = APFloat::semanticsMaxExponent(Format) - 1;
  APInt Exponents = APInt::getBitsSet(Bits, Digits, Bits - 1);

  Value *Size = Builder.CreateUnaryIntrinsic(Intrinsic::fabs, X);
  Value *IsSubnormal = Builder.CreateFCmpOLT(
      Size, ConstantFP::get(Ty, APFloat::getSmallestNormalized(Format)));
  APFloat Scale(Format, 1);
  Scale =
      scalbn(Scale, static_cast<int>(Digits) + 1, APFloat::rmNearestTiesToEven);
  Value *Normal = Builder.CreateSelect(
      IsSubnormal, Builder.CreateFMul(X, ConstantFP::get(Ty, Scale)), X);
  Value *Word = Builder.CreateBitCast(Normal, Int);
  Value *Exponent = Builder.CreateSub(
      Builder.CreateLShr(Builder.CreateAnd(Word, Exponents), Digits),
      ConstantInt::getSigned(Int, Half));
  Exponent = Builder.CreateSelect(
      IsSubnormal,
      Builder.CreateSub(Exponent, ConstantInt::get(Int, Digits + 1)), Exponent);
  Value *Significand = Builder.CreateBitCast(
      Builder.CreateOr(Builder.CreateAnd(Word, ~Exponents),
                       ConstantInt::get(Int, uint64_t(Half) << Digits)),
      Ty);
  Value *IsOrdinary = Builder.CreateAnd(
      Builder.CreateFCmpOGT(Size, ConstantFP::getZero(Ty)),
      Builder.CreateFCmpOLT(Size, ConstantFP::getInfinity(Ty)));
  Type *OfExponent = cast<StructType>(I.getType())->getElementType(1);
  return pair(Builder, I.getType(),
              Builder.CreateSelect(IsOrdinary, Significand, X),
              Builder.CreateSelect(
                  IsOrdinary, Builder.CreateSExtOrTrunc(Exponent, OfExponent),
                  ConstantInt::get(OfExponent, 0)));
}

Value *sincos(IRBuilder<> &Builder, IntrinsicInst &I) {
  Value *X = I.getArgOperand(0);
  return pair(Builder, I.getType(),
              Builder.CreateUnaryIntrinsic(Intrinsic::sin, X),
              Builder.CreateUnaryIntrinsic(Intrinsic::cos, X));
}

Value *replacement(IRBuilder<> &Builder, IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::lround:
  case Intrinsic::llround:
    return rounded(Builder, I, Intrinsic::round);
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return rounded(Builder, I, Intrinsic::rint);
  case Intrinsic::modf:
    return modf(Builder, I);
  case Intrinsic::frexp:
    return frexp(Builder, I);
  case Intrinsic::sincos:
    return sincos(Builder, I);
  default:
    return nullptr;
  }
}

} // namespace

void replaceLibraryIntrinsics(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isIntrinsic())
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *I = dyn_cast<IntrinsicInst>(U);
      if (!I || I->arg_empty() || I->getType()->isVectorTy() ||
          I->getArgOperand(0)->getType()->isVectorTy())
        break;
      IRBuilder<> Builder(I);
      Value *New = replacement(Builder, *I);
      if (!New)
        break;
      I->replaceAllUsesWith(New);
      I->eraseFromParent();
    }
  }
}

} // namespace facet
