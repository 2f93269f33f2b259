//===- memory_checks.cpp - Whether accesses are inside of objects ---------===//
//
// See memory_checks.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/memory_checks.h"

#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/accesses.h"
#include "targets/cpu/pipeline/checks/elements.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned MostDimensions = 3;

class Checker {
public:
  Checker(const RuntimeCalls &Runtime, AccessDescriptions &Texts)
      : Runtime(Runtime), Texts(Texts) {}

  void check(const Access &A) {
    Value *Address = A.I->getOperand(A.PointerOperand);
    IRBuilder<> Builder(A.I);
    if (A.isRange())
      return checkRange(Builder, A, Address);
    Value *IsBad = Builder.getTrue();
    if (!(A.Flags & FACET_CPU_IS_READ_ONLY))
      IsBad = A.Object.isVariable() ? isOutside(Builder, A, Address)
                                    : exceedsShadow(Builder, A, Address);
    Value *Chosen = choose(IsBad, A.I, Address, [&](IRBuilder<> &Slow) {
      return callRuntime(Slow, A, Address, Slow.getInt64(A.Bytes));
    });
    A.I->setOperand(A.PointerOperand, Chosen);
  }

  /// Replaces a call of __sycl_checked_element.
  void checkElement(CallInst &Call) {
    const CheckedElement Element(Call);
    Access A = {&Call, CheckedElement::AddressOperand, FACET_CPU_ELEMENT, 0,
                Align()};
    A.Object.Kind =
        Element.IsLocal ? FACET_CPU_LOCAL_ACCESSOR : FACET_CPU_ACCESSOR;
    A.Object.Dimensions = Element.Dimensions;
    A.Object.Bytes = Element.Bytes;
    IRBuilder<> Builder(&Call);
    SmallVector<Value *, MostDimensions> Outside;
    for (unsigned D = 0; D < Element.Dimensions; ++D)
      Outside.push_back(
          Builder.CreateICmpUGE(Element.Index[D], Element.Range[D]));
    Value *IsBad = Builder.CreateOr(Outside);
    Value *Address = Element.Address;
    Value *Chosen = choose(IsBad, &Call, Address, [&](IRBuilder<> &Slow) {
      SmallVector<Value *> Arguments = {Texts.describe(A), Address};
      append_range(Arguments, Element.Index);
      append_range(Arguments, Element.Range);
      return Runtime.call(Slow, offsetof(facet_cpu_checks, outside_range),
                          std::move(Arguments), Slow.getPtrTy());
    });
    Call.replaceAllUsesWith(Chosen);
    Call.eraseFromParent();
  }

private:
  /// The value before \p Where: \p Address, or what \p Otherwise makes.
  static Value *choose(Value *IsBad, Instruction *Where, Value *Address,
                       function_ref<Value *(IRBuilder<> &)> Otherwise) {
    DebugLoc Location = Where->getDebugLoc();
    Instruction *Slow = SplitBlockAndInsertIfThen(
        IsBad, Where, /*Unreachable=*/false,
        MDBuilder(Where->getContext()).createUnlikelyBranchWeights());
    IRBuilder<> Builder(Slow);
    Builder.SetCurrentDebugLocation(Location);
    Value *Other = Otherwise(Builder);
    BasicBlock *Block = Where->getParent();
    Builder.SetInsertPoint(Block, Block->begin());
    PHINode *Chosen = Builder.CreatePHI(Address->getType(), 2);
    for (BasicBlock *From : predecessors(Block))
      Chosen->addIncoming(From == Slow->getParent() ? Other : Address, From);
    return Chosen;
  }

  /// Where fewer than the first \p Bytes bytes, counted from the beginning of
  /// the granule, may be accessed. \p Number is the first one's address.
  Value *exceedsGranule(IRBuilder<> &Builder, Value *Number, uint64_t Bytes) {
    Value *Index =
        Builder.CreateAnd(Builder.CreateLShr(Number, FACET_CPU_SHADOW_SHIFT),
                          FACET_CPU_SHADOW_BYTES - 1);
    Value *Permitted = Builder.CreateLoad(
        Builder.getInt8Ty(),
        Builder.CreateGEP(
            Builder.getInt8Ty(),
            Runtime.field(Builder, offsetof(facet_cpu_checks, shadow)), Index));
    Value *Last = Builder.CreateAdd(
        Builder.CreateTrunc(
            Builder.CreateAnd(Number, FACET_CPU_SHADOW_GRANULE - 1),
            Builder.getInt8Ty()),
        Builder.getInt8(static_cast<uint8_t>(Bytes)));
    return Builder.CreateICmpSGT(Last, Permitted);
  }

