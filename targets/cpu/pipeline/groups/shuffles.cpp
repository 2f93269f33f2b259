//===- shuffles.cpp - Words that work-items read of each other ------------===//
//
// See shuffles.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/groups/shuffles.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

void lowerSubGroupShuffles(Function &F) {
  Module &M = *F.getParent();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() ||
        Call->getCalledFunction()->getName() != builtin::SubGroupShuffle)
      continue;
    IRBuilder<> Builder(Call);
    Type *I32 = Builder.getInt32Ty();
    auto Barrier = [&] {
      Builder.CreateCall(
          M.getOrInsertFunction(builtin::ControlBarrier, Builder.getVoidTy(),
                                I32, I32, I32),
          {Builder.getInt32(ScopeSubGroup), Builder.getInt32(ScopeSubGroup),
           Builder.getInt32(0)});
    };
    CallInst *Slot = Builder.CreateCall(
        M.getOrInsertFunction(builtin::ExchangeSlot, Builder.getPtrTy()), {},
        "slot");
    // Always the same for a work-item.
    Slot->setDoesNotAccessMemory();
    Value *Lane = Builder.CreateIntrinsic(
        I32, Intrinsic::spv_subgroup_local_invocation_id, {});
    Builder.CreateStore(Call->getArgOperand(0), Slot);
    Barrier();
    Value *Distance = Builder.CreateSub(Call->getArgOperand(1), Lane);
    Value *Other = Builder.CreateGEP(
        I32, Slot, Builder.CreateSExt(Distance, Builder.getInt64Ty()));
    Value *Word = Builder.CreateLoad(I32, Other);
    Barrier();
    Call->replaceAllUsesWith(Word);
    Call->eraseFromParent();
  }
}

} // namespace facet
