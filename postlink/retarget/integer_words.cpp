//===- integer_words.cpp - Integers as words of usual widths --------------===//
//
// See integer_words.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/integer_words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace facet {

constexpr unsigned WideWord = 64;

bool isUsualWidth(unsigned Bits) {
  return Bits == 1 || Bits == 8 || Bits == 16 || Bits == 32 || Bits == WideWord;
}

static unsigned wordWidth(unsigned Bits) {
  return isUsualWidth(Bits) ? Bits
         : Bits > WideWord  ? WideWord
                            : std::max<unsigned>(8, PowerOf2Ceil(Bits));
}

IntegerType *wordType(LLVMContext &Context, unsigned Bits) {
  return IntegerType::get(Context, wordWidth(Bits));
}

unsigned wordCount(unsigned Bits) { return divideCeil(Bits, WideWord); }

static unsigned widthOf(Value *Word) {
  return Word->getType()->getIntegerBitWidth();
}

IntegerWords WordBuilder::constant(const APInt &Value) {
  const unsigned Bits = Value.getBitWidth(), Width = wordWidth(Bits);
  IntegerType *Type = wordType(Builder.getContext(), Bits);
  IntegerWords Words;
  for (unsigned I = 0; I < wordCount(Bits); ++I)
    Words.push_back(ConstantInt::get(
        Type, Value.zextOrTrunc(std::max(Bits, (I + 1) * Width))
                  .extractBits(Width, I * Width)));
  return Words;
}

IntegerWords WordBuilder::masked(IntegerWords Words, unsigned Bits) {
  const unsigned Width = wordWidth(Bits);
  if (unsigned Used = Bits % Width)
    Words.back() = Builder.CreateAnd(
        Words.back(), ConstantInt::get(Words.back()->getType(),
                                       APInt::getLowBitsSet(Width, Used)));
  return Words;
}

IntegerWords WordBuilder::resized(ArrayRef<Value *> Words, unsigned From,
                                  unsigned To) {
  IntegerWords Result;
  for (unsigned I = 0; I < wordCount(To); ++I)
    Result.push_back(
        I < Words.size()
            ? Builder.CreateZExtOrTrunc(Words[I],
                                        wordType(Builder.getContext(), To))
            : Builder.getInt64(0));
  return To < From ? masked(std::move(Result), To) : Result;
}

IntegerWords WordBuilder::withSign(ArrayRef<Value *> Words, unsigned Bits) {
  IntegerWords Result(Words);
  const unsigned Width = wordWidth(Bits);
  if (unsigned Used = Bits % Width)
    Result.back() = Builder.CreateAShr(
        Builder.CreateShl(Result.back(), Width - Used), Width - Used);
  return Result;
}

IntegerWords WordBuilder::signExtended(ArrayRef<Value *> Words, unsigned From,
                                       unsigned To) {
  IntegerWords Result = withSign(Words, From);
  for (Value *&Word : Result)
    Word = Builder.CreateSExtOrTrunc(Word, wordType(Builder.getContext(), To));
  Value *Sign = nullptr;
  while (Result.size() < wordCount(To)) {
    if (!Sign)
      Sign = Builder.CreateAShr(Result.back(), WideWord - 1);
    Result.push_back(Sign);
  }
  return masked(std::move(Result), To);
}

/// The carry is computed from the topmost bits: a comparison would become an
/// addition with carry, an instruction that not every reader of SPIR-V knows.
IntegerWords WordBuilder::sum(bool IsSubtraction, ArrayRef<Value *> A,
                              ArrayRef<Value *> B) {
  IntegerWords Result;
  Value *Carry = nullptr;
  for (auto [X, Y] : zip_equal(A, B)) {
    auto Combine = [&](Value *P, Value *Q) {
      return IsSubtraction ? Builder.CreateSub(P, Q) : Builder.CreateAdd(P, Q);
    };
    Value *Sum = Combine(X, Y);
    if (Carry)
      Sum = Combine(Sum, Carry);
    Result.push_back(Sum);
    if (Result.size() == A.size())
      break;
    Value *First = IsSubtraction ? Builder.CreateNot(X) : X;
    Value *Changed = IsSubtraction ? Sum : Builder.CreateNot(Sum);
    Carry = Builder.CreateLShr(
        Builder.CreateOr(
            Builder.CreateAnd(First, Y),
            Builder.CreateAnd(Builder.CreateOr(First, Y), Changed)),
        WideWord - 1);
  }
  return Result;
}

