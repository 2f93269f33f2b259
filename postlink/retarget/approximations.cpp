//===- approximations.cpp - Estimates in place of mathematical functions --===//
//
// See approximations.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/approximations.h"

#include "compiler/ir/math_calls.h"
#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

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

/// OpenCL has no functions for quotients, which operators make.
void divideInstead(Function &F) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledFunction() != &F)
      continue;
    Value *Last = Call->getArgOperand(Call->arg_size() - 1);
    Value *First = Call->arg_size() == 2 ? Call->getArgOperand(0)
                                         : ConstantFP::get(F.getReturnType(), 1);
    Call->replaceAllUsesWith(IRBuilder<>(Call).CreateFDiv(First, Last));
    Call->eraseFromParent();
  }
}

} // namespace

void callPreciseForHalf(Module &M) {
  for (Function &F : M) {
    // "cosf", "powrff": a name, and a letter for each parameter of float.
    const StringRef Half = F.getName().split("__spirv_ocl_half_").second;
    const StringRef Name = Half.drop_back(std::min(F.arg_size(), Half.size()));
    if (Name.empty())
      continue;
    if (Name == "divide" || Name == "recip") {
      divideInstead(F);
      continue;
    }
    const std::string Precise =
        spirvMathName(Name, Half.drop_front(Name.size()));
    if (Function *Other = M.getFunction(Precise))
      F.replaceAllUsesWith(Other);
    else
      F.setName(Precise);
  }
}

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
