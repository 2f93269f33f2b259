//===- local_arena.cpp - Dynamic local memory -----------------------------===//
//
// See local_arena.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/local_arena.h"

#include "compiler/ir/variable_addresses.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/extra_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/inlining.h"
#include "targets/family.h"

#include <map>
#include <utility>

using namespace llvm;

namespace facet {
namespace {

constexpr char SharedName[] = "__facet_local_arena";

/// A function whose last parameter is the arena.
constexpr char TakesArena[] = "facet-takes-local-arena";

/// The number of local memory in device code before retargeting.
constexpr unsigned SourceLocalSpace = 3;

/// Alignment of the arena: the largest a SYCL type may ask for (vec of 16
/// doubles).
constexpr uint64_t ArenaAlignment = 128;

/// Calls of \p Builtin in \p F. Its instructions are visited, not Builtin's
/// users: those are of all kernels of the module, and each kernel asks.
SmallVector<CallInst *> callsIn(const Function *Builtin, Function &F) {
  SmallVector<CallInst *> Calls;
  if (Builtin)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getCalledOperand() == Builtin)
        Calls.push_back(Call);
  return Calls;
}

void replaceCalls(ArrayRef<CallInst *> Calls, Value &Arena) {
  for (CallInst *Call : Calls) {
    Call->replaceAllUsesWith(&Arena);
    Call->eraseFromParent();
  }
}

Function *scratchOf(const Module &M) {
  return M.getFunction(builtin::GroupScratch);
}

GlobalVariable *makeScratchVariable(Module &M, uint64_t Bytes, bool OfKernels,
                                    const CodeModel &Target) {
  auto *Ty = ArrayType::get(Type::getInt8Ty(M.getContext()), Bytes);
  auto *Memory = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::InternalLinkage,
      UndefValue::get(Ty),
      Twine(OfKernels ? "kernels" : "functions") + ".group_scratch." +
          Twine(Bytes),
      nullptr, GlobalValue::NotThreadLocal, Target.local_space());
  Memory->setAlignment(Align(ArenaAlignment));
  return Memory;
}

} // namespace

GlobalVariable &sharedLocalArena(Module &M, const CodeModel &Target) {
  if (GlobalVariable *Known = M.getNamedGlobal(SharedName))
    return *Known;
  auto *Ty = ArrayType::get(Type::getInt8Ty(M.getContext()), 0);
  auto *Shared = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
      SharedName, nullptr, GlobalValue::NotThreadLocal, Target.local_space());
  Shared->setAlignment(Align(ArenaAlignment));
  return *Shared;
}

void lowerLocalArenaToShared(Module &M, const CodeModel &Target) {
  Function *Arena = M.getFunction(builtin::LocalArena);
  if (!Arena)
    return;
  GlobalVariable &Shared = sharedLocalArena(M, Target);
  for (User *U : make_early_inc_range(Arena->users()))
    if (auto *Call = dyn_cast<CallInst>(U)) {
      Call->replaceAllUsesWith(&Shared);
      Call->eraseFromParent();
    }
  if (Arena->use_empty())
    Arena->eraseFromParent();
}

Expected<uint64_t> groupScratchBytes(Function &F) {
  uint64_t Most = 0;
  for (CallInst *Call : callsIn(scratchOf(*F.getParent()), F)) {
    auto *Bytes = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    if (!Bytes)
      return makeError(textOf<Message::err_scratch_size>(F.getName()));
    Most = std::max(Most, Bytes->getZExtValue());
  }
  return Most;
}

void replaceGroupScratch(Function &F, Value &Memory) {
  replaceCalls(callsIn(scratchOf(*F.getParent()), F), Memory);
}

void requestInliningOfScratchUsers(Module &M, ArrayRef<std::string> Kernels) {
  if (Function *Scratch = scratchOf(M))
    requestInliningOfDirectCallers({Scratch}, Kernels);
}

Error lowerGroupScratch(Module &M, const CodeModel &Target) {
  Function *Scratch = scratchOf(M);
  if (!Scratch)
    return Error::success();
  // Those that ask for as much share one: PoCL gives each kernel room for all
  // local variables of its module, used or not, and has none left after a
  // hundred kernels. But a kernel keeps variables of the work-group in its own
  // while it calls functions: these share another.
  std::map<std::pair<uint64_t, bool>, GlobalVariable *> Variables;
  for (Function &F : M) {
    Expected<uint64_t> Bytes = groupScratchBytes(F);
    if (!Bytes)
      return Bytes.takeError();
    if (*Bytes == 0)
      continue;
    const bool IsKernel = F.getCallingConv() == Target.kernel_calling_convention;
    GlobalVariable *&Memory = Variables[{*Bytes, IsKernel}];
    if (!Memory)
      Memory = makeScratchVariable(M, *Bytes, IsKernel, Target);
    replaceGroupScratch(F, *Memory);
  }
  Scratch->eraseFromParent();
  return Error::success();
}

void requestInliningOfArenaUsers(Module &M, ArrayRef<std::string> Kernels) {
  SmallVector<Function *> Callees;
  for (StringRef Name : {builtin::LocalArena, builtin::GroupScratch,
                         LocalVariableBuiltin, builtin::AssertFail})
    if (Function *F = M.getFunction(Name))
      Callees.push_back(F);
  requestInliningOfCallers(Callees, Kernels);
}

Function *takeLocalArena(Function &F) {
  SmallVector<Type *> Parameters(F.getFunctionType()->params());
  Parameters.push_back(PointerType::get(F.getContext(), SourceLocalSpace));
  Function *N =
      Function::Create(FunctionType::get(F.getReturnType(), Parameters, false),
                       F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  N->takeName(&F);
  N->setCallingConv(F.getCallingConv());
  N->addFnAttr(TakesArena);
  N->setConvergent();
  N->setDoesNotThrow();
  N->getArg(N->arg_size() - 1)->setName("local_arena");
  F.setName(N->getName() + ".body");
  F.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> Builder(BasicBlock::Create(F.getContext(), "", N));
  SmallVector<Value *> Arguments;
  for (Argument &A : drop_end(N->args()))
    Arguments.push_back(&A);
  CallInst *Call = Builder.CreateCall(&F, Arguments);
  Call->setCallingConv(F.getCallingConv());
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return N;
}

Expected<std::vector<std::string>>
lowerLocalArenaToArgument(Module &M, ArrayRef<std::string> Kernels) {
  std::vector<std::string> Users;
  Function *Arena = M.getFunction(builtin::LocalArena);
  if (!Arena)
    return Users;
  Type *Pointer = Arena->getReturnType();
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    SmallVector<CallInst *> Calls = callsIn(Arena, *Kernel);
    if (Calls.empty())
      continue;
    Argument *Extra =
        addKernelArgument(*Kernel, Pointer, "local_arena", "char*");
    replaceCalls(Calls, *Extra);
    Users.push_back(Extra->getParent()->getName().str());
  }
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute(TakesArena))
      replaceCalls(callsIn(Arena, F), *F.getArg(F.arg_size() - 1));
  for (User *U : Arena->users())
    if (auto *I = dyn_cast<Instruction>(U))
      return makeError(textOf<Message::err_not_inlinable>(
          I->getFunction()->getName(), "a local accessor"));
  Arena->eraseFromParent();
  return Users;
}

} // namespace facet
