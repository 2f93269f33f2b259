//===- gpu_exactness.cpp - Numbers that GPU back ends translate wrongly ---===//
//
// See gpu_exactness.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_exactness.h"

#include "postlink/retarget/assembler_copies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownFPClass.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// The elements of \p Value, or itself; null for an element nobody knows.
SmallVector<Constant *> elementsOf(Constant &Value) {
  auto *Vector = dyn_cast<FixedVectorType>(Value.getType());
  if (!Vector)
    return {&Value};
  SmallVector<Constant *> Elements;
  for (unsigned I = 0; I != Vector->getNumElements(); ++I)
    Elements.push_back(Value.getAggregateElement(I));
  return Elements;
}

bool isZero(const Constant *Element, bool Negative) {
  auto *Number = dyn_cast_or_null<ConstantFP>(Element);
  return Number && Number->isZero() && Number->isNegative() == Negative;
}

/// \p Value with each of its zeros of the other sign.
Constant *withOtherZeros(Constant &Value) {
  SmallVector<Constant *> Elements = elementsOf(Value);
  for (Constant *&Element : Elements)
    if (isZero(Element, false) || isZero(Element, true))
      Element = ConstantFP::get(Element->getContext(),
                                neg(cast<ConstantFP>(Element)->getValueAPF()));
  return Value.getType()->isVectorTy() ? ConstantVector::get(Elements)
                                       : Elements.front();
}

/// True if \p Select, by a comparison of a value with \p Zeros, is like a
/// minimum or a maximum of the two but for the sign of a zero.
bool losesSignOfZero(const SelectInst &Select, const FCmpInst &Compare,
                     Constant &Zeros) {
  if (Select.hasNoSignedZeros())
    return false;
  const Value *X = Compare.getOperand(0);
  bool TakesLesser;
  if (Select.getTrueValue() == X && Select.getFalseValue() == &Zeros)
    TakesLesser = true;
  else if (Select.getTrueValue() == &Zeros && Select.getFalseValue() == X)
    TakesLesser = false;
  else
    return false;
  switch (Compare.getUnorderedPredicate()) {
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
    break;
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_UGE:
    TakesLesser = !TakesLesser;
    break;
  default:
    return false;
  }
  // min(-0.0, +0.0) is -0.0, max(+0.0, -0.0) is +0.0: X in both, whatever it
  // is.
  return any_of(elementsOf(Zeros), [&](const Constant *Element) {
    return isZero(Element, /*Negative=*/!TakesLesser);
  });
}

/// True if an element of \p Select is one of -1.0 and -0.0.
bool choosesMinusOneOrZero(SelectInst &Select) {
  auto *A = dyn_cast<Constant>(Select.getTrueValue());
  auto *B = dyn_cast<Constant>(Select.getFalseValue());
  if (!A || !B || !Select.getType()->getScalarType()->isFloatTy())
    return false;
  auto IsMinusOne = [](const Constant *Element) {
    auto *Number = dyn_cast_or_null<ConstantFP>(Element);
    return Number && Number->isExactlyValue(-1.0);
  };
  for (auto [X, Y] : zip_equal(elementsOf(*A), elementsOf(*B)))
    if ((IsMinusOne(X) && isZero(Y, /*Negative=*/true)) ||
        (IsMinusOne(Y) && isZero(X, /*Negative=*/true)))
      return true;
  return false;
}

/// A store that the code generator makes of parts of a register, because the
/// address is aligned less than the elements are large.
bool isTakenApart(const StoreInst &Store) {
  Type *Element = Store.getValueOperand()->getType()->getScalarType();
  return (Element->isFloatingPointTy() || Element->isIntegerTy()) &&
         Store.getAlign() <
             Store.getDataLayout().getTypeStoreSize(Element).getFixedValue();
}

