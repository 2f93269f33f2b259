//===- bounds.cpp - Between which values an expression is in a work-group -===//
//
// See bounds.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/bounds.h"

#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernel_arguments.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// Expressions that are deeper are not of indices.
constexpr unsigned MostDepth = 24;

} // namespace

bool isUniformQuery(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::spv_group_id:
  case Intrinsic::spv_workgroup_size:
  case Intrinsic::spv_global_size:
  case Intrinsic::spv_global_offset:
  case Intrinsic::spv_num_workgroups:
  case Intrinsic::spv_num_subgroups:
  case Intrinsic::spv_subgroup_max_size:
    return true;
  default:
    return false;
  }
}

BoundsBuilder::BoundsBuilder(ScalarEvolution &Evolution,
                             const DominatorTree &Dominators,
                             IRBuilder<> &Builder)
    : Evolution(Evolution), Dominators(Dominators), Builder(Builder),
      Failed(Builder.getFalse()) {}

void BoundsBuilder::fail(Value *Condition) {
  Failed = Builder.CreateOr(Failed, Condition);
}

void BoundsBuilder::forgetSince(Value *Earlier) { Failed = Earlier; }

std::optional<Bounds> BoundsBuilder::boundsOf(const SCEV *S,
                                              BasicBlock *Where) {
  if (Depth == MostDepth)
    return std::nullopt;
  Value *Before = Failed;
  ++Depth;
  Result Found = compute(S, Where);
  --Depth;
  if (Found)
    return Found;
  Failed = Before;
  return ofRange(S);
}