/// Each word of the result is made of two neighbours; which, says the amount.
/// Builder folds what a constant amount decides.
IntegerWords WordBuilder::shifted(Instruction::BinaryOps Operation,
                                  ArrayRef<Value *> A, Value *Amount) {
  const bool IsLeft = Operation == Instruction::Shl;
  const int Count = A.size();
  Value *Zero = Builder.getInt64(0);
  Value *Fill = Operation == Instruction::AShr
                    ? Builder.CreateAShr(A.back(), WideWord - 1)
                    : Zero;
  Value *Rest = Builder.CreateAnd(Amount, WideWord - 1);
  Value *Other = Builder.CreateSub(Builder.getInt64(WideWord - 1), Rest);
  Value *Distance = Builder.CreateLShr(Amount, Log2_32(WideWord));
  auto Word = [&](int I) {
    return I < 0 ? Zero : I < Count ? A[I] : Fill;
  };
  IntegerWords Result;
  for (int I = 0; I < Count; ++I) {
    Value *Chosen = Fill;
    for (int Skip = 0; Skip < Count; ++Skip) {
      // Two shifts: one by the whole width would be poison.
      Value *Part =
          IsLeft ? Builder.CreateOr(
                       Builder.CreateShl(Word(I - Skip), Rest),
                       Builder.CreateLShr(
                           Builder.CreateLShr(Word(I - Skip - 1), 1), Other))
                 : Builder.CreateOr(
                       Builder.CreateLShr(Word(I + Skip), Rest),
                       Builder.CreateShl(
                           Builder.CreateShl(Word(I + Skip + 1), 1), Other));
      Chosen = Builder.CreateSelect(
          Builder.CreateICmpEQ(Distance, Builder.getInt64(Skip)), Part, Chosen);
    }
    Result.push_back(Chosen);
  }
  return Result;
}

IntegerWords WordBuilder::binary(Instruction::BinaryOps Operation,
                                 unsigned Bits, ArrayRef<Value *> A,
                                 ArrayRef<Value *> B) {
  const bool IsSigned = Operation == Instruction::AShr ||
                        Operation == Instruction::SDiv ||
                        Operation == Instruction::SRem;
  IntegerWords X(A), Y(B), Result;
  if (IsSigned)
    X = withSign(X, Bits);
  if (IsSigned && Operation != Instruction::AShr)
    Y = withSign(Y, Bits);
  switch (Operation) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    for (auto [P, Q] : zip_equal(X, Y))
      Result.push_back(Builder.CreateBinOp(Operation, P, Q));
    return Result;
  case Instruction::Add:
  case Instruction::Sub:
    return masked(sum(Operation == Instruction::Sub, X, Y), Bits);
  default:
    break;
  }
  if (X.size() == 1)
    return masked({Builder.CreateBinOp(Operation, X[0], Y[0])}, Bits);
  if (Instruction::isShift(Operation))
    return masked(shifted(Operation, X, Y[0]), Bits);
  return {};
}

