//===- elementwise.cpp - Instructions that are the same for vectors -------===//
//
// See elementwise.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/elementwise.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace facet {
namespace {

bool isPointer(const Value &V) { return V.getType()->isPtrOrPtrVectorTy(); }

} // namespace

bool isElementwise(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    switch (Call->getIntrinsicID()) {
    case Intrinsic::ceil:
    case Intrinsic::copysign:
    case Intrinsic::fabs:
    case Intrinsic::floor:
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::maximum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::minnum:
    case Intrinsic::rint:
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::sqrt:
    case Intrinsic::trunc:
    case Intrinsic::umax:
    case Intrinsic::umin:
      return true;
    default:
      return false;
    }
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(I) &&
         !I.isIntDivRem() && !isPointer(I) &&
         none_of(I.operands(), [](const Use &U) { return isPointer(*U); });
}

unsigned countElementOperands(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->arg_size() : I.getNumOperands();
}

static Value *make(IRBuilder<> &Builder, Instruction &I,
                   ArrayRef<Value *> Operands, unsigned Length) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Builder.CreateIntrinsic(Call->getIntrinsicID(),
                                   FixedVectorType::get(I.getType(), Length),
                                   Operands);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return Builder.CreateCast(Cast->getOpcode(), Operands[0],
                              FixedVectorType::get(I.getType(), Length));
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    return Builder.CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  if (isa<SelectInst>(I))
    return Builder.CreateSelect(Operands[0], Operands[1], Operands[2]);
  return Builder.CreateNAryOp(I.getOpcode(), Operands);
}

Value *makeElementwise(IRBuilder<> &Builder, Instruction &I,
                       ArrayRef<Value *> Operands, unsigned Length) {
  Value *Result = make(Builder, I, Operands, Length);
  // Not a constant.
  if (auto *New = dyn_cast<Instruction>(Result)) {
    New->copyIRFlags(&I);
    New->setDebugLoc(I.getDebugLoc());
  }
  return Result;
}

} // namespace facet
