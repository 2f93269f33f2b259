//===- masked_stores.cpp - Stores of one element of a vector --------------===//
//
// See masked_stores.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/masked_stores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Returns the only element that \p Mask has, if it is known to be the only
/// one.
std::optional<unsigned> singleElement(const Value &Mask) {
  const auto *Elements = dyn_cast<Constant>(&Mask);
  const auto *Shape = dyn_cast<FixedVectorType>(Mask.getType());
  std::optional<unsigned> Found;
  if (!Elements || !Shape)
    return std::nullopt;
  for (unsigned N = 0; N != Shape->getNumElements(); ++N) {
    const auto *Element =
        dyn_cast_or_null<ConstantInt>(Elements->getAggregateElement(N));
    if (!Element || (Element->isOne() && Found))
      return std::nullopt;
    if (Element->isOne())
      Found = N;
  }
  return Found;
}

void storeElement(IntrinsicInst &Store, unsigned Number) {
  IRBuilder<> Builder(&Store);
  Value *Element = Builder.CreateExtractElement(Store.getArgOperand(0), Number);
  Value *Address = Builder.CreateConstGEP1_64(Element->getType(),
                                              Store.getArgOperand(1), Number);
  const uint64_t Offset =
      Number * Store.getDataLayout().getTypeStoreSize(Element->getType());
  StoreInst *New = Builder.CreateAlignedStore(
      Element, Address,
      commonAlignment(Store.getParamAlign(1).valueOrOne(), Offset));
  New->setAAMetadata(Store.getAAMetadata());
  New->copyMetadata(Store, {LLVMContext::MD_nontemporal});
  Store.eraseFromParent();
}

} // namespace

bool storeSingleElements(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Store = dyn_cast<IntrinsicInst>(&I);
    if (!Store || Store->getIntrinsicID() != Intrinsic::masked_store)
      continue;
    if (std::optional<unsigned> Number =
            singleElement(*Store->getArgOperand(2))) {
      storeElement(*Store, *Number);
      Changed = true;
    }
  }
  return Changed;
}

} // namespace facet