  Value *exceedsShadow(IRBuilder<> &Builder, const Access &A, Value *Address) {
    Value *Number = Builder.CreatePtrToInt(Address, Builder.getInt64Ty());
    Value *IsBad;
    if (A.Bytes <= FACET_CPU_SHADOW_GRANULE) {
      IsBad = exceedsGranule(Builder, Number, A.Bytes);
    } else {
      // Between two objects are more bytes than an access has.
      Value *Last = Builder.CreateAdd(Number, Builder.getInt64(A.Bytes - 1));
      IsBad = Builder.CreateOr(exceedsGranule(Builder, Number, 1),
                               exceedsGranule(Builder, Last, 1));
    }
    // Eight bytes that are not aligned exceed their granule anyway.
    if (A.Bytes == 8 && A.Alignment.value() == 8)
      return IsBad;
    return orMisaligned(Builder, A, Number, IsBad);
  }

  Value *isOutside(IRBuilder<> &Builder, const Access &A, Value *Address) {
    Type *Long = Builder.getInt64Ty();
    Value *Number = Builder.CreatePtrToInt(Address, Long);
    Value *Offset =
        Builder.CreateSub(Number, Builder.CreatePtrToInt(A.Object.Begin, Long));
    Value *IsBad =
        A.Bytes > A.Object.Bytes
            ? Builder.getTrue()
            : Builder.CreateICmpUGT(Offset,
                                    Builder.getInt64(A.Object.Bytes - A.Bytes));
    return orMisaligned(Builder, A, Number, IsBad);
  }

  static Value *orMisaligned(IRBuilder<> &Builder, const Access &A,
                             Value *Number, Value *IsBad) {
    if (!A.MayBeMisaligned)
      return IsBad;
    Value *Rest = Builder.CreateAnd(Number, A.Alignment.value() - 1);
    return Builder.CreateOr(IsBad,
                            Builder.CreateICmpNE(Rest, Builder.getInt64(0)));
  }

  Value *callRuntime(IRBuilder<> &Builder, const Access &A, Value *Address,
                     Value *Bytes) {
    Constant *Text = Texts.describe(A);
    if (A.Object.isVariable())
      return Runtime.call(Builder, offsetof(facet_cpu_checks, check_variable),
                          {Text, Address, Bytes, A.Object.Begin},
                          Builder.getPtrTy());
    return Runtime.call(Builder, offsetof(facet_cpu_checks, check),
                        {Text, Address, Bytes}, Builder.getPtrTy());
  }

  /// A copy that is not permitted copies nothing.
  void checkRange(IRBuilder<> &Builder, const Access &A, Value *Address) {
    Value *Length = A.I->getOperand(A.LengthOperand);
    Value *Bytes = Builder.CreateZExtOrTrunc(Length, Builder.getInt64Ty());
    Value *Chosen = callRuntime(Builder, A, Address, Bytes);
    A.I->setOperand(
        A.LengthOperand,
        Builder.CreateSelect(Builder.CreateICmpEQ(Chosen, Address), Length,
                             Constant::getNullValue(Length->getType())));
  }

  const RuntimeCalls &Runtime;
  AccessDescriptions &Texts;
};

} // namespace

void checkMemory(Function &F, const RuntimeCalls &Runtime,
                 AccessDescriptions &Texts, const AccessSet &Permitted) {
  Checker Checks(Runtime, Texts);
  for (const Access &A : accessesOf(F))
    if (!Permitted.contains({A.I, A.PointerOperand}))
      Checks.check(A);
  for (CallInst *Call : elementsIn(F))
    Checks.checkElement(*Call);
}

} // namespace facet
