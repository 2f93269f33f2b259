//===- group_checks.cpp - Checks that are made once for a work-group ------===//
//
// See group_checks.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/group_checks.h"

#include "targets/cpu/pipeline/checks/accesses.h"
#include "targets/cpu/pipeline/checks/analyses.h"
#include "targets/cpu/pipeline/checks/bounds.h"
#include "targets/cpu/pipeline/checks/elements.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// More than these are not worth a call for each group.
constexpr unsigned MostObjects = 32;
constexpr unsigned MostAccesses = 256;

/// What of an object whose bounds the runtime knows is accessed.
struct Range {
  Value *Begin = nullptr; // the first byte, relative to the object's address
  Value *End = nullptr;   // behind the last one
  Align Alignment;
};

class GroupChecker {
public:
  GroupChecker(Function &Kernel, GlobalVariable &Table)
      : Kernel(Kernel), Table(Table), A(Kernel), Permits(makePermits(Kernel)),
        Builder(BasicBlock::Create(Kernel.getContext(), "", Permits)),
        Of(A.Evolution, A.Dominators, Builder) {}

  GroupChecks run() {
    GroupChecks Made;
    const auto OfElements = accessesOfElements(Kernel);
    DenseSet<CallInst *> Elements;
    for (CallInst *Call : elementsIn(Kernel))
      if (permitElement(*Call))
        Elements.insert(Call);
    for (const auto &[Found, Call] : OfElements)
      if (Elements.contains(Call))
        Made.Permitted.insert({Found.I, Found.PointerOperand});
    for (CallInst *Call : Elements) {
      Call->replaceAllUsesWith(CheckedElement(*Call).Address);
      Call->eraseFromParent();
    }
    // What was a call is an address again.
    A.Evolution.forgetAllLoops();
    unsigned Count = 0;
    for (const Access &Found : accessesOf(Kernel)) {
      const std::pair<Instruction *, unsigned> Key = {Found.I,
                                                      Found.PointerOperand};
      if (!Made.Permitted.contains(Key) && ++Count <= MostAccesses &&
          permit(Found))
        Made.Permitted.insert(Key);
    }
    if (Made.Permitted.empty() && Elements.empty()) {
      Permits->eraseFromParent();
      return Made;
    }
    finish();
    Made.Permits = Permits;
    return Made;
  }

private:
  static Function *makePermits(Function &Kernel) {
    auto *Ty = FunctionType::get(Type::getInt1Ty(Kernel.getContext()),
                                 Kernel.getFunctionType()->params(), false);
    Function *F =
        Function::Create(Ty, GlobalValue::InternalLinkage,
                         Kernel.getName() + ".permits", *Kernel.getParent());
    AttributeList Attributes = Kernel.getAttributes();
    for (const Argument &Of : Kernel.args())
      F->addParamAttrs(Of.getArgNo(),
                       AttrBuilder(Kernel.getContext(),
                                   Attributes.getParamAttrs(Of.getArgNo())));
    return F;
  }

  bool permitElement(CallInst &Call) {
    Value *Before = Of.failed();
    const CheckedElement Element(Call);
    for (unsigned D = 0; D < Element.Dimensions; ++D) {
      std::optional<Bounds> Index = boundsOf(Element.Index[D], Call);
      std::optional<Bounds> Size =
          Index ? boundsOf(Element.Range[D], Call) : std::nullopt;
      if (!Size) {
        Of.forgetSince(Before);
        return false;
      }
      Of.fail(Builder.CreateICmpSLT(Index->Least, Builder.getInt64(0)));
      Of.fail(Builder.CreateICmpSGE(Index->Most, Size->Least));
    }
    return true;
  }

  std::optional<Bounds> boundsOf(Value *V, Instruction &Where) {
    return Of.boundsOf(A.Evolution.getSCEV(V), Where.getParent());
  }

  bool permit(const Access &Found) {
    Value *Before = Of.failed();
    if (permitAddress(Found))
      return true;
    Of.forgetSince(Before);
    return false;
  }

