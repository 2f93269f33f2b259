//===- integer_widths.cpp - Integers of widths that SPIR-V lacks ----------===//
//
// See integer_widths.h. Each such value becomes words (integer_words.h); blocks
// are visited in an order in which values are made before they are used, and
// what loops bring is put into the phis at the end.
//
// Functions that take or return such integers get other types first: a parameter
// for each word, and a structure of words as the result if there are several.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/integer_widths.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "postlink/retarget/integer_words.h"

using namespace llvm;

namespace facet {
namespace {

/// The type itself, or of a vector's elements or in an aggregate.
bool isUnusual(Type *T) {
  if (auto *Integer = dyn_cast<IntegerType>(T->getScalarType()))
    return !isUsualWidth(Integer->getBitWidth());
  return any_of(T->subtypes(), isUnusual);
}

bool isUnusualInteger(const Value *V) {
  return V->getType()->isIntegerTy() && isUnusual(V->getType());
}

/// Pointers have no type: what is in memory is named by the instruction.
bool touchesUnusual(const Instruction &I) {
  if (isUnusual(I.getType()))
    return true;
  if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
    return isUnusual(Alloca->getAllocatedType());
  if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
      Gep && isUnusual(Gep->getSourceElementType()))
    return true;
  return any_of(I.operands(),
                [](const Use &U) { return isUnusual(U->getType()); });
}

using WordsOfValues = DenseMap<Value *, IntegerWords>;
using ReplacedFunctions = DenseMap<Function *, Function *>;

//===-- Functions ---------------------------------------------------------===//

Type *replacedResult(Type *T) {
  if (!T->isIntegerTy() || !isUnusual(T))
    return T;
  const unsigned Bits = T->getIntegerBitWidth();
  Type *Word = wordType(T->getContext(), Bits);
  if (wordCount(Bits) == 1)
    return Word;
  return StructType::get(T->getContext(),
                         SmallVector<Type *>(wordCount(Bits), Word));
}

Function *replaceSignature(Function &F, WordsOfValues &Words) {
  SmallVector<Type *> Types;
  SmallVector<AttributeSet> Attributes;
  const AttributeList Old = F.getAttributes();
  for (Argument &A : F.args()) {
    const bool IsReplaced = isUnusualInteger(&A);
    const unsigned Bits = IsReplaced ? A.getType()->getIntegerBitWidth() : 0;
    Types.append(IsReplaced ? wordCount(Bits) : 1,
                 IsReplaced ? wordType(F.getContext(), Bits) : A.getType());
    Attributes.append(IsReplaced ? wordCount(Bits) : 1,
                      IsReplaced ? AttributeSet()
                                 : Old.getParamAttrs(A.getArgNo()));
  }
  Type *Result = replacedResult(F.getReturnType());
  Function *New = Function::Create(FunctionType::get(Result, Types, false),
                                   F.getLinkage(), F.getAddressSpace());
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->takeName(&F);
  New->copyAttributesFrom(&F);
  New->setAttributes(AttributeList::get(
      F.getContext(), Old.getFnAttrs(),
      Result == F.getReturnType() ? Old.getRetAttrs() : AttributeSet(),
      Attributes));
  New->copyMetadata(&F, 0);
  New->splice(New->begin(), &F);
  Function::arg_iterator Next = New->arg_begin();
  for (Argument &A : F.args()) {
    if (!isUnusualInteger(&A)) {
      Next->takeName(&A);
      A.replaceAllUsesWith(&*Next++);
      continue;
    }
    IntegerWords &Parts = Words[&A];
    for (unsigned I = 0; I < wordCount(A.getType()->getIntegerBitWidth()); ++I)
      Parts.push_back(&*Next++);
  }
  return New;
}

ReplacedFunctions replaceSignatures(Module &M, WordsOfValues &Words) {
  SmallVector<Function *> Unusual;
  for (Function &F : M)
    if (!F.isIntrinsic() && isUnusual(F.getFunctionType()))
      Unusual.push_back(&F);
  ReplacedFunctions Replaced;
  for (Function *F : Unusual)
    Replaced[F] = replaceSignature(*F, Words);
  return Replaced;
}

//===-- Instructions ------------------------------------------------------===//

class FunctionRewriter {
public:
  FunctionRewriter(Function &F, WordsOfValues &Words,
                   const ReplacedFunctions &Functions)
      : F(F), Words(Words), Functions(Functions), Layout(F.getDataLayout()),
        Builder(F.getContext(), InstSimplifyFolder(Layout)), Math(Builder) {}

