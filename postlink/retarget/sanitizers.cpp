//===- sanitizers.cpp - Kernels that check themselves ---------------------===//
//
// See sanitizers.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/sanitizers.h"

#include "compiler/ir/dropped_calls.h"
#include "postlink/retarget/optimizer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"

using namespace llvm;

namespace facet {

void dropSanitizers(Module &M) {
  for (Function &F : M)
    F.removeFnAttr(Attribute::SanitizeAddress);
  dropCallsOf(M, [](const Function &F) {
    return F.isDeclaration() && isSanitizerFunction(F.getName());
  });
}

void addAddressChecks(Module &M, Optimizer &Passes) {
  if (none_of(M, [](const Function &F) {
        return F.hasFnAttribute(Attribute::SanitizeAddress);
      }))
    return;
  // Functions of the device library that a kernel calls access its memory.
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(Attribute::SanitizeAddress);
  AddressSanitizerOptions Options;
  Options.UseAfterScope = true;
  ModulePassManager Checks;
  Checks.addPass(AddressSanitizerPass(Options, /*UseGlobalGC=*/true,
                                      /*UseOdrIndicator=*/true));
  Passes.run(M, std::move(Checks));
}

} // namespace facet
