//===- variable_addresses.cpp - Addresses that are known later ------------===//
//
// See variable_addresses.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/variable_addresses.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

CallInst *createAddressCall(IRBuilderBase &Builder, StringRef Builtin,
                            GlobalVariable &V) {
  FunctionCallee Callee = V.getParent()->getOrInsertFunction(
      Builtin, FunctionType::get(V.getType(), {V.getType()}, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setCallingConv(CallingConv::SPIR_FUNC);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  CallInst *Call = Builder.CreateCall(Callee, {&V});
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  Call->addFnAttr(Attribute::NoMerge);
  return Call;
}

} // namespace facet