  Error run();

private:
  bool rewrite(Instruction &I);
  bool rewriteMemory(Instruction &I);
  bool rewriteBitCast(BitCastInst &Cast);
  bool rewriteFloatCast(CastInst &Cast);
  bool rewriteCast(CastInst &Cast);
  bool rewriteFunnelShift(IntrinsicInst &Call, const IntegerWords &High);
  IntegerWords select(Value *IsFirst, const IntegerWords &First,
                      const IntegerWords &Second);
  bool rewriteCall(CallInst &Call);
  bool rewriteIntrinsic(IntrinsicInst &Call);
  bool rewriteOverflow(WithOverflowInst &Call);
  bool rewriteSwitch(SwitchInst &Switch);
  bool rewriteReturn(ReturnInst &Return);
  void rewritePhi(PHINode &Phi);
  void fillPhi(PHINode &Phi);
  IntegerWords countZeros(bool FromTop, unsigned Bits, Value *Word);

  IntegerWords wordsOf(Value *V);
  static unsigned bitsOf(const Value *V) {
    return V->getType()->getIntegerBitWidth();
  }
  /// What uses `I` finds, now or when it is rewritten.
  bool replace(Instruction &I, IntegerWords Result);

  Function &F;
  WordsOfValues &Words;
  const ReplacedFunctions &Functions;
  const DataLayout &Layout;
  IRBuilder<InstSimplifyFolder> Builder;
  WordBuilder Math;
  bool AllKnown = true;
};

IntegerWords FunctionRewriter::wordsOf(Value *V) {
  if (auto *Constant = dyn_cast<ConstantInt>(V))
    return isUnusualInteger(V) ? Math.constant(Constant->getValue())
                               : IntegerWords{V};
  if (!isUnusualInteger(V))
    return {V};
  // Any value does, but zeros beyond the width it must have.
  if (isa<UndefValue>(V))
    return Math.zero(bitsOf(V));
  auto At = Words.find(V);
  if (At != Words.end())
    return At->second;
  AllKnown = false;
  return Math.zero(bitsOf(V));
}

bool FunctionRewriter::replace(Instruction &I, IntegerWords Result) {
  if (Result.empty())
    return false;
  if (isUnusualInteger(&I))
    Words[&I] = std::move(Result);
  else
    I.replaceAllUsesWith(Result[0]);
  return true;
}

bool FunctionRewriter::rewriteMemory(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isAtomic() ? false
                            : replace(I, Math.load(*Load, bitsOf(Load)));
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Value *Stored = Store->getValueOperand();
    if (Store->isAtomic() || !isUnusualInteger(Stored))
      return false;
    Math.store(*Store, bitsOf(Stored), wordsOf(Stored));
    return true;
  }
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    if (Alloca->isArrayAllocation())
      return false;
    AllocaInst *Bytes = Builder.CreateAlloca(
        ArrayType::get(Builder.getInt8Ty(),
                       Layout.getTypeAllocSize(Alloca->getAllocatedType())),
        Alloca->getAddressSpace());
    Bytes->setAlignment(Alloca->getAlign());
    Bytes->takeName(Alloca);
    Alloca->replaceAllUsesWith(Bytes);
    return true;
  }
  auto &Gep = cast<GetElementPtrInst>(I);
  if (Gep.getType()->isVectorTy() ||
      any_of(Gep.indices(), [](Value *V) { return isUnusualInteger(V); }))
    return false;
  Gep.replaceAllUsesWith(Builder.CreatePtrAdd(
      Gep.getPointerOperand(), emitGEPOffset(&Builder, Layout, &Gep)));
  return true;
}

/// Between an integer and a vector of the same bits.
bool FunctionRewriter::rewriteBitCast(BitCastInst &Cast) {
  Value *From = Cast.getOperand(0);
  const bool ToVector = isUnusualInteger(From);
  auto *Vector =
      dyn_cast<FixedVectorType>(ToVector ? Cast.getType() : From->getType());
  if (!Vector || isUnusual(Vector))
    return false;
  const unsigned Width = Vector->getScalarSizeInBits();
  IntegerType *Element = Builder.getIntNTy(Width);
  IntegerWords Parts = ToVector ? wordsOf(From) : Math.zero(bitsOf(&Cast));
  Value *Result = PoisonValue::get(Vector);
  for (unsigned I = 0; I < Vector->getNumElements(); ++I)
    if (ToVector)
      Result = Builder.CreateInsertElement(
          Result,
          Builder.CreateBitOrPointerCast(
              Math.bits(Parts, bitsOf(From), I * Width, Width),
              Vector->getElementType()),
          I);
    else
      Math.insert(Parts, bitsOf(&Cast), I * Width,
                  Builder.CreateBitOrPointerCast(
                      Builder.CreateExtractElement(From, I), Element));
  return replace(Cast, ToVector ? IntegerWords{Result} : Parts);
}

