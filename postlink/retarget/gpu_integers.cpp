//===- gpu_integers.cpp - Integers that assemblers compute wrongly --------===//
//
// See gpu_integers.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_integers.h"

#include "postlink/retarget/absolute_values.h"
#include "postlink/retarget/assembler_copies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// True if \p Number is made of constants and counters of loops alone, so that
/// the assembler knows it where it unrolls the loops.
bool mayBecomeConstant(const Value *Number, unsigned Depth = 0) {
  if (isa<Constant>(Number))
    return true;
  auto *I = dyn_cast<Instruction>(Number);
  if (!I || Depth == 8)
    return false;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return any_of(Phi->incoming_values(),
                  [](const Use &Incoming) { return isa<Constant>(Incoming); });
  return isa<CastInst, BinaryOperator>(I) &&
         all_of(I->operands(), [&](const Use &Operand) {
           return mayBecomeConstant(Operand, Depth + 1);
         });
}

bool mayBecomeZero(const Value *Number) {
  return isa<Constant>(Number)
             ? match(Number, m_ZeroInt()) || isa<UndefValue>(Number)
             : mayBecomeConstant(Number);
}

bool isNegation(const Value *Number) { return match(Number, m_Neg(m_Value())); }

/// True if an element of \p I is the negation of a number of 16 bits that may
/// be the smallest one.
bool mayNegateSmallestShort(const Instruction &I) {
  if (I.getType()->getScalarSizeInBits() != 16)
    return false;
  switch (I.getOpcode()) {
  case Instruction::Sub:
    return !I.hasNoSignedWrap() && mayHold(I.getOperand(0), mayBecomeZero);
  case Instruction::Mul: // The code generator negates what it shifts.
    return !I.hasNoSignedWrap() &&
           mayHold(I.getOperand(1), [](const Value *Element) {
             return match(Element, m_NegatedPower2()) ||
                    isa<UndefValue>(Element);
           });
  default:
    return false;
  }
}

/// The result of \p I, of up to 16 bits, computed in 32.
Value *saturatedInWords(SaturatingInst &I) {
  IRBuilder<> Builder(&I);
  Type *T = I.getType(), *Words = T->getWithNewBitWidth(32);
  const bool IsSigned = I.isSigned();
  Value *X = Builder.CreateIntCast(I.getLHS(), Words, IsSigned);
  Value *Y = Builder.CreateIntCast(I.getRHS(), Words, IsSigned);
  Value *Exact = Builder.CreateBinOp(I.getBinaryOp(), X, Y);
  const unsigned Bits = T->getScalarSizeInBits();
  const APInt Most =
      IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  const APInt Least =
      IsSigned ? APInt::getSignedMinValue(Bits) : APInt::getZero(Bits);
  auto Bound = [&](Intrinsic::ID Choice, const APInt &Value) {
    Exact = Builder.CreateBinaryIntrinsic(
        Choice, Exact,
        ConstantInt::get(Words, IsSigned ? Value.sext(32) : Value.zext(32)));
  };
  if (IsSigned || I.getBinaryOp() == Instruction::Sub)
    Bound(Intrinsic::smax, Least);
  if (IsSigned || I.getBinaryOp() == Instruction::Add)
    Bound(Intrinsic::smin, Most);
  return Builder.CreateTrunc(Exact, T);
}

} // namespace

void keepSaturatedShorts(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Saturating = dyn_cast<SaturatingInst>(&I);
          Saturating && I.getType()->getScalarSizeInBits() <= 16) {
        I.replaceAllUsesWith(saturatedInWords(*Saturating));
        I.eraseFromParent();
      }
}

void keepAbsoluteShorts(Module &M) {
  expandAbsoluteValues(M, [](unsigned Bits) { return Bits == 16; });
}

void keepNegatedShorts(Module &M) { copyEach(M, mayNegateSmallestShort); }

void keepSmallerShorts(Module &M) {
  copyEach(M, [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || I.getType()->getScalarSizeInBits() > 16)
      return false;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::vector_reduce_smin:
    case Intrinsic::vector_reduce_smax:
    case Intrinsic::vector_reduce_umin:
    case Intrinsic::vector_reduce_umax:
      return true;
    default:
      return false;
    }
  });
}

void keepAbsoluteIntegers(Module &M) {
  copyEach(M, [](const Instruction &I) {
    return I.getType()->getScalarSizeInBits() >= 32 &&
           match(&I, m_Intrinsic<Intrinsic::abs>(m_Value(), m_Zero()));
  });
}

void keepUnsignedExtensions(Module &M) {
  SmallVector<Use *> Extensions;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Cast = dyn_cast<UIToFPInst>(&I);
          Cast && Cast->getSrcTy()->getScalarSizeInBits() == 32 &&
          mayHold(Cast->getOperand(0), [](const Value *Element) {
            return isa<SExtInst>(Element) ||
                   match(Element, m_AShr(m_Value(), m_Value()));
          }))
        Extensions.push_back(&Cast->getOperandUse(0));
  copyOperands(Extensions);
}

void keepNegations(Module &M) {
  SmallVector<Use *> Negations;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Choice = dyn_cast<MinMaxIntrinsic>(&I);
      // The code generator takes vectors apart.
      if (Choice && Choice->isSigned() &&
          Choice->getType()->getScalarSizeInBits() <= 32)
        for (Use &Operand : Choice->args())
          if (mayHold(Operand, isNegation))
            Negations.push_back(&Operand);
    }
  copyOperands(Negations);
}

} // namespace facet
