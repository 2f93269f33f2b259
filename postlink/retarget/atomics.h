//===- atomics.h - What atomic operations access --------------------------===//
//
// In:  an instruction.
// Out: the address that it accesses atomically.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ATOMICS_H
#define FACET_POSTLINK_RETARGET_ATOMICS_H

#include "llvm/IR/Instructions.h"

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

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ATOMICS_H
