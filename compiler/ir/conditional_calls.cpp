//===- conditional_calls.cpp - Calls that depend on the device ------------===//
//
// See conditional_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/conditional_calls.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace facet {

bool isConditionalCaller(const Function &F) {
  // The front end writes `true` of an attribute's arguments as a number.
  StringRef Value =
      F.getFnAttribute(attribute::ConditionalCaller).getValueAsString();
  return Value == "true" || Value == "1";
}

bool isConditionalCall(const CallBase &Call) {
  // Not getCalledFunction: two sources may have given one name to callers of
  // different types.
  const auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  return Callee && Callee->isDeclaration() && isConditionalCaller(*Callee);
}

std::optional<Condition> readCondition(const CallBase &Call, unsigned First,
                                       std::string *Problem) {
  Condition Numbers;
  for (unsigned I = First; I < Call.arg_size(); ++I) {
    const auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(I));
    if (!C || C->getBitWidth() != 32) {
      if (Problem)
        *Problem = "argument " + std::to_string(I + 1) + " is not a constant";
      return std::nullopt;
    }
    Numbers.push_back(static_cast<int32_t>(C->getSExtValue()));
  }
  return ParseCondition(Numbers, Problem);
}

/// Actions have no result and one parameter, an address. Kernels cannot be
/// called.
static bool isAction(const Function &F) {
  return F.getCallingConv() != CallingConv::SPIR_KERNEL &&
         F.getReturnType()->isVoidTy() && F.arg_size() == 1 && !F.isVarArg() &&
         F.getArg(0)->getType()->isPointerTy();
}

std::optional<ConditionalCall> readConditionalCall(const CallBase &Call,
                                                   std::string *Problem) {
  auto Fail = [&](const char *Why) {
    if (Problem)
      *Problem = Why;
    return std::nullopt;
  };
  if (!isConditionalCall(Call))
    return Fail("it is no call of a conditional caller");
  if (!isa<CallInst>(Call) || !Call.getType()->isVoidTy())
    return Fail("it is no plain call without a result");
  if (Call.arg_size() < 2 || !Call.getArgOperand(1)->getType()->isPointerTy())
    return Fail("it takes no action and callable");
  auto *Action =
      dyn_cast<Function>(Call.getArgOperand(0)->stripPointerCasts());
  if (!Action || !isAction(*Action))
    return Fail("its action is no function of one address");
  std::optional<Condition> When = readCondition(Call, 2, Problem);
  if (!When)
    return std::nullopt;
  return ConditionalCall{Action, Call.getArgOperand(1), std::move(*When)};
}

Value *castPointer(Value *Pointer, Type *Wanted, Instruction &Before) {
  // There and back is two; in unreachable code casts can form a cycle.
  Value *V = Pointer;
  for (int Casts = 0; Casts < 8; ++Casts) {
    if (V->getType() == Wanted)
      return V;
    auto *Cast = dyn_cast<AddrSpaceCastInst>(V);
    if (!Cast)
      break;
    V = Cast->getPointerOperand();
  }
  return IRBuilder<>(&Before).CreateAddrSpaceCast(Pointer, Wanted);
}

CallInst *createPlainCall(Function &Action, Value *Callable, CallBase &Before) {
  IRBuilder<> Builder(&Before);
  Value *Argument =
      castPointer(Callable, Action.getArg(0)->getType(), Before);
  CallInst *Plain = Builder.CreateCall(&Action, {Argument});
  Plain->copyMetadata(Before);
  Plain->setCallingConv(Action.getCallingConv());
  // A call of a function with debug information needs a place of its own.
  if (DISubprogram *Scope = Before.getFunction()->getSubprogram();
      Scope && !Plain->getDebugLoc())
    Plain->setDebugLoc(DILocation::get(Before.getContext(), 0, 0, Scope));
  return Plain;
}

} // namespace facet
