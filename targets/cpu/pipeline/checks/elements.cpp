//===- elements.cpp - Checks of accessors' indices ------------------------===//
//
// See elements.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/elements.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {

CheckedElement::CheckedElement(const CallInst &Call) {
  enum : unsigned {
    DimensionsOperand = 1,
    IsLocalOperand,
    BytesOperand,
    First
  };
  auto Number = [&](unsigned Operand) {
    return cast<ConstantInt>(Call.getArgOperand(Operand))->getZExtValue();
  };
  Address = Call.getArgOperand(AddressOperand);
  Dimensions = static_cast<unsigned>(Number(DimensionsOperand));
  IsLocal = Number(IsLocalOperand) != 0;
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

} // namespace facet