BoundsBuilder::Result BoundsBuilder::compute(const SCEV *S, BasicBlock *Where) {
  if (!S->getType()->isIntegerTy() || S->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  switch (S->getSCEVType()) {
  case scConstant:
    return ofConstant(cast<SCEVConstant>(S)->getAPInt());
  case scSignExtend:
    return boundsOf(cast<SCEVCastExpr>(S)->getOperand(), Where);
  case scZeroExtend: {
    Result Of = boundsOf(cast<SCEVCastExpr>(S)->getOperand(), Where);
    if (Of)
      fail(Builder.CreateICmpSLT(Of->Least, Builder.getInt64(0)));
    return Of;
  }
  case scTruncate:
    return fitting(boundsOf(cast<SCEVCastExpr>(S)->getOperand(), Where), S,
                   /*Wraps=*/true);
  case scAddExpr:
    return ofSum(*cast<SCEVNAryExpr>(S), Where);
  case scMulExpr:
    return ofProduct(*cast<SCEVNAryExpr>(S), Where);
  case scUDivExpr:
    return ofQuotient(*cast<SCEVUDivExpr>(S), Where);
  case scAddRecExpr:
    return ofRecurrence(*cast<SCEVAddRecExpr>(S), Where);
  case scSMaxExpr:
  case scUMaxExpr:
    return ofExtremum(*cast<SCEVNAryExpr>(S), Where, /*IsMaximum=*/true,
                      S->getSCEVType() == scUMaxExpr);
  case scSMinExpr:
  case scUMinExpr:
  case scSequentialUMinExpr:
    return ofExtremum(*cast<SCEVNAryExpr>(S), Where, /*IsMaximum=*/false,
                      S->getSCEVType() != scSMinExpr);
  case scUnknown:
    return ofValue(S, cast<SCEVUnknown>(S)->getValue());
  default:
    return std::nullopt;
  }
}

BoundsBuilder::Result BoundsBuilder::ofConstant(const APInt &Number) {
  Value *V = Builder.getInt64(static_cast<uint64_t>(Number.getSExtValue()));
  return Bounds{V, V};
}

/// What its type and operations say: a byte that is loaded.
BoundsBuilder::Result BoundsBuilder::ofRange(const SCEV *S) {
  if (!S->getType()->isIntegerTy() || S->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  ConstantRange Range = Evolution.getSignedRange(S);
  constexpr unsigned MostBits = 16;
  if (Range.isEmptySet() ||
      Range.getSignedMax().getSignificantBits() > MostBits ||
      Range.getSignedMin().getSignificantBits() > MostBits)
    return std::nullopt;
  return Bounds{ofConstant(Range.getSignedMin())->Least,
                ofConstant(Range.getSignedMax())->Least};
}

BoundsBuilder::Result BoundsBuilder::ofValue(const SCEV *S, Value *V) {
  if (Value *Known = uniformValue(V)) {
    Value *Number = Builder.CreateSExt(Known, Builder.getInt64Ty());
    return Bounds{Number, Number};
  }
  if (auto *Query = dyn_cast<CallInst>(V))
    if (Result OfQuery = ofQuery(*Query))
      return fitting(OfQuery, S, /*Wraps=*/true);
  return std::nullopt;
}

BoundsBuilder::Result BoundsBuilder::ofQuery(const CallInst &Query) {
  const Function *Callee = Query.getCalledFunction();
  if (!Callee || !Callee->isIntrinsic() || Query.arg_empty() ||
      !isa<ConstantInt>(Query.getArgOperand(0)))
    return std::nullopt;
  auto Ask = [&](Intrinsic::ID Id) {
    Value *Number = Builder.CreateIntrinsic(Builder.getInt64Ty(), Id,
                                            {Query.getArgOperand(0)});
    return Number;
  };
  Value *First = nullptr;
  if (Query.getIntrinsicID() == Intrinsic::spv_thread_id)
    First = Ask(Intrinsic::spv_thread_id);
  else if (Query.getIntrinsicID() == Intrinsic::spv_thread_id_in_group)
    First = Builder.getInt64(0);
  else
    return std::nullopt;
  Value *Others = Builder.CreateSub(Ask(Intrinsic::spv_workgroup_size),
                                    Builder.getInt64(1));
  return Bounds{First, add(First, Others)};
}

BoundsBuilder::Result BoundsBuilder::ofSum(const SCEVNAryExpr &S,
                                           BasicBlock *Where) {
  Bounds Sum = {Builder.getInt64(0), Builder.getInt64(0)};
  for (const SCEV *Operand : S.operands()) {
    Result Of = boundsOf(Operand, Where);
    if (!Of)
      return std::nullopt;
    Sum = {add(Sum.Least, Of->Least), add(Sum.Most, Of->Most)};
  }
  return fitting(Sum, &S, !S.hasNoSignedWrap());
}

BoundsBuilder::Result BoundsBuilder::ofProduct(const SCEVNAryExpr &S,
                                               BasicBlock *Where) {
  Bounds Product = {Builder.getInt64(1), Builder.getInt64(1)};
  for (const SCEV *Operand : S.operands()) {
    Result Of = boundsOf(Operand, Where);
    if (!Of)
      return std::nullopt;
    Product = product(Product, *Of);
  }
  return fitting(Product, &S, !S.hasNoSignedWrap());
}

BoundsBuilder::Result BoundsBuilder::ofQuotient(const SCEVUDivExpr &S,
                                                BasicBlock *Where) {
  Result Dividend = boundsOf(S.getLHS(), Where);
  Result Divisor = Dividend ? boundsOf(S.getRHS(), Where) : std::nullopt;
  if (!Divisor)
    return std::nullopt;
  Value *Zero = Builder.getInt64(0), *One = Builder.getInt64(1);
  fail(Builder.CreateICmpSLT(Dividend->Least, Zero));
  fail(Builder.CreateICmpSLT(Divisor->Least, One));
  // Never by zero, whatever has failed.
  return Bounds{
      Builder.CreateUDiv(Dividend->Least, larger(Divisor->Most, One)),
      Builder.CreateUDiv(Dividend->Most, larger(Divisor->Least, One))};
}

BoundsBuilder::Result BoundsBuilder::ofExtremum(const SCEVNAryExpr &S,
                                                BasicBlock *Where,
                                                bool IsMaximum,
                                                bool IsUnsigned) {
  Result All;
  for (const SCEV *Operand : S.operands()) {
    Result Of = boundsOf(Operand, Where);
    if (!Of)
      return std::nullopt;
    if (IsUnsigned)
      fail(Builder.CreateICmpSLT(Of->Least, Builder.getInt64(0)));
    if (!All)
      All = Of;
    else if (IsMaximum)
      All = Bounds{larger(All->Least, Of->Least), larger(All->Most, Of->Most)};
    else
      All =
          Bounds{smaller(All->Least, Of->Least), smaller(All->Most, Of->Most)};
  }
  return All;
}

BoundsBuilder::Result BoundsBuilder::ofRecurrence(const SCEVAddRecExpr &S,
                                                  BasicBlock *Where) {
  if (!S.isAffine())
    return std::nullopt;
  Result Start = boundsOf(S.getStart(), Where);
  Result Step =
      Start ? boundsOf(S.getStepRecurrence(Evolution), Where) : std::nullopt;
  Result Count = Step ? iterations(*S.getLoop(), Where) : std::nullopt;
  if (!Count)
    return std::nullopt;
  Bounds Moved = product(*Step, {Builder.getInt64(0), Count->Most});
  return fitting(
      Bounds{add(Start->Least, Moved.Least), add(Start->Most, Moved.Most)}, &S,
      !S.hasNoSignedWrap());
}

/// Where \p Where comes behind the test for the end of the loop, the last
/// iteration does not get there.
BoundsBuilder::Result BoundsBuilder::iterations(const Loop &L,
                                                BasicBlock *Where) {
  if (!L.contains(Where))
    return std::nullopt;
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  Value *const Zero = Builder.getInt64(0);
  Result Fewest;
  for (BasicBlock *Exit : Exiting) {
    const SCEV *Count = Evolution.getExitCount(&L, Exit);
    if (isa<SCEVCouldNotCompute>(Count) ||
        !(L.getLoopLatch() && Dominators.dominates(Exit, L.getLoopLatch())))
      continue;
    Result Of = boundsOf(Count, Where);
    if (!Of)
      continue;
    Value *Most = Of->Most;
    if (Exit != Where && Dominators.dominates(Exit, Where))
      Most = Builder.CreateSub(Most, Builder.getInt64(1));
    Most = larger(Most, Zero);
    Fewest = Bounds{Zero, Fewest ? smaller(Fewest->Most, Most) : Most};
  }
  return Fewest;
}

BoundsBuilder::Result BoundsBuilder::fitting(Result B, const SCEV *S,
                                             bool Wraps) {
  const unsigned Bits = S->getType()->getIntegerBitWidth();
  if (!B || !Wraps || Bits == 64)
    return B;
  auto Limit = [&](const APInt &Number) {
    return Builder.getInt64(static_cast<uint64_t>(Number.getSExtValue()));
  };
  fail(Builder.CreateICmpSLT(B->Least, Limit(APInt::getSignedMinValue(Bits))));
  fail(Builder.CreateICmpSGT(B->Most, Limit(APInt::getSignedMaxValue(Bits))));
  return B;
}

Bounds BoundsBuilder::product(const Bounds &A, const Bounds &B) {
  if (A.Least == A.Most && B.Least == B.Most) {
    Value *Only = multiply(A.Least, B.Least);
    return {Only, Only};
  }
  Value *Corners[] = {multiply(A.Least, B.Least), multiply(A.Least, B.Most),
                      multiply(A.Most, B.Least), multiply(A.Most, B.Most)};
  return {
      smaller(smaller(Corners[0], Corners[1]), smaller(Corners[2], Corners[3])),
      larger(larger(Corners[0], Corners[1]), larger(Corners[2], Corners[3]))};
}

Value *BoundsBuilder::checked(Intrinsic::ID Operation, Value *A, Value *B) {
  Value *Both = Builder.CreateBinaryIntrinsic(Operation, A, B);
  fail(Builder.CreateExtractValue(Both, 1));
  return Builder.CreateExtractValue(Both, 0);
}

Value *BoundsBuilder::add(Value *A, Value *B) {
  auto IsZero = [](Value *V) {
    auto *Number = dyn_cast<ConstantInt>(V);
    return Number && Number->isZero();
  };
  if (IsZero(A))
    return B;
  return IsZero(B) ? A : checked(Intrinsic::sadd_with_overflow, A, B);
}

Value *BoundsBuilder::multiply(Value *A, Value *B) {
  auto IsOne = [](Value *V) {
    auto *Number = dyn_cast<ConstantInt>(V);
    return Number && Number->isOne();
  };
  if (IsOne(A))
    return B;
  return IsOne(B) ? A : checked(Intrinsic::smul_with_overflow, A, B);
}

Value *BoundsBuilder::smaller(Value *A, Value *B) {
  return A == B ? A : Builder.CreateBinaryIntrinsic(Intrinsic::smin, A, B);
}

Value *BoundsBuilder::larger(Value *A, Value *B) {
  return A == B ? A : Builder.CreateBinaryIntrinsic(Intrinsic::smax, A, B);
}

Value *BoundsBuilder::uniformValue(Value *V) {
  if (isa<Constant>(V))
    return V;
  if (auto Known = Uniform.find(V); Known != Uniform.end())
    return Known->second;
  Value *Made = nullptr;
  if (auto *A = dyn_cast<Argument>(V)) {
    if (!A->hasByValAttr())
      Made = Builder.GetInsertBlock()->getParent()->getArg(A->getArgNo());
  } else if (auto *Load = dyn_cast<LoadInst>(V)) {
    Made = loadOfArgument(*Load);
  } else if (auto *Call = dyn_cast<CallInst>(V)) {
    Made = sameQuery(*Call);
  }
  return Uniform[V] = Made;
}

Value *BoundsBuilder::loadOfArgument(LoadInst &Load) {
  if (!Load.isSimple())
    return nullptr;
  const DataLayout &Layout = Load.getDataLayout();
  APInt Offset(64, 0);
  auto *Block = dyn_cast<Argument>(
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  if (!Block || !Block->hasByValAttr() || !isOnlyRead(*Block) ||
      Offset.isNegative() ||
      Offset.getZExtValue() + Layout.getTypeStoreSize(Load.getType()) >
          Layout.getTypeAllocSize(Block->getParamByValType()))
    return nullptr;
  Function *F = Builder.GetInsertBlock()->getParent();
  Value *Address = Builder.CreatePtrAdd(
      F->getArg(Block->getArgNo()), Builder.getInt64(Offset.getZExtValue()));
  return Builder.CreateAlignedLoad(Load.getType(), Address, Load.getAlign());
}

Value *BoundsBuilder::sameQuery(CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return nullptr;
  const bool IsUniform =
      isUniformQuery(Callee->getIntrinsicID()) &&
      (Call.arg_empty() || isa<ConstantInt>(Call.getArgOperand(0)));
  if (!IsUniform && Callee->getName() != builtin::LocalArena)
    return nullptr;
  SmallVector<Value *> Arguments(Call.args());
  CallInst *Same = Builder.CreateCall(Callee, Arguments);
  Same->setCallingConv(Call.getCallingConv());
  return Same;
}

} // namespace facet
