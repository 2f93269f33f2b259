//===- private_atomics.cpp - Atomic operations of private memory ----------===//
//
// See private_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/private_atomics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace facet {
namespace {

const Value *addressOf(const Instruction &I) {
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return I.isAtomic() ? getLoadStorePointerOperand(&I) : nullptr;
}

bool isPrivate(const Value &Address) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects);
  return all_of(Objects, [](const Value *V) { return isa<AllocaInst>(V); });
}

void lower(Instruction &I) {
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    lowerAtomicRMWInst(Update);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    lowerAtomicCmpXchgInst(Exchange);
  else if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace

void lowerPrivateAtomics(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (const Value *Address = addressOf(I); Address && isPrivate(*Address))
        lower(I);
}

} // namespace facet