/// Between an integer and a floating-point number.
bool FunctionRewriter::rewriteFloatCast(CastInst &Cast) {
  Value *From = Cast.getOperand(0);
  if (isUnusualInteger(From)) {
    IntegerWords Word = wordsOf(From);
    if (Word.size() != 1)
      return false;
    if (isa<SIToFPInst>(Cast))
      Word = Math.withSign(Word, bitsOf(From));
    return replace(Cast, {Builder.CreateCast(Cast.getOpcode(), Word[0],
                                             Cast.getType())});
  }
  if (wordCount(bitsOf(&Cast)) != 1)
    return false;
  return replace(
      Cast, Math.masked({Builder.CreateCast(Cast.getOpcode(), From,
                                            wordType(F.getContext(), bitsOf(&Cast)))},
                        bitsOf(&Cast)));
}

bool FunctionRewriter::rewriteCast(CastInst &Cast) {
  Value *From = Cast.getOperand(0);
  Type *To = Cast.getType();
  if (auto *BitCast = dyn_cast<BitCastInst>(&Cast))
    return rewriteBitCast(*BitCast);
  if (To->isVectorTy() || From->getType()->isVectorTy())
    return false;
  if (isa<TruncInst, ZExtInst>(Cast))
    return replace(Cast,
                   Math.resized(wordsOf(From), bitsOf(From), bitsOf(&Cast)));
  if (isa<SExtInst>(Cast))
    return replace(
        Cast, Math.signExtended(wordsOf(From), bitsOf(From), bitsOf(&Cast)));
  if (isa<PtrToIntInst>(Cast))
    return replace(Cast,
                   Math.resized({Builder.CreatePtrToInt(From, Builder.getInt64Ty())},
                                64, bitsOf(&Cast)));
  if (isa<IntToPtrInst>(Cast))
    return replace(Cast, {Builder.CreateIntToPtr(
                             Math.resized(wordsOf(From), bitsOf(From), 64)[0],
                             To)});
  return rewriteFloatCast(Cast);
}

/// Zeros beyond the width are not counted.
IntegerWords FunctionRewriter::countZeros(bool FromTop, unsigned Bits,
                                          Value *Word) {
  const unsigned Width = bitsOf(Word);
  if (FromTop)
    return {Builder.CreateSub(
        Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, Word, Builder.getFalse()),
        ConstantInt::get(Word->getType(), Width - Bits))};
  Value *End = ConstantInt::get(Word->getType(), APInt::getOneBitSet(Width, Bits));
  return {Builder.CreateBinaryIntrinsic(
      Intrinsic::cttz, Builder.CreateOr(Word, End), Builder.getFalse())};
}

bool FunctionRewriter::rewriteOverflow(WithOverflowInst &Call) {
  const unsigned Bits = bitsOf(Call.getLHS());
  IntegerWords A = wordsOf(Call.getLHS()), B = wordsOf(Call.getRHS());
  // Twice as wide, nothing overflows.
  auto Wide = [&](const IntegerWords &X) {
    return Call.isSigned() ? Math.signExtended(X, Bits, Bits * 2)
                           : Math.resized(X, Bits, Bits * 2);
  };
  IntegerWords Exact =
      Math.binary(Call.getBinaryOp(), Bits * 2, Wide(A), Wide(B));
  if (Exact.empty())
    return false;
  IntegerWords Result = Math.resized(Exact, Bits * 2, Bits);
  Value *Overflow =
      Math.compare(CmpInst::ICMP_NE, Bits * 2, Exact, Wide(Result));
  for (User *U : Call.users()) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    if (!Part)
      return false;
    if (Part->getIndices().front() == 0)
      Words[Part] = Result;
    else
      Part->replaceAllUsesWith(Overflow);
  }
  return true;
}