/// Makes such stores of \p F store the bits of floating-point values.
void storeBits(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !isTakenApart(*Store) ||
        !Store->getValueOperand()->getType()->isFPOrFPVectorTy())
      continue;
    IRBuilder<> Builder(Store);
    Value *Number = Store->getValueOperand();
    Type *Bits = Number->getType()->getWithNewType(
        Builder.getIntNTy(Number->getType()->getScalarSizeInBits()));
    Store->setOperand(0, Builder.CreateBitCast(Number, Bits));
  }
}

/// A mask of low bits that the code generator may make a narrower operation of.
bool isLowMask(const Value *Number) {
  const APInt *Mask;
  return match(Number, m_APInt(Mask)) &&
         Mask->getActiveBits() <= Mask->getBitWidth() / 2;
}

bool takesPart(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isTakenApart(*Store);
  if (auto *Cast = dyn_cast<BitCastInst>(&I))
    return Cast->getType()->getScalarSizeInBits() <
           Cast->getSrcTy()->getScalarSizeInBits();
  if (I.getOpcode() == Instruction::And)
    return isLowMask(I.getOperand(1));
  return isa<TruncInst, ExtractElementInst, ShuffleVectorInst>(I);
}

/// The casts of floating-point values to their bits which \p F may use a part
/// of: directly, or through what the code generator may find to change nothing
/// in that part.
SmallSetVector<Instruction *, 16> castsUsedInPart(Function &F) {
  SmallSetVector<Instruction *, 16> Found, Used;
  for (Instruction &I : instructions(F))
    if (takesPart(I))
      Used.insert(&I);
  for (unsigned I = 0; I != Used.size(); ++I) {
    auto *Cast = dyn_cast<BitCastInst>(Used[I]);
    if (Cast && Cast->getSrcTy()->isFPOrFPVectorTy()) {
      if (Cast->getType()->isIntOrIntVectorTy())
        Found.insert(Cast);
      continue;
    }
    for (Value *Operand : Used[I]->operands())
      if (isa<PHINode, SelectInst, FreezeInst, BinaryOperator, CastInst,
              InsertElementInst>(Operand))
        Used.insert(cast<Instruction>(Operand));
  }
  return Found;
}

/// What \p Compare says of a number that is NaN or not negative; it compares
/// with a negative number. Nothing if that is no question of NaN.
std::optional<CmpInst::Predicate> asQuestionOfNan(FCmpInst::Predicate Compare) {
  switch (Compare) {
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_ONE:
    return CmpInst::FCMP_ORD;
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
  case CmpInst::FCMP_UEQ:
    return CmpInst::FCMP_UNO;
  default:
    return std::nullopt;
  }
}

bool isNegative(const Value *Number) {
  const APFloat *Known;
  return match(Number, m_APFloat(Known)) && Known->isNegative() &&
         !Known->isZero() && !Known->isNaN();
}

/// A comparison with a negative number, which comes second.
void askForNan(FCmpInst &Compare) {
  Value *X = Compare.getOperand(0);
  auto Question = asQuestionOfNan(Compare.getPredicate());
  if (!Question || !computeKnownFPClass(X, fcAllFlags,
                                        SimplifyQuery(Compare.getDataLayout()))
                        .cannotBeOrderedLessThanZero())
    return;
  Compare.setPredicate(*Question);
  Compare.setOperand(1, ConstantFP::getZero(X->getType()));
}

/// True if the assembler may take \p Number for a number of the other kind,
/// integer or floating-point: it comes of a conversion or a choice, or the sign
/// that an instruction gives it may become the sign of an operand.
bool mayChangeKind(const Value *Number) {
  if (isa<CastInst>(Number))
    return !isa<BitCastInst>(Number);
  return isa<SelectInst, PHINode>(Number) || match(Number, m_Neg(m_Value())) ||
         match(Number, m_FNeg(m_Value())) || match(Number, m_FAbs(m_Value())) ||
         match(Number, m_Intrinsic<Intrinsic::abs>(m_Value(), m_Value()));
}

bool changesKind(const BitCastInst &Cast) {
  Type *From = Cast.getSrcTy(), *To = Cast.getDestTy();
  return From->isFPOrFPVectorTy() != To->isFPOrFPVectorTy() &&
         From->getScalarSizeInBits() == To->getScalarSizeInBits() &&
         mayHold(Cast.getOperand(0), mayChangeKind);
}