Value *WordBuilder::compare(CmpInst::Predicate Predicate, unsigned Bits,
                            ArrayRef<Value *> A, ArrayRef<Value *> B) {
  IntegerWords X(A), Y(B);
  if (CmpInst::isSigned(Predicate))
    X = withSign(X, Bits), Y = withSign(Y, Bits);
  // From the least significant word on: what decides is a higher word, if it
  // differs.
  Value *Result = Builder.CreateICmp(
      X.size() == 1 ? Predicate : ICmpInst::getUnsignedPredicate(Predicate),
      X[0], Y[0]);
  for (unsigned I = 1; I < X.size(); ++I) {
    const bool IsTop = I + 1 == X.size();
    if (CmpInst::isEquality(Predicate)) {
      Value *Word = Builder.CreateICmp(Predicate, X[I], Y[I]);
      Result = Predicate == CmpInst::ICMP_EQ ? Builder.CreateAnd(Result, Word)
                                             : Builder.CreateOr(Result, Word);
      continue;
    }
    const CmpInst::Predicate Strict = CmpInst::getStrictPredicate(
        IsTop ? Predicate : ICmpInst::getUnsignedPredicate(Predicate));
    Result = Builder.CreateSelect(Builder.CreateICmpEQ(X[I], Y[I]), Result,
                                  Builder.CreateICmp(Strict, X[I], Y[I]));
  }
  return Result;
}

Value *WordBuilder::bits(ArrayRef<Value *> Words, unsigned Bits,
                         unsigned Offset, unsigned Width) {
  IntegerWords Moved =
      Words.size() == 1
          ? IntegerWords{Builder.CreateLShr(Words[0], Offset)}
          : shifted(Instruction::LShr, Words, Builder.getInt64(Offset));
  return resized(Moved, Bits, Width)[0];
}

void WordBuilder::insert(IntegerWords &Words, unsigned Bits, unsigned Offset,
                         Value *Part) {
  IntegerWords Whole = resized({Part}, widthOf(Part), Bits);
  if (Whole.size() == 1)
    Whole[0] = Builder.CreateShl(Whole[0], Offset);
  else
    Whole = shifted(Instruction::Shl, Whole, Builder.getInt64(Offset));
  for (auto [To, From] : zip_equal(Words, Whole))
    To = Builder.CreateOr(To, From);
}

/// How many bytes are accessed at once at `Offset` of so many: what the
/// alignment allows, and not beyond the end.
static unsigned pieceSize(Align Alignment, unsigned Offset, unsigned Bytes) {
  unsigned Size = std::min<uint64_t>(
      commonAlignment(Alignment, Offset).value(), WideWord / 8);
  while (Offset % Size != 0 || Offset + Size > Bytes)
    Size /= 2;
  return Size;
}

IntegerWords WordBuilder::load(const LoadInst &Load, unsigned Bits) {
  IntegerWords Words = zero(Bits);
  const unsigned Bytes = divideCeil(Bits, 8);
  for (unsigned Offset = 0; Offset < Bytes;) {
    const unsigned Size = pieceSize(Load.getAlign(), Offset, Bytes);
    Value *Pointer = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), const_cast<Value *>(Load.getPointerOperand()),
        Offset);
    Value *Piece = Builder.CreateAlignedLoad(
        Builder.getIntNTy(Size * 8), Pointer,
        commonAlignment(Load.getAlign(), Offset), Load.isVolatile());
    insert(Words, Bits, Offset * 8, Piece);
    Offset += Size;
  }
  return masked(std::move(Words), Bits);
}

void WordBuilder::store(const StoreInst &Store, unsigned Bits,
                        ArrayRef<Value *> Words) {
  const unsigned Bytes = divideCeil(Bits, 8);
  for (unsigned Offset = 0; Offset < Bytes;) {
    const unsigned Size = pieceSize(Store.getAlign(), Offset, Bytes);
    Value *Pointer = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), const_cast<Value *>(Store.getPointerOperand()),
        Offset);
    Builder.CreateAlignedStore(bits(Words, Bits, Offset * 8, Size * 8),
                               Pointer, commonAlignment(Store.getAlign(), Offset),
                               Store.isVolatile());
    Offset += Size;
  }
}

} // namespace facet
