//===- plain_calls.cpp - What a conditional call becomes ------------------===//
//
// See plain_calls.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/plain_calls.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/device_builtins.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned LocalSpace = 3;

Value *callArena(CallBase &Before) {
  LLVMContext &Context = Before.getContext();
  FunctionCallee Arena = Before.getModule()->getOrInsertFunction(
      builtin::LocalArena,
      FunctionType::get(PointerType::get(Context, LocalSpace), false));
  CallInst *Call = IRBuilder<>(&Before).CreateCall(Arena);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  if (auto *F = dyn_cast<Function>(Arena.getCallee()))
    F->setCallingConv(CallingConv::SPIR_FUNC);
  Call->setDebugLoc(Before.getDebugLoc());
  return Call;
}

} // namespace

FunctionType *answerType(const Function &Action) {
  SmallVector<Type *, 2> Parameters(Action.getFunctionType()->params());
  if (Action.hasFnAttribute(attribute::UsesLocalArena))
    Parameters.push_back(PointerType::get(Action.getContext(), LocalSpace));
  return FunctionType::get(Action.getReturnType(), Parameters, false);
}

void replaceByPlainCall(CallBase &Call, const ConditionalCall &Parts,
                        Function &Answer) {
  CallInst *Plain = createPlainCall(*Parts.Action, Parts.Callable, Call);
  SmallVector<Value *, 2> Arguments(Plain->args());
  if (Arguments.size() < Answer.arg_size())
    Arguments.push_back(callArena(*Plain));
  CallInst *Final = IRBuilder<>(Plain).CreateCall(&Answer, Arguments);
  Final->setCallingConv(Answer.getCallingConv());
  Final->setDebugLoc(Plain->getDebugLoc());
  Plain->eraseFromParent();
  Call.eraseFromParent();
}

} // namespace facet
