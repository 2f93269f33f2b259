//===- math_accuracy.cpp - Pass: how accurate functions must be -----------===//
//
// See math_accuracy.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/math_accuracy.h"

#include "compiler/ir/math_calls.h"
#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

void requireAccuracy(Module &M, const MathAccuracies &Accuracies) {
  if (Accuracies.empty())
    return;
  for (Function &Callee : M) {
    std::optional<MathFunction> Math = mathFunctionOf(Callee);
    std::optional<MathAccuracy> Accuracy =
        Math ? Accuracies.Find(std::string_view(Math->Name)) : std::nullopt;
    if (!Accuracy)
      continue;
    for (User *U : Callee.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &Callee)
        continue;
      writeMathAccuracy(*Call, *Accuracy);
      Function &Caller = *Call->getFunction();
      AspectSet Used = readUsedAspects(Caller);
      if (Used.Insert(InternalAspectOf(*Accuracy)))
        writeUsedAspects(Caller, Used);
    }
  }
}

static bool usesInternalAspect(const Function &F) {
  return any_of(readUsedAspects(F), IsInternalAspect) ||
         any_of(readConditionallyUsedAspects(F),
                [](const ConditionalAspects &Pair) {
                  return any_of(Pair.aspects, IsInternalAspect);
                });
}

void separateAccuracies(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || !F.isWeakForLinker() || isEntryPoint(F) ||
        !usesInternalAspect(F))
      continue;
    F.setComdat(nullptr);
    F.setLinkage(GlobalValue::InternalLinkage);
  }
}

} // namespace facet
