//===- assembler_copies.cpp - Values the assembler takes as they are ------===//
//
// See assembler_copies.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/assembler_copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

/// A copy of \p Bits by the PTX instruction \p Instruction, which LLVM does not
/// look through.
static Value *copyBy(const Twine &Instruction, Value *Bits,
                     IRBuilder<> &Builder) {
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

Value *copyOf(Value *Bits, IRBuilder<> &Builder) {
  return copyBy("mov.b" + Twine(Bits->getType()->getIntegerBitWidth()) +
                    " $0, $1;",
                Bits, Builder);
}

/// All four bytes in order.
static Value *copyOfWord(Value *Word, IRBuilder<> &Builder) {
  return copyBy("prmt.b32 $0, $1, 0, 0x3210;", Word, Builder);
}

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

Value *copyForAssembler(Value *Number, IRBuilder<> &Builder) {
  return copyElements(Number, Builder, [&](Value *Element) -> Value * {
    Type *T = Element->getType(), *Word = Builder.getInt32Ty();
    if (T->getIntegerBitWidth() <= 32)
      return Builder.CreateTrunc(
          copyOfWord(Builder.CreateZExt(Element, Word), Builder), T);
    // What is wrongly known of a number of 64 bits is its sign.
    Value *High = copyOfWord(
        Builder.CreateTrunc(Builder.CreateLShr(Element, 32), Word), Builder);
    Value *Low = Builder.CreateTrunc(Element, Word);
    return Builder.CreateOr(Builder.CreateShl(Builder.CreateZExt(High, T), 32),
                            Builder.CreateZExt(Low, T));
  });
}

void replaceByCopies(Instruction &Number) {
  IRBuilder<> Builder(Number.getNextNode());
  SmallVector<Use *> Uses(make_pointer_range(Number.uses()));
  Value *Copies = copyForAssembler(&Number, Builder);
  for (Use *U : Uses)
    U->set(Copies);
}

void copyOperands(ArrayRef<Use *> Operands) {
  for (Use *Operand : Operands) {
    IRBuilder<> Builder(cast<Instruction>(Operand->getUser()));
    Operand->set(copyForAssembler(Operand->get(), Builder));
  }
}

void copyEach(Module &M, function_ref<bool(const Instruction &)> Is) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (Is(I))
        replaceByCopies(I);
}

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

} // namespace facet
