//===- library_failures.cpp - Failures of the standard library ------------===//
//
// See library_failures.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/library_failures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral AssertFail = "__sycl_assert_fail";
constexpr unsigned GenericSpace = 4, ConstantSpace = 1;

SmallVector<CallBase *> callsOf(Function &Callee) {
  SmallVector<CallBase *> Calls;
  for (User *U : Callee.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledFunction() == &Callee)
      Calls.push_back(Call);
  return Calls;
}

SmallVector<CallBase *> callsOfItselfIn(Function &Caller, Function &Callee) {
  SmallVector<CallBase *> Calls = callsOf(Callee);
  erase_if(Calls, [&](CallBase *C) { return C->getFunction() != &Caller; });
  return Calls;
}

Value *text(IRBuilder<> &Builder, Module &M, StringRef Text) {
  Constant *String = Builder.CreateGlobalString(Text, "", ConstantSpace, &M);
  return Builder.CreateAddrSpaceCast(String, Builder.getPtrTy(GenericSpace));
}

/// The call that the headers make of a failed assertion
/// (headers/sycl/detail/device_assert.hpp).
void createFailure(Instruction &Before, const LibraryFailure &Failure) {
  IRBuilder<> Builder(&Before);
  Module &M = *Before.getModule();
  SmallVector<Value *> Arguments{
      text(Builder, M, Failure.Expression), text(Builder, M, Failure.File),
      Builder.getInt32(Failure.Line), text(Builder, M, Failure.Function)};
  for (Intrinsic::ID Query :
       {Intrinsic::spv_thread_id, Intrinsic::spv_thread_id_in_group})
    for (unsigned Dimension = 0; Dimension < 3; ++Dimension)
      Arguments.push_back(Builder.CreateIntrinsic(
          Query, {Builder.getInt64Ty()}, {Builder.getInt32(Dimension)}));
  SmallVector<Type *> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  FunctionCallee Fail = M.getOrInsertFunction(
      AssertFail, FunctionType::get(Builder.getVoidTy(), Types, false));
  auto *Function = cast<llvm::Function>(Fail.getCallee());
  Function->setCallingConv(CallingConv::SPIR_FUNC);
  Function->setDoesNotReturn();
  Function->setDoesNotThrow();
  CallInst *Call = Builder.CreateCall(Fail, Arguments);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  Call->setDoesNotReturn();
  // One call for two failures would not know its text when it is compiled.
  Call->addFnAttr(Attribute::NoMerge);
  Call->addFnAttr(Attribute::Cold);
}

/// Ends the block in a failure, in place of \p Call.
void fail(CallBase &Call, const LibraryFailure &Failure) {
  createFailure(Call, Failure);
  changeToUnreachable(&Call);
}

Function &copyOf(Function &F, const Twine &Suffix) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Copy->setName(F.getName() + Suffix);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setComdat(nullptr);
  return *Copy;
}

} // namespace

void replaceThrower(Function &Thrower,
                    function_ref<LibraryFailure(const Function &)> Describe) {
  for (CallBase *Call : callsOf(Thrower))
    fail(*Call, Describe(*Call->getFunction()));
  if (!Thrower.isDeclaration())
    Thrower.deleteBody();
  Thrower.setComdat(nullptr);
}

int onlyIntegerArgument(const Function &F) {
  int Found = -1;
  for (const Argument &A : F.args()) {
    if (!A.getType()->isIntegerTy())
      continue;
    if (Found >= 0)
      return -1;
    Found = static_cast<int>(A.getArgNo());
  }
  return Found;
}

void endRecursionByZero(Function &F, unsigned Argument) {
  Type *Ty = F.getArg(Argument)->getType();
  Function &Copy = copyOf(F, ".zero");
  for (CallBase *Call : callsOfItselfIn(Copy, F))
    Call->eraseFromParent(); // never executed
  llvm::Argument *Known = Copy.getArg(Argument);
  Known->replaceAllUsesWith(ConstantInt::get(Ty, 0));
  for (CallBase *Call : callsOfItselfIn(F, F)) {
    Call->setArgOperand(Argument, ConstantInt::get(Ty, 0));
    Call->setCalledFunction(&Copy);
  }
}

void limitRecursion(Function &F, unsigned Levels,
                    const LibraryFailure &Failure) {
  SmallVector<Function *> Chain{&F};
  for (unsigned Level = 1; Level <= Levels; ++Level)
    Chain.push_back(&copyOf(F, ".level" + Twine(Level)));
  for (unsigned Level = 0; Level <= Levels; ++Level)
    for (CallBase *Call : callsOfItselfIn(*Chain[Level], F))
      if (Level == Levels)
        fail(*Call, Failure);
      else
        Call->setCalledFunction(Chain[Level + 1]);
}

} // namespace facet