  bool permitAddress(const Access &Found) {
    const std::optional<uint64_t> Bytes = bytesOf(Found);
    if (!Bytes || (Found.Flags & FACET_CPU_IS_READ_ONLY))
      return false;
    const SCEV *Address =
        A.Evolution.getSCEV(Found.I->getOperand(Found.PointerOperand));
    auto *Object = dyn_cast<SCEVUnknown>(A.Evolution.getPointerBase(Address));
    if (!Object)
      return false;
    const SCEV *Offset = A.Evolution.removePointerBase(Address);
    if (A.Evolution.getMinTrailingZeros(Offset) < Log2(Found.Alignment))
      return false;
    std::optional<Bounds> Bound = Of.boundsOf(Offset, Found.I->getParent());
    if (!Bound)
      return false;
    return Found.Object.isVariable()
               ? permitVariable(Found, *Object->getValue(), *Bound, *Bytes)
               : permitMemory(Found, *Object->getValue(), *Bound, *Bytes);
  }

  bool permitVariable(const Access &Found, const Value &Object,
                      const Bounds &Bound, uint64_t Bytes) {
    if (&Object != Found.Object.Begin || Bytes > Found.Object.Bytes ||
        Object.getPointerAlignment(Kernel.getDataLayout()) < Found.Alignment)
      return false;
    Of.fail(Builder.CreateICmpSLT(Bound.Least, Builder.getInt64(0)));
    Of.fail(Builder.CreateICmpSGT(
        Bound.Most, Builder.getInt64(Found.Object.Bytes - Bytes)));
    return true;
  }

  /// All accesses of an object are compared with it together.
  bool permitMemory(const Access &Found, Value &Object, const Bounds &Bound,
                    uint64_t Bytes) {
    Value *Address = Of.uniformValue(&Object);
    // Local memory is of several objects.
    const Access *Key = isa<CallBase>(Object) ? &Found : nullptr;
    if (!Address || !Address->getType()->isPointerTy() ||
        (!Ranges.contains({Address, Key}) && Ranges.size() == MostObjects))
      return false;
    Value *End = Of.add(Bound.Most, Builder.getInt64(Bytes));
    Range &All = Ranges[{Address, Key}];
    if (!All.Begin) {
      All = {Bound.Least, End, Found.Alignment};
      return true;
    }
    All.Begin =
        Builder.CreateBinaryIntrinsic(Intrinsic::smin, All.Begin, Bound.Least);
    All.End = Builder.CreateBinaryIntrinsic(Intrinsic::smax, All.End, End);
    All.Alignment = std::max(All.Alignment, Found.Alignment);
    return true;
  }

  void finish() {
    Type *Long = Builder.getInt64Ty();
    for (const auto &[Key, All] : Ranges)
      if (All.Alignment > Align(1))
        Of.fail(Builder.CreateIsNotNull(
            Builder.CreateAnd(Builder.CreatePtrToInt(Key.first, Long),
                              All.Alignment.value() - 1)));
    Value *Right = Builder.CreateNot(Of.failed());
    const RuntimeCalls Runtime(Table, /*KnowsWorkItem=*/false);
    for (const auto &[Key, All] : Ranges) {
      Value *Call = Runtime.callWithoutIds(
          Builder, offsetof(facet_cpu_checks, permits),
          {Builder.CreatePtrAdd(Key.first, All.Begin),
           Builder.CreateSub(All.End, All.Begin)},
          Builder.getInt32Ty());
      Right = Builder.CreateAnd(
          Right, Builder.CreateICmpNE(Call, Builder.getInt32(0)));
    }
    Builder.CreateRet(Right);
  }

  Function &Kernel;
  GlobalVariable &Table;
  Analyses A;
  Function *Permits;
  IRBuilder<> Builder;
  BoundsBuilder Of;
  MapVector<std::pair<Value *, const Access *>, Range> Ranges;
};

} // namespace

GroupChecks makeGroupChecks(Function &Kernel, GlobalVariable &Table) {
  return GroupChecker(Kernel, Table).run();
}

} // namespace facet
