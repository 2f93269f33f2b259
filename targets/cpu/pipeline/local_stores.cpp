//===- local_stores.cpp - Stores with masks to local memory ---------------===//
//
// See local_stores.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/local_stores.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace facet {
namespace {

bool isStoreToLocalMemory(const IntrinsicInst &I) {
  if (I.getIntrinsicID() != Intrinsic::masked_store ||
      isa<Constant>(I.getArgOperand(2)))
    return false;
  auto *Ty = dyn_cast<FixedVectorType>(I.getArgOperand(0)->getType());
  const DataLayout &Layout = I.getDataLayout();
  return Ty && Layout.typeSizeEqualsStoreSize(Ty->getElementType()) &&
         Layout.getTypeStoreSize(Ty).getFixedValue() <=
             FACET_CPU_LOCAL_MEMORY_MARGIN &&
         isOfLocalMemory(*I.getArgOperand(1));
}

/// Nothing is said of the types and scopes that the accesses belong to: they
/// are also of what lies beside the elements that are meant.
void storeWhole(IntrinsicInst &Store) {
  Value *New = Store.getArgOperand(0), *Address = Store.getArgOperand(1);
  const Align Alignment = Store.getParamAlign(1).valueOrOne();
  const unsigned Elements =
      cast<FixedVectorType>(New->getType())->getNumElements();
  IRBuilder<> Builder(&Store);
  // One element that is poison must not be one of the branch.
  Value *Mask = Builder.CreateFreeze(Store.getArgOperand(2));
  Value *Any = Builder.CreateIsNotNull(
      Builder.CreateBitCast(Mask, Builder.getIntNTy(Elements)));
  Builder.SetInsertPoint(
      SplitBlockAndInsertIfThen(Any, Store.getIterator(), false));
  // LLVM 22 makes a store with a mask of one of what is loaded from the place,
  // unless something is done with it.
  Value *Old = Builder.CreateFreeze(
      Builder.CreateAlignedLoad(New->getType(), Address, Alignment));
  Builder.CreateAlignedStore(Builder.CreateSelect(Mask, New, Old), Address,
                             Alignment);
  Store.eraseFromParent();
}

} // namespace

bool storeWholeVectors(Function &F) {
  SmallVector<IntrinsicInst *> Stores;
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<IntrinsicInst>(&I);
        Store && isStoreToLocalMemory(*Store))
      Stores.push_back(Store);
  for (IntrinsicInst *Store : Stores)
    storeWhole(*Store);
  return !Stores.empty();
}

} // namespace facet