/// fshl and fshr: both operands in one integer, the first one above.
bool FunctionRewriter::rewriteFunnelShift(IntrinsicInst &Call,
                                          const IntegerWords &High) {
  const unsigned Bits = bitsOf(Call.getArgOperand(0)), Wide = Bits * 2;
  const bool IsLeft = Call.getIntrinsicID() == Intrinsic::fshl;
  IntegerWords Amount =
      Math.binary(Instruction::URem, Bits, wordsOf(Call.getArgOperand(2)),
                  Math.constant(APInt(Bits, Bits)));
  if (Amount.empty())
    return false;
  const IntegerWords Half = Math.constant(APInt(Wide, Bits));
  IntegerWords Both = Math.binary(Instruction::Shl, Wide,
                                  Math.resized(High, Bits, Wide), Half);
  Both = Math.binary(Instruction::Or, Wide, Both,
                     Math.resized(wordsOf(Call.getArgOperand(1)), Bits, Wide));
  Both = Math.binary(IsLeft ? Instruction::Shl : Instruction::LShr, Wide, Both,
                     Math.resized(Amount, Bits, Wide));
  if (IsLeft)
    Both = Math.binary(Instruction::LShr, Wide, Both, Half);
  return replace(Call, Math.resized(Both, Wide, Bits));
}

IntegerWords FunctionRewriter::select(Value *IsFirst, const IntegerWords &First,
                                      const IntegerWords &Second) {
  IntegerWords Result;
  for (auto [X, Y] : zip_equal(First, Second))
    Result.push_back(Builder.CreateSelect(IsFirst, X, Y));
  return Result;
}

bool FunctionRewriter::rewriteIntrinsic(IntrinsicInst &Call) {
  if (auto *Pair = dyn_cast<WithOverflowInst>(&Call))
    return rewriteOverflow(*Pair);
  if (Call.arg_size() == 0 || !isUnusualInteger(Call.getArgOperand(0)))
    return false;
  const unsigned Bits = bitsOf(Call.getArgOperand(0));
  IntegerWords A = wordsOf(Call.getArgOperand(0));
  if (auto *MinMax = dyn_cast<MinMaxIntrinsic>(&Call)) {
    IntegerWords B = wordsOf(MinMax->getRHS());
    Value *IsA = Math.compare(MinMax->getPredicate(), Bits, A, B);
    return replace(Call, select(IsA, A, B));
  }
  const Intrinsic::ID Id = Call.getIntrinsicID();
  if (Id == Intrinsic::abs) {
    IntegerWords Negated =
        Math.binary(Instruction::Sub, Bits, Math.zero(Bits), A);
    Value *IsNegative =
        Math.compare(CmpInst::ICMP_SLT, Bits, A, Math.zero(Bits));
    return replace(Call, select(IsNegative, Negated, A));
  }
  if (Id == Intrinsic::fshl || Id == Intrinsic::fshr)
    return rewriteFunnelShift(Call, A);
  if (A.size() != 1)
    return false;
  switch (Id) {
  case Intrinsic::ctpop:
    return replace(Call, {Builder.CreateUnaryIntrinsic(Id, A[0])});
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    return replace(Call, countZeros(Id == Intrinsic::ctlz, Bits, A[0]));
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
    return replace(Call,
                   {Builder.CreateLShr(Builder.CreateUnaryIntrinsic(Id, A[0]),
                                       bitsOf(A[0]) - Bits)});
  default:
    return false;
  }
}

bool FunctionRewriter::rewriteCall(CallInst &Call) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return rewriteIntrinsic(*Intrinsic);
  Function *New = Functions.lookup(Call.getCalledFunction());
  if (!New)
    return false;
  SmallVector<Value *> Arguments;
  for (Value *Argument : Call.args())
    append_range(Arguments, wordsOf(Argument));
  CallInst *Replaced = Builder.CreateCall(New, Arguments);
  Replaced->setCallingConv(Call.getCallingConv());
  Replaced->setAttributes(New->getAttributes());
  if (!isUnusualInteger(&Call)) {
    Call.replaceAllUsesWith(Replaced);
    return true;
  }
  IntegerWords Result;
  if (wordCount(bitsOf(&Call)) == 1)
    Result.push_back(Replaced);
  else
    for (unsigned I = 0; I < wordCount(bitsOf(&Call)); ++I)
      Result.push_back(Builder.CreateExtractValue(Replaced, I));
  return replace(Call, std::move(Result));
}

bool FunctionRewriter::rewriteSwitch(SwitchInst &Switch) {
  IntegerWords Condition = wordsOf(Switch.getCondition());
  if (Condition.size() != 1)
    return false;
  SwitchInst *New = Builder.CreateSwitch(Condition[0], Switch.getDefaultDest(),
                                         Switch.getNumCases());
  for (const auto &Case : Switch.cases())
    New->addCase(
        cast<ConstantInt>(Math.constant(Case.getCaseValue()->getValue())[0]),
        Case.getCaseSuccessor());
  New->copyMetadata(Switch);
  return true;
}

