//===- element_stores.cpp - Elements whose index is computed --------------===//
//
// See element_stores.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/element_stores.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// True if \p V is what memory contains but for elements, one of them at a
/// computed index.
bool hasComputedElement(const Value *V) {
  bool IsComputed = false;
  while (auto *Insertion = dyn_cast<InsertElementInst>(V)) {
    IsComputed |= !isa<Constant>(Insertion->getOperand(2));
    V = Insertion->getOperand(0);
  }
  return IsComputed && isa<LoadInst>(V);
}

} // namespace

void alignElementStores(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || !hasComputedElement(Store->getValueOperand()))
        continue;
      Type *Element = Store->getValueOperand()->getType()->getScalarType();
      const uint64_t Bytes =
          M.getDataLayout().getTypeStoreSize(Element).getFixedValue();
      Store->setAlignment(commonAlignment(Store->getAlign(), Bytes));
    }
}

} // namespace facet
