//===- fenced_atomics.cpp - Orderings of atomics as fences ----------------===//
//
// See fenced_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/fenced_atomics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

AtomicOrdering takeOrdering(Instruction &I) {
  constexpr AtomicOrdering Relaxed = AtomicOrdering::Monotonic;
  AtomicOrdering Ordering = AtomicOrdering::NotAtomic;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Ordering = Load->getOrdering();
    if (isStrongerThanMonotonic(Ordering))
      Load->setOrdering(Relaxed);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Ordering = Store->getOrdering();
    if (isStrongerThanMonotonic(Ordering))
      Store->setOrdering(Relaxed);
  } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    Ordering = Update->getOrdering();
    Update->setOrdering(Relaxed);
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Ordering = Exchange->getMergedOrdering();
    Exchange->setSuccessOrdering(Relaxed);
    Exchange->setFailureOrdering(Relaxed);
  }
  return Ordering;
}

void orderAtomicsByFences(Module &M) {
  SmallVector<Instruction *> Atomics;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.isAtomic() && !isa<FenceInst>(I))
        Atomics.push_back(&I);
  for (Instruction *I : Atomics) {
    AtomicOrdering Ordering = takeOrdering(*I);
    if (!isStrongerThanMonotonic(Ordering))
      continue;
    bool Sequential = Ordering == AtomicOrdering::SequentiallyConsistent;
    SyncScope::ID Scope = *getAtomicSyncScopeID(I);
    IRBuilder<> Builder(I);
    if (isReleaseOrStronger(Ordering))
      Builder.CreateFence(Sequential ? Ordering : AtomicOrdering::Release,
                          Scope);
    Builder.SetInsertPoint(I->getNextNode());
    if (isAcquireOrStronger(Ordering))
      Builder.CreateFence(Sequential ? Ordering : AtomicOrdering::Acquire,
                          Scope);
  }
}

} // namespace facet
