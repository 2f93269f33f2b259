//===- device_globals.cpp - Variables of each device ----------------------===//
//
// See device_globals.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/device_globals.h"

#include "compiler/ir/variable_addresses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace facet {
namespace {

/// Where the value of an operand has to be computed.
Instruction *placeFor(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  if (auto *Phi = dyn_cast<PHINode>(User))
    return Phi->getIncomingBlock(U)->getTerminator();
  return User;
}

void replaceUses(GlobalVariable &V) {
  SmallVector<Use *> Uses;
  for (Use &U : V.uses())
    if (isa<Instruction>(U.getUser()))
      Uses.push_back(&U);
  for (Use *U : Uses) {
    IRBuilder<> Builder(placeFor(*U));
    CallInst *Call = createAddressCall(Builder, DeviceGlobalBuiltin, V);
    // A block is an operand of a phi once for each edge from it, with one
    // value.
    if (auto *Phi = dyn_cast<PHINode>(U->getUser()))
      Phi->setIncomingValueForBlock(Phi->getIncomingBlock(*U), Call);
    else
      U->set(Call);
  }
}

} // namespace

void shareDeviceGlobals(Module &M,
                        function_ref<bool(const GlobalVariable &)> Is) {
  for (GlobalVariable &V : M.globals())
    if (V.hasInitializer() && !V.hasLocalLinkage() && Is(V))
      V.addAttribute(DeviceGlobalAttribute, "external");
}

void placeDeviceGlobals(Module &M, StringRef Source,
                        function_ref<bool(const GlobalVariable &)> Is,
                        function_ref<void(const GlobalVariable &)> Report) {
  SmallVector<GlobalVariable *> Found;
  for (GlobalVariable &V : M.globals())
    if (Is(V))
      Found.push_back(&V);
  for (GlobalVariable *V : Found) {
    convertUsersOfConstantsToInstructions({V});
    replaceUses(*V);
    for (const User *U : V->users())
      if (!isa<CallInst>(U)) {
        Report(*V);
        break;
      }
    const bool Internal = V->hasLocalLinkage();
    if (Internal)
      V->setName(V->getName() + "." + utohexstr(xxh3_64bits(Source)));
    V->addAttribute(DeviceGlobalAttribute, Internal ? "internal" : "external");
    V->setExternallyInitialized(true);
  }
}

} // namespace facet
