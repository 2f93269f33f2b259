//===- group_atomics.cpp - Atomic operations within a work-group ----------===//
//
// See group_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/group_atomics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace facet {
namespace {

/// SPIR-V's Workgroup storage class as LLVM numbers it.
constexpr unsigned SpirvLocalSpace = 3;

const Value *atomicallyAccessed(const Instruction &I) {
  if (!I.isAtomic())
    return nullptr;
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return getLoadStorePointerOperand(&I); // Null: a fence.
}

} // namespace

void narrowLocalAtomics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (const Value *Pointer = atomicallyAccessed(I);
          Pointer &&
          Pointer->getType()->getPointerAddressSpace() == SpirvLocalSpace)
        setAtomicSyncScopeID(&I, SyncScope::SingleThread);
}

void lowerGroupAtomics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (!atomicallyAccessed(I) ||
          getAtomicSyncScopeID(&I) != SyncScope::SingleThread)
        continue;
      if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
        lowerAtomicRMWInst(Update);
      else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        lowerAtomicCmpXchgInst(Exchange);
      else if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAtomic(AtomicOrdering::NotAtomic);
      else
        cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
    }
}

} // namespace facet
