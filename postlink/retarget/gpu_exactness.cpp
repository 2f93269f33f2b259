//===- gpu_exactness.cpp - Code that GPU back ends translate wrongly ------===//
//
// See gpu_exactness.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_exactness.h"

#include "postlink/retarget/absolute_values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

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

bool takesPart(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isTakenApart(*Store);
  if (auto *Cast = dyn_cast<BitCastInst>(&I))
    return Cast->getType()->getScalarSizeInBits() <
           Cast->getSrcTy()->getScalarSizeInBits();
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

/// A copy of \p Bits by the PTX instruction \p Instruction, which LLVM does not
/// look through.
Value *copyBy(const Twine &Instruction, Value *Bits, IRBuilder<> &Builder) {
  unsigned Width = Bits->getType()->getIntegerBitWidth();
  const char *Register = Width == 16 ? "h" : Width == 32 ? "r" : "l";
  auto *Type = FunctionType::get(Bits->getType(), {Bits->getType()}, false);
  auto *Assembly = InlineAsm::get(Type, Instruction.str(),
                                  std::string("=") + Register + "," + Register,
                                  /*hasSideEffects=*/false);
  CallInst *Copy = Builder.CreateCall(Type, Assembly, {Bits});
  Copy->setDoesNotAccessMemory();
  Copy->setDoesNotThrow();
  return Copy;
}

/// For stores of a part of a register any copy will do.
Value *copyOf(Value *Bits, IRBuilder<> &Builder) {
  return copyBy("mov.b" + Twine(Bits->getType()->getIntegerBitWidth()) +
                    " $0, $1;",
                Bits, Builder);
}

/// A copy of \p Value, of 16 or 32 bits, that ptxas does not look through
/// before it combines instructions, and drops later: all four bytes in order.
Value *copyForAssembler(Value *Number, IRBuilder<> &Builder) {
  Value *Wide = Builder.CreateZExt(Number, Builder.getInt32Ty());
  return Builder.CreateTrunc(
      copyBy("prmt.b32 $0, $1, 0, 0x3210;", Wide, Builder), Number->getType());
}

/// \p Copy of each element of \p Given, or of itself.
Value *copyElements(Value *Given, IRBuilder<> &Builder,
                    function_ref<Value *(Value *)> Copy) {
  auto *Vector = dyn_cast<FixedVectorType>(Given->getType());
  if (!Vector)
    return Copy(Given);
  Value *Copies = nullptr;
  for (unsigned I = 0; I != Vector->getNumElements(); ++I) {
    Value *Element = Copy(Builder.CreateExtractElement(Given, I));
    if (!Copies)
      Copies = PoisonValue::get(
          FixedVectorType::get(Element->getType(), Vector->getNumElements()));
    Copies = Builder.CreateInsertElement(Copies, Element, I);
  }
  return Copies;
}

Value *copyElementsForAssembler(Value *Given, IRBuilder<> &Builder) {
  return copyElements(Given, Builder, [&](Value *Element) {
    return copyForAssembler(Element, Builder);
  });
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

/// True if \p Is holds of \p Number or of one of its elements, for all the code
/// generator knows.
bool mayHold(const Value *Number, function_ref<bool(const Value *)> Is) {
  if (Is(Number))
    return true;
  if (auto *Insertion = dyn_cast<InsertElementInst>(Number))
    return mayHold(Insertion->getOperand(1), Is) ||
           mayHold(Insertion->getOperand(0), Is);
  if (auto *Extraction = dyn_cast<ExtractElementInst>(Number))
    return mayHold(Extraction->getVectorOperand(), Is);
  if (auto *Elements = dyn_cast<Constant>(Number))
    if (auto *Vector = dyn_cast<FixedVectorType>(Number->getType())) {
      for (unsigned I = 0; I != Vector->getNumElements(); ++I) {
        const Constant *Element = Elements->getAggregateElement(I);
        if (!Element || Is(Element))
          return true;
      }
      return false;
    }
  return isa<ShuffleVectorInst>(Number);
}

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
  case Instruction::Mul: // The code generator negates.
    return !I.hasNoSignedWrap() &&
           mayHold(I.getOperand(1), [](const Value *Element) {
             return match(Element, m_AllOnes()) || isa<UndefValue>(Element);
           });
  default:
    return false;
  }
}

/// Puts copies for the assembler in the place of \p Number.
void replaceByCopies(Instruction &Number) {
  IRBuilder<> Builder(Number.getNextNode());
  SmallVector<Use *> Uses(make_pointer_range(Number.uses()));
  Value *Copies = copyElementsForAssembler(&Number, Builder);
  for (Use *U : Uses)
    U->set(Copies);
}

/// Has copies for the assembler used in the place of each operand.
void copyOperands(ArrayRef<Use *> Operands) {
  for (Use *Operand : Operands) {
    IRBuilder<> Builder(cast<Instruction>(Operand->getUser()));
    Operand->set(copyElementsForAssembler(Operand->get(), Builder));
  }
}

/// Replaces by copies each instruction that \p Is holds of.
void copyEach(Module &M, function_ref<bool(const Instruction &)> Is) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (Is(I))
        replaceByCopies(I);
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

void keepBitsOfFloats(Module &M) {
  for (Function &F : M) {
    storeBits(F);
    for (Instruction *Cast : castsUsedInPart(F)) {
      Cast->replaceAllUsesWith(castOfCopies(cast<BitCastInst>(*Cast)));
      Cast->eraseFromParent();
    }
  }
}

void keepAbsoluteShorts(Module &M) {
  expandAbsoluteValues(M, [](unsigned Bits) { return Bits == 16; });
}

void keepNegatedShorts(Module &M) { copyEach(M, mayNegateSmallestShort); }

void keepSmallerShorts(Module &M) {
  copyEach(M, [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || I.getType()->getScalarSizeInBits() != 16)
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
    return I.getType()->getScalarSizeInBits() == 32 &&
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
