//===- elements.cpp - Checks of accessors' indices ------------------------===//
//
// See elements.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/elements.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {

CheckedElement::CheckedElement(const CallInst &Call) {
  enum : unsigned {
    DimensionsOperand = 1,
    FlagsOperand,
    BytesOperand,
    First
  };
  auto Number = [&](unsigned Operand) {
    return cast<ConstantInt>(Call.getArgOperand(Operand))->getZExtValue();
  };
  Address = Call.getArgOperand(AddressOperand);
  Dimensions = static_cast<unsigned>(Number(DimensionsOperand));
  // As in headers/sycl/detail/checked_elements.hpp.
  IsLocal = (Number(FlagsOperand) & 1) != 0;
  IsConst = (Number(FlagsOperand) & 2) != 0;
  Bytes = Number(BytesOperand);
  for (unsigned D = 0; D < Index.size(); ++D) {
    Index[D] = Call.getArgOperand(First + D);
    Range[D] =
        Call.getArgOperand(First + static_cast<unsigned>(Index.size()) + D);
  }
}

SmallVector<CallInst *> elementsIn(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName() == builtin::CheckedElement)
        Calls.push_back(Call);
  return Calls;
}

namespace {

constexpr char ReadOnlyKind[] = "facet.read_only";

bool isReadOnly(const Value &Object) {
  const auto *Call = dyn_cast<CallInst>(&Object);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == builtin::ReadOnly ||
                    (Callee->getName() == builtin::CheckedElement &&
                     CheckedElement(*Call).IsConst));
}

/// Where \p I writes; null if it does not.
const Value *targetOf(const Instruction &I) {
  if (const auto *Copy = dyn_cast<MemIntrinsic>(&I))
    return Copy->getDest();
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store ? Store->getPointerOperand() : nullptr;
}

bool pointsToReadOnly(const Value &Pointer) {
  SmallVector<const Value *> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return !Objects.empty() && all_of(Objects, [](const Value *Object) {
    return isReadOnly(*Object);
  });
}

} // namespace

void findWritesToReadOnly(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F)) {
    if (const Value *To = targetOf(I); To && pointsToReadOnly(*To))
      I.setMetadata(ReadOnlyKind, MDNode::get(F.getContext(), {}));
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == builtin::ReadOnly)
      Calls.push_back(Call);
  }
  for (CallInst *Call : Calls) {
    Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
  }
}

bool isWriteToReadOnly(const Instruction &I) {
  return I.getMetadata(ReadOnlyKind) != nullptr;
}

} // namespace facet
