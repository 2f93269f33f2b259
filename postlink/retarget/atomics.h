//===- atomics.h - What atomic operations access --------------------------===//
//
// In:  an instruction.
// Out: the address that it accesses atomically; the same operation that is not
//      atomic.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ATOMICS_H
#define FACET_POSTLINK_RETARGET_ATOMICS_H

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace facet {

/// Returns the address that \p I accesses if it is an atomic operation; null
/// for fences and all other instructions.
inline const llvm::Value *atomicPointer(const llvm::Instruction &I) {
  if (!I.isAtomic())
    return nullptr;
  if (auto *Update = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&I);
}

/// Returns true if \p I is an atomic operation on memory of address space \p
/// Space.
inline bool isAtomicIn(const llvm::Instruction &I, unsigned Space) {
  const llvm::Value *Pointer = atomicPointer(I);
  return Pointer && Pointer->getType()->getPointerAddressSpace() == Space;
}

/// Makes \p I, an atomic operation with an address, an ordinary one. It may be
/// another instruction then.
inline void makeOrdinary(llvm::Instruction &I) {
  if (auto *Update = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    llvm::lowerAtomicRMWInst(Update);
  else if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    llvm::lowerAtomicCmpXchgInst(Exchange);
  else if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    Load->setAtomic(llvm::AtomicOrdering::NotAtomic);
  else
    llvm::cast<llvm::StoreInst>(I).setAtomic(llvm::AtomicOrdering::NotAtomic);
}

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ATOMICS_H
