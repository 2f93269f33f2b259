//===- annotations.cpp - Traces that our attributes leave in the IR -------===//
//
// See annotations.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/annotations.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace facet {

static StringRef annotationOf(const Constant *Element) {
  if (Element->getNumOperands() < 2)
    return "";
  const auto *Text =
      dyn_cast<GlobalVariable>(Element->getOperand(1)->stripPointerCasts());
  if (!Text || !Text->hasInitializer())
    return "";
  const auto *Data = dyn_cast<ConstantDataSequential>(Text->getInitializer());
  return Data && Data->isString() ? Data->getAsString() : "";
}

void removeAttributeAnnotations(Module &M, StringRef Prefix) {
  GlobalVariable *Old = M.getGlobalVariable("llvm.global.annotations");
  if (!Old || !Old->hasInitializer())
    return;
  SmallVector<Constant *, 16> Kept;
  SmallVector<GlobalVariable *, 32> Strings;
  for (Use &Element : Old->getInitializer()->operands()) {
    auto *C = cast<Constant>(Element);
    if (!annotationOf(C).starts_with(Prefix)) {
      Kept.push_back(C);
      continue;
    }
    for (Use &Part : C->operands())
      if (auto *G = dyn_cast<GlobalVariable>(Part->stripPointerCasts()))
        Strings.push_back(G);
  }
  if (!Kept.empty()) {
    auto *Type = ArrayType::get(Kept.front()->getType(), Kept.size());
    auto *New =
        new GlobalVariable(M, Type, Old->isConstant(), Old->getLinkage(),
                           ConstantArray::get(Type, Kept), "", nullptr,
                           GlobalValue::NotThreadLocal, Old->getAddressSpace());
    New->copyAttributesFrom(Old);
    New->takeName(Old);
  }
  Old->setInitializer(nullptr);
  Old->eraseFromParent();
  for (GlobalVariable *G : Strings)
    G->removeDeadConstantUsers();
  // One string serves several elements, so each may be in the list repeatedly.
  llvm::sort(Strings);
  Strings.erase(llvm::unique(Strings), Strings.end());
  for (GlobalVariable *G : Strings)
    if (G->use_empty() && G->hasLocalLinkage())
      G->eraseFromParent();
}

} // namespace facet
