//===- print_calls.cpp - Calls of printf in device code -------------------===//
//
// See print_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/print_calls.h"

#include "compiler/ir/c_functions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// The number of fitting bits says whether a double may have been a float.
bool fitsFloat(const ConstantFP &C) {
  APFloat Value = C.getValueAPF();
  bool LosesInfo = false;
  Value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &LosesInfo);
  return !LosesInfo;
}

/// \p Value, or the float that it was made of.
Value *withoutPromotion(Value &V, CallInst &Call) {
  Type *Float = Type::getFloatTy(V.getContext());
  if (V.getType()->isHalfTy())
    return IRBuilder<>(&Call).CreateFPExt(&V, Float);
  if (!V.getType()->isDoubleTy())
    return &V;
  // A literal prints the same digits as either.
  if (auto *C = dyn_cast<ConstantFP>(&V); C && fitsFloat(*C))
    return ConstantFP::get(Float, C->getValueAPF().convertToDouble());
  auto *Promotion = dyn_cast<FPExtInst>(&V);
  if (!Promotion)
    return &V;
  Value *Source = Promotion->getOperand(0);
  if (Source->getType()->isFloatTy())
    return Source;
  return IRBuilder<>(&Call).CreateFPExt(Source, Float);
}

void dropPromotions(CallInst &Call) {
  for (unsigned I = 1; I < Call.arg_size(); ++I) {
    Value *Old = Call.getArgOperand(I);
    Value *New = withoutPromotion(*Old, Call);
    Call.setArgOperand(I, New);
    if (auto *Dead = dyn_cast<FPExtInst>(Old);
        Dead && Old != New && Dead->use_empty())
      Dead->eraseFromParent();
  }
}

} // namespace

void preparePrintCalls(Module &M) {
  if (Function *OfC = M.getFunction("printf");
      OfC && OfC->isDeclaration() && OfC->isVarArg()) {
    FunctionCallee Own =
        M.getOrInsertFunction(PrintFunction, OfC->getFunctionType());
    if (auto *F = dyn_cast<Function>(Own.getCallee()))
      F->setCallingConv(OfC->getCallingConv());
    OfC->replaceAllUsesWith(Own.getCallee());
    OfC->eraseFromParent();
  }
  if (Function *F = M.getFunction(PrintFunction))
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && Call->getCalledFunction() == F)
        dropPromotions(*Call);
}

} // namespace facet
