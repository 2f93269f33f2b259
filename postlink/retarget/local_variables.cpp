//===- local_variables.cpp - Variables in local memory --------------------===//
//
// See local_variables.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/local_variables.h"

#include "compiler/ir/variable_addresses.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/local_arena.h"

using namespace llvm;

namespace facet {
namespace {

/// Of scratch memory, which no variable exceeds.
constexpr uint64_t ScratchAlignment = 128;

GlobalVariable &variableOf(const CallInst &Call) {
  return *cast<GlobalVariable>(
      Call.getArgOperand(0)->stripPointerCastsAndAliases());
}

/// In the order of the code.
SmallVector<CallInst *> callsIn(Function &F, const Function &Builtin) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() == &Builtin)
      Calls.push_back(Call);
  return Calls;
}

Function &scratchLike(Function &Builtin) {
  Module &M = *Builtin.getParent();
  if (Function *F = M.getFunction(builtin::GroupScratch))
    return *F;
  Function *F = Function::Create(
      FunctionType::get(Builtin.getReturnType(),
                        {Type::getInt64Ty(M.getContext())}, false),
      GlobalValue::ExternalLinkage, builtin::GroupScratch, M);
  F->setCallingConv(Builtin.getCallingConv());
  F->setAttributes(AttributeList::get(
      M.getContext(), AttributeList::FunctionIndex,
      AttrBuilder(M.getContext(), Builtin.getAttributes().getFnAttrs())));
  return *F;
}

/// The calls of one kernel.
Error lowerInKernel(Function &Kernel, ArrayRef<CallInst *> Calls) {
  Expected<uint64_t> Used = groupScratchBytes(Kernel);
  if (!Used)
    return Used.takeError();
  const DataLayout &Layout = Kernel.getDataLayout();
  uint64_t Total = alignTo(*Used, ScratchAlignment);
  MapVector<GlobalVariable *, uint64_t> Offsets;
  for (CallInst *Call : Calls) {
    GlobalVariable &V = variableOf(*Call);
    if (Offsets.contains(&V))
      continue;
    Total = alignTo(Total, V.getAlign().valueOrOne());
    Offsets[&V] = Total;
    Total += Layout.getTypeAllocSize(V.getValueType());
  }
  Function &Scratch = scratchLike(*Calls.front()->getCalledFunction());
  for (CallInst *Call : Calls) {
    IRBuilder<> Builder(Call);
    CallInst *Memory = Builder.CreateCall(&Scratch, Builder.getInt64(Total));
    Memory->setCallingConv(Scratch.getCallingConv());
    Call->replaceAllUsesWith(Builder.CreateInBoundsPtrAdd(
        Memory, Builder.getInt64(Offsets.lookup(&variableOf(*Call)))));
    Call->eraseFromParent();
  }
  return Error::success();
}

void eraseBuiltin(Function &Builtin) {
  Module &M = *Builtin.getParent();
  Builtin.eraseFromParent();
  for (GlobalVariable &V : make_early_inc_range(M.globals()))
    if (V.use_empty() && V.hasLocalLinkage())
      V.eraseFromParent();
}

} // namespace

void lowerLocalVariablesToShared(Module &M) {
  Function *Builtin = M.getFunction(LocalVariableBuiltin);
  if (!Builtin)
    return;
  for (Function &F : M)
    for (CallInst *Call : callsIn(F, *Builtin)) {
      Call->replaceAllUsesWith(&variableOf(*Call));
      Call->eraseFromParent();
    }
  Builtin->eraseFromParent();
}

Error lowerLocalVariablesToScratch(Module &M, ArrayRef<std::string> Kernels) {
  Function *Builtin = M.getFunction(LocalVariableBuiltin);
  if (!Builtin)
    return Error::success();
  for (Function &F : M) {
    SmallVector<CallInst *> Calls = callsIn(F, *Builtin);
    if (Calls.empty())
      continue;
    if (!is_contained(Kernels, F.getName()))
      return makeError(textOf<Message::err_not_inlinable>(
          F.getName(), "a variable of the work-group"));
    if (Error E = lowerInKernel(F, Calls))
      return E;
  }
  eraseBuiltin(*Builtin);
  return Error::success();
}

} // namespace facet
