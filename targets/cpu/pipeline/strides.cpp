//===- strides.cpp - How far apart the values of neighbours are -----------===//
//
// See strides.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/strides.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned MaximumDepth = 64;

std::optional<int64_t> product(std::optional<int64_t> Stride, int64_t Factor) {
  int64_t Result;
  if (!Stride || MulOverflow(*Stride, Factor, Result))
    return std::nullopt;
  return Result;
}

/// The operand as a number below 63: how far a shift goes.
std::optional<unsigned> shiftBy(const Value *V) {
  auto *By = dyn_cast<ConstantInt>(V);
  return By && By->getValue().ult(63)
             ? std::optional(static_cast<unsigned>(By->getZExtValue()))
             : std::nullopt;
}

} // namespace

std::optional<int64_t> Strides::of(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (Uniformity ? !Uniformity->isDivergent(V) : !I)
    return 0;
  if (!I)
    return std::nullopt;
  auto [At, IsNew] = Known.try_emplace(I, std::nullopt);
  if (!IsNew)
    return At->second; // Unknown while it is being found: a cycle.
  if (++Depth > MaximumDepth) {
    --Depth;
    return std::nullopt;
  }
  std::optional<int64_t> Result = compute(*I);
  --Depth;
  Known[I] = Result;
  return Result;
}

std::optional<int64_t> Strides::compute(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    bool IsId = Call->getIntrinsicID() == Intrinsic::spv_thread_id ||
                Call->getIntrinsicID() == Intrinsic::spv_thread_id_in_group;
    if (auto *D =
            IsId ? dyn_cast<ConstantInt>(Call->getArgOperand(0)) : nullptr)
      return D->getValue() == Dimension;
  }
  switch (I.getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
    return of(I.getOperand(0));
  case Instruction::PHI:
    return ofPhi(I);
  case Instruction::GetElementPtr:
    return ofAddress(cast<GetElementPtrInst>(I));
  default:
    break;
  }
  if (I.isBinaryOp())
    if (std::optional<int64_t> Result = ofBinary(I))
      return Result;
  // The same operation on the same operands.
  return areOperandsEqual(I) ? std::optional<int64_t>(0) : std::nullopt;
}

bool Strides::areOperandsEqual(const Instruction &I) {
  const bool IsSame = Uniformity ? isSafeToSpeculativelyExecute(&I) &&
                                       !I.mayReadFromMemory() &&
                                       !isa<CallBase>(I)
                                 : !isa<PHINode>(I);
  return IsSame && !isa<AllocaInst>(I) &&
         all_of(I.operands(), [&](const Use &U) { return of(U.get()) == 0; });
}

std::optional<int64_t> Strides::ofBinary(const Instruction &I) {
  auto A = of(I.getOperand(0)), B = of(I.getOperand(1));
  auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1));
  std::optional<unsigned> By = shiftBy(I.getOperand(1));
  if (!A || !B)
    return std::nullopt;
  int64_t Result;
  switch (I.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(I).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
    return AddOverflow(*A, *B, Result) ? std::nullopt : std::optional(Result);
  case Instruction::Sub:
    return SubOverflow(*A, *B, Result) ? std::nullopt : std::optional(Result);
  case Instruction::Mul: // Constants are on the right.
    return Constant && Constant->getBitWidth() <= 64
               ? product(A, Constant->getSExtValue())
               : std::nullopt;
  case Instruction::Shl:
    return By ? product(A, int64_t(1) << *By) : std::nullopt;
  // An int made of an id is `ashr (shl id, 32), 32`, or a mask.
  case Instruction::AShr:
  case Instruction::LShr:
    return By && *A % (int64_t(1) << *By) == 0 ? std::optional(*A >> *By)
                                               : std::nullopt;
  case Instruction::And:
    return Constant && Constant->getBitWidth() <= 64 &&
                   isMask_64(Constant->getZExtValue()) &&
                   Constant->getZExtValue() >= INT32_MAX
               ? A
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// A value that changes by the same for all in each round keeps its stride.
std::optional<int64_t> Strides::ofPhi(const Instruction &I) {
  auto &Phi = cast<PHINode>(I);
  if (Phi.getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned Start : {0, 1}) {
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValue(1 - Start));
    if (Next && Next->getOpcode() == Instruction::Add &&
        (Next->getOperand(0) == &Phi || Next->getOperand(1) == &Phi) &&
        of(Next->getOperand(Next->getOperand(0) == &Phi)) == 0)
      return of(Phi.getIncomingValue(Start));
  }
  return std::nullopt;
}

std::optional<int64_t> Strides::ofAddress(const GetElementPtrInst &Address) {
  std::optional<int64_t> Sum = of(Address.getPointerOperand());
  SmallMapVector<Value *, APInt, 4> Variables;
  unsigned Width = Layout.getIndexSizeInBits(Address.getPointerAddressSpace());
  APInt Constant(Width, 0);
  if (!Sum || !Address.collectOffset(Layout, Width, Variables, Constant))
    return std::nullopt;
  for (const auto &[Variable, Scale] : Variables) {
    std::optional<int64_t> Part = product(of(Variable), Scale.getSExtValue());
    if (!Part || AddOverflow(*Sum, *Part, *Sum))
      return std::nullopt;
  }
  return Sum;
}

} // namespace facet