/// Puts copies of its bits in the place of \p Number, of a floating-point type.
void copyBits(Use &Number) {
  IRBuilder<> Builder(cast<Instruction>(Number.getUser()));
  Type *T = Number->getType();
  Type *Bits = T->getWithNewType(Builder.getIntNTy(T->getScalarSizeInBits()));
  Number.set(Builder.CreateBitCast(
      copyForAssembler(Builder.CreateBitCast(Number, Bits), Builder), T));
}

/// A conversion of an integer, maybe by way of another floating-point type.
bool isConvertedInteger(const Value *Number) {
  while (isa<FPTruncInst, FPExtInst>(Number))
    Number = cast<CastInst>(Number)->getOperand(0);
  return isa<SIToFPInst, UIToFPInst>(Number);
}

/// The same as \p Cast, from copies of the source's elements.
Value *castOfCopies(BitCastInst &Cast) {
  IRBuilder<> Builder(&Cast);
  Value *Source = Cast.getOperand(0);
  Type *Integer = Builder.getIntNTy(Source->getType()->getScalarSizeInBits());
  Value *Copies = copyElements(Source, Builder, [&](Value *Element) {
    return copyOf(Builder.CreateBitCast(Element, Integer), Builder);
  });
  return Builder.CreateBitCast(Copies, Cast.getType());
}

} // namespace

void keepSignsOfZero(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Compare = dyn_cast<FCmpInst>(&I);
      auto *Zeros =
          Compare ? dyn_cast<Constant>(Compare->getOperand(1)) : nullptr;
      if (Zeros && any_of(Compare->users(), [&](const User *U) {
            auto *Select = dyn_cast<SelectInst>(U);
            return Select && losesSignOfZero(*Select, *Compare, *Zeros);
          }))
        // Equal to the comparison, but no longer of what is selected.
        Compare->setOperand(1, withOtherZeros(*Zeros));
    }
}

void keepZerosBesideMinusOne(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Select = dyn_cast<SelectInst>(&I);
      if (!Select || !choosesMinusOneOrZero(*Select))
        continue;
      IRBuilder<> Builder(Select);
      Type *Bits = Select->getType()->getWithNewType(Builder.getInt32Ty());
      Value *Chosen = Builder.CreateSelect(
          Select->getCondition(),
          Builder.CreateBitCast(Select->getTrueValue(), Bits),
          Builder.CreateBitCast(Select->getFalseValue(), Bits));
      Select->replaceAllUsesWith(
          Builder.CreateBitCast(Chosen, Select->getType()));
      Select->eraseFromParent();
    }
}

void keepNansBesideSigns(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Compare = dyn_cast<FCmpInst>(&I)) {
        if (isNegative(Compare->getOperand(0)))
          Compare->swapOperands();
        if (isNegative(Compare->getOperand(1)))
          askForNan(*Compare);
      }
}

void keepKindsOfBits(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Cast = dyn_cast<BitCastInst>(&I);
      if (!Cast || !changesKind(*Cast))
        continue;
      if (Cast->getDestTy()->isIntOrIntVectorTy()) {
        replaceByCopies(*Cast);
        continue;
      }
      IRBuilder<> Builder(Cast);
      Cast->setOperand(0, copyForAssembler(Cast->getOperand(0), Builder));
    }
}

void keepNegativeZeros(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<UnaryOperator>(I) && I.getOpcode() == Instruction::FNeg &&
          !I.hasNoSignedZeros() && mayHold(I.getOperand(0), isConvertedInteger))
        copyBits(I.getOperandUse(0));
}

void keepBitsOfFloats(Module &M) {
  for (Function &F : M) {
    storeBits(F);
    for (Instruction *Cast : castsUsedInPart(F)) {
      Cast->replaceAllUsesWith(castOfCopies(cast<BitCastInst>(*Cast)));
      Cast->eraseFromParent();
    }
  }
}

} // namespace facet
