//===- approximations.cpp - Estimates in place of mathematical functions --===//
//
// See approximations.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/approximations.h"

#include "compiler/ir/math_calls.h"
#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringRef WithNativeForm[] = {"cos",  "exp",   "exp10", "exp2", "log",
                                        "log2", "log10", "rsqrt", "sin",  "tan"};

bool mayBeApproximated(const CallBase &Call) {
  return isa<FPMathOperator>(Call) && Call.hasApproxFunc() &&
         !readMathAccuracy(Call);
}

/// OpenCL's native function in place of \p F.
Function *nativeFormOf(Function &F, StringRef Name) {
  FunctionCallee Native = F.getParent()->getOrInsertFunction(
      spirvMathName(("native_" + Name).str(), "f"), F.getFunctionType());
  auto *Callee = dyn_cast<Function>(Native.getCallee());
  if (!Callee || Callee->getFunctionType() != F.getFunctionType())
    return nullptr;
  if (Callee->use_empty()) {
    Callee->setCallingConv(CallingConv::SPIR_FUNC);
    Callee->setDoesNotThrow();
    Callee->setDoesNotAccessMemory();
    Callee->setWillReturn();
  }
  return Callee;
}

} // namespace

void callApproximations(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    std::optional<MathFunction> Math = mathFunctionOf(F);
    if (!Math || Math->Type != RealType::kFloat ||
        F.getReturnType()->isVectorTy() ||
        !is_contained(WithNativeForm, Math->Name))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &F || !mayBeApproximated(*Call))
        continue;
      Function *Native = nativeFormOf(F, Math->Name);
      if (!Native)
        break;
      Call->setCalledFunction(Native);
      Call->setCallingConv(Native->getCallingConv());
    }
  }
}

} // namespace facet