bool FunctionRewriter::rewriteReturn(ReturnInst &Return) {
  IntegerWords Parts = wordsOf(Return.getReturnValue());
  if (Parts.size() == 1)
    Builder.CreateRet(Parts[0]);
  else
    Builder.CreateAggregateRet(Parts.data(), Parts.size());
  return true;
}

void FunctionRewriter::rewritePhi(PHINode &Phi) {
  IntegerWords Parts;
  for (unsigned I = 0; I < wordCount(bitsOf(&Phi)); ++I)
    Parts.push_back(Builder.CreatePHI(wordType(F.getContext(), bitsOf(&Phi)),
                                      Phi.getNumIncomingValues()));
  Words[&Phi] = std::move(Parts);
}

void FunctionRewriter::fillPhi(PHINode &Phi) {
  const IntegerWords Parts = Words[&Phi];
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
    for (auto [Part, Value] :
         zip_equal(Parts, wordsOf(Phi.getIncomingValue(I))))
      cast<PHINode>(Part)->addIncoming(Value, Phi.getIncomingBlock(I));
}

/// Returns false for what is not supported.
bool FunctionRewriter::rewrite(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    if (!isUnusualInteger(Phi))
      return false;
    rewritePhi(*Phi);
    return true;
  }
  if (isa<LoadInst, StoreInst, AllocaInst, GetElementPtrInst>(I))
    return (!isa<LoadInst>(I) || isUnusualInteger(&I)) && rewriteMemory(I);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return rewriteCast(*Cast);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return rewriteCall(*Call);
  if (auto *Switch = dyn_cast<SwitchInst>(&I))
    return rewriteSwitch(*Switch);
  if (auto *Return = dyn_cast<ReturnInst>(&I))
    return rewriteReturn(*Return);
  // Of pairs with an overflow, rewritten with the call.
  if (isa<ExtractValueInst>(I))
    return isa<WithOverflowInst>(I.getOperand(0));
  if (I.getType()->isVectorTy() || !isUnusualInteger(I.getOperand(I.getNumOperands() - 1)))
    return false;
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return replace(I, Math.binary(Binary->getOpcode(), bitsOf(&I),
                                  wordsOf(I.getOperand(0)),
                                  wordsOf(I.getOperand(1))));
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    return replace(I, {Math.compare(Compare->getPredicate(),
                                    bitsOf(I.getOperand(0)),
                                    wordsOf(I.getOperand(0)),
                                    wordsOf(I.getOperand(1)))});
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    IntegerWords Result;
    for (auto [X, Y] : zip_equal(wordsOf(Select->getTrueValue()),
                                 wordsOf(Select->getFalseValue())))
      Result.push_back(Builder.CreateSelect(Select->getCondition(), X, Y));
    return replace(I, std::move(Result));
  }
  if (isa<FreezeInst>(I)) {
    IntegerWords Result;
    for (Value *Word : wordsOf(I.getOperand(0)))
      Result.push_back(Builder.CreateFreeze(Word));
    return replace(I, Math.masked(std::move(Result), bitsOf(&I)));
  }
  return false;
}

Error unsupported(const Instruction &I) {
  std::string Text;
  raw_string_ostream(Text) << I;
  return makeError(textOf<Message::err_integer_width>(
      StringRef(Text).trim(), I.getFunction()->getName()));
}

Error FunctionRewriter::run() {
  removeUnreachableBlocks(F);
  SmallVector<Instruction *> Old;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *Block)
      if (touchesUnusual(I))
        Old.push_back(&I);
  for (Instruction *I : Old) {
    Builder.SetInsertPoint(I);
    if (!rewrite(*I) || !AllKnown)
      return unsupported(*I);
  }
  for (Instruction *I : Old) {
    if (auto *Phi = dyn_cast<PHINode>(I))
      fillPhi(*Phi);
    if (!AllKnown)
      return unsupported(*I);
  }
  for (Instruction *I : reverse(Old)) {
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
  // Words that nothing uses.
  for (BasicBlock *Block : post_order(&F))
    for (Instruction &I : make_early_inc_range(reverse(*Block)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
  return Error::success();
}

} // namespace

Error replaceUnusualIntegers(Module &M) {
  WordsOfValues Words;
  ReplacedFunctions Functions = replaceSignatures(M, Words);
  for (Function &F : M)
    if (!F.isDeclaration())
      if (Error E = FunctionRewriter(F, Words, Functions).run())
        return E;
  for (auto [Old, New] : Functions)
    Old->eraseFromParent();
  for (GlobalVariable &Variable : M.globals())
    if (isUnusual(Variable.getValueType()))
      return makeError(
          textOf<Message::err_integer_width_of_variable>(Variable.getName()));
  return Error::success();
}

} // namespace facet
