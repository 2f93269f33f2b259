//===- kernel_arguments.cpp - What is known of a kernel's arguments -------===//
//
// See kernel_arguments.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/kernel_arguments.h"

#include "postlink/retarget/kernels.h"
#include "postlink/retarget/inlining.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "targets/family.h"

using namespace llvm;

namespace facet {
namespace {

/// \p Root and every pointer made from it.
SetVector<Value *> derivedPointers(Value &Root) {
  SetVector<Value *> Pointers;
  Pointers.insert(&Root);
  for (size_t I = 0; I != Pointers.size(); ++I)
    for (User *U : Pointers[I]->users())
      if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(U))
        Pointers.insert(U);
  return Pointers;
}

bool onlyReads(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst, GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst,
          ICmpInst>(I) ||
      I->isLifetimeStartOrEnd())
    return true;
  if (auto *Copy = dyn_cast<MemCpyInst>(I))
    return &U == &Copy->getRawSourceUse();
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call || !Call->isArgOperand(&U))
    return false;
  unsigned Index = Call->getArgOperandNo(&U);
  return Call->doesNotCapture(Index) && Call->onlyReadsMemory(Index);
}

void markInvariant(LoadInst &Load) {
  Load.setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(Load.getContext(), {}));
}

/// Routes the uses of \p Load, a generic pointer, through global memory.
void makeGlobal(LoadInst &Load, unsigned GlobalSpace) {
  IRBuilder<> Builder(Load.getNextNode());
  Value *Global = Builder.CreateAddrSpaceCast(
      &Load, PointerType::get(Load.getContext(), GlobalSpace));
  Value *Generic = Builder.CreateAddrSpaceCast(Global, Load.getType());
  Load.replaceUsesWithIf(Generic,
                         [&](Use &U) { return U.getUser() != Global; });
}

bool isRecursive(const Function &F) {
  return any_of(F.users(), [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    return Call && Call->getFunction() == &F;
  });
}

} // namespace

bool isOnlyRead(Value &Root) {
  for (Value *Pointer : derivedPointers(Root))
    for (const Use &U : Pointer->uses())
      if (!onlyReads(U))
        return false;
  return true;
}

bool requestInliningOfArgumentUsers(ArrayRef<Function *> Kernels) {
  bool Any = false;
  for (Function *Kernel : Kernels)
    for (Argument &A : Kernel->args()) {
      if (!A.getType()->isPointerTy())
        continue;
      for (Value *Pointer : derivedPointers(A))
        for (User *U : Pointer->users()) {
          auto *Call = dyn_cast<CallBase>(U);
          Function *Callee = Call ? Call->getCalledFunction() : nullptr;
          if (!Callee || Callee->isDeclaration() || isRecursive(*Callee) ||
              Callee->hasFnAttribute(Attribute::AlwaysInline) ||
              Callee->hasFnAttribute(StaysFunction))
            continue;
          requestInlining(*Callee);
          Any = true;
        }
    }
  return Any;
}

void inferArgumentLoads(Argument &Root, const CodeModel &Target) {
  if (!isOnlyRead(Root))
    return;
  const unsigned Generic = Target.generic_space();
  const unsigned Global = Target.global_space();
  // What is behind a merge may also point to memory that is written.
  SmallPtrSet<Value *, 16> Certain{&Root};
  SetVector<LoadInst *> Loads;
  for (Value *Pointer : derivedPointers(Root)) {
    if (Pointer != &Root) {
      if (isa<PHINode, SelectInst>(Pointer) ||
          !Certain.contains(cast<User>(Pointer)->getOperand(0)))
        continue;
      Certain.insert(Pointer);
    }
    for (User *U : Pointer->users())
      if (auto *Load = dyn_cast<LoadInst>(U); Load && Load->isSimple())
        Loads.insert(Load);
  }
  for (LoadInst *Load : Loads) {
    markInvariant(*Load);
    Type *Ty = Load->getType();
    if (Generic != Global && Ty->isPointerTy() &&
        Ty->getPointerAddressSpace() == Generic)
      makeGlobal(*Load, Global);
  }
}

void inferKernelArguments(Function &Kernel, const CodeModel &Target) {
  for (Argument &A : Kernel.args())
    if (A.hasByValAttr() || A.hasByRefAttr())
      inferArgumentLoads(A, Target);
}

} // namespace facet
