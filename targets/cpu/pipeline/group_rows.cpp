//===- group_rows.cpp - Groups of one dimension as rows -------------------===//
//
// See group_rows.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/group_rows.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// Shorter rows are no vector, and longer ones are as good as the group.
constexpr int ShortestRow = 3, LongestRow = 6; // As powers of two.

/// A local id, or its bits as casts, shifts and masks by constants leave them.
struct Copy {
  Instruction *V;
  /// Bit B of the id is bit B + Shift here, if it is there at all.
  int Shift;
};

/// The query that \p I is, if the dimension is a constant.
std::optional<unsigned> dimensionOf(const IntrinsicInst &Query) {
  auto *D = dyn_cast<ConstantInt>(Query.getArgOperand(0));
  return D && D->getValue().ult(3)
             ? std::optional(static_cast<unsigned>(D->getZExtValue()))
             : std::nullopt;
}

SmallVector<IntrinsicInst *> idsIn(Function &F) {
  SmallVector<IntrinsicInst *> Result;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && (Call->getIntrinsicID() == Intrinsic::spv_thread_id ||
                 Call->getIntrinsicID() == Intrinsic::spv_thread_id_in_group))
      Result.push_back(Call);
  return Result;
}

bool isLocal(const IntrinsicInst &Id) {
  return Id.getIntrinsicID() == Intrinsic::spv_thread_id_in_group;
}

/// The exponent of a power of two by which \p I divides.
std::optional<int> dividesBy(const Instruction &I) {
  const unsigned Opcode = I.getOpcode();
  if (Opcode != Instruction::UDiv && Opcode != Instruction::SDiv &&
      Opcode != Instruction::URem && Opcode != Instruction::SRem)
    return std::nullopt;
  auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
  return By && By->getValue().isPowerOf2()
             ? std::optional(static_cast<int>(By->getValue().logBase2()))
             : std::nullopt;
}

bool isRemainder(const Instruction &I) {
  return I.getOpcode() == Instruction::URem ||
         I.getOpcode() == Instruction::SRem;
}

/// Where \p I, with an operand \p From, has its bits; nullopt if it is not a
/// copy. Ids have no sign.
std::optional<Copy> copyBy(Instruction &I, const Copy &From) {
  if (isa<ZExtInst, SExtInst, TruncInst>(I) && I.getType()->isIntegerTy())
    return Copy{&I, From.Shift};
  if (!isa<BinaryOperator>(I) || I.getOperand(0) != From.V)
    return std::nullopt;
  if (std::optional<int> By = dividesBy(I))
    return Copy{&I, isRemainder(I) ? From.Shift : From.Shift - *By};
  auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1));
  if (!Constant)
    return std::nullopt;
  const int By = static_cast<int>(
      Constant->getValue().getLimitedValue(Constant->getBitWidth()));
  switch (I.getOpcode()) {
  case Instruction::Shl:
    return Copy{&I, From.Shift + By};
  case Instruction::LShr:
  case Instruction::AShr:
    return Copy{&I, From.Shift - By};
  case Instruction::And:
    return Copy{&I, From.Shift};
  default:
    return std::nullopt;
  }
}

/// The local id \p Id and all copies of it, each behind what it is made of.
SmallVector<Copy> copiesOf(Instruction &Id) {
  SmallVector<Copy> Result{{&Id, 0}};
  for (size_t Next = 0; Next != Result.size(); ++Next)
    for (User *U : Result[Next].V->users())
      if (std::optional<Copy> New = copyBy(*cast<Instruction>(U), Result[Next]))
        Result.push_back(*New);
  return Result;
}

/// Calls \p Found for each power of two by which \p C, a copy, divides the id:
/// where a shift drops bits, and where a mask begins or ends.
void findDivisors(const Copy &C, function_ref<void(int)> Found) {
  if (std::optional<int> By = dividesBy(*C.V); By && isRemainder(*C.V))
    Found(*By - C.Shift);
  else if (By || C.V->getOpcode() == Instruction::LShr ||
           C.V->getOpcode() == Instruction::AShr)
    Found(-C.Shift);
  if (C.V->getOpcode() != Instruction::And)
    return;
  const APInt &Mask = cast<ConstantInt>(C.V->getOperand(1))->getValue();
  for (unsigned Bit = 1; Bit != Mask.getBitWidth(); ++Bit)
    if (Mask[Bit] != Mask[Bit - 1])
      Found(static_cast<int>(Bit) - C.Shift);
}

/// The shortest row by which \p Kernel divides its local id.
std::optional<int> shortestRow(Function &Kernel) {
  std::optional<int> Result;
  for (IntrinsicInst *Id : idsIn(Kernel)) {
    if (!isLocal(*Id) || dimensionOf(*Id) != 0)
      continue;
    for (const Copy &C : copiesOf(*Id))
      findDivisors(C, [&](int Length) {
        if (Length >= ShortestRow && Length <= LongestRow)
          Result = std::min(Result.value_or(Length), Length);
      });
  }
  return Result;
}

bool areDimensionsKnown(Function &F) {
  return all_of(idsIn(F), [](const IntrinsicInst *Id) {
    return dimensionOf(*Id).has_value();
  });
}

bool hasLoops(Function &F) {
  const DominatorTree Dominators(F);
  return !LoopInfo(Dominators).empty();
}

} // namespace

std::optional<uint32_t> rowLengthOf(Function &Kernel,
                                    const CpuKernelShape &Shape) {
  if (Kernel.hasFnAttribute(WholeBodyAttribute) ||
      !areDimensionsKnown(Kernel) || !hasLoops(Kernel))
    return std::nullopt;
  std::optional<int> Row = shortestRow(Kernel);
  if (!Row)
    return std::nullopt;
  const uint32_t Length = uint32_t(1) << *Row;
  if (auto &Size = Shape.WorkGroupSize)
    if ((*Size)[0] % Length != 0 || (*Size)[0] == Length || (*Size)[1] != 1 ||
        (*Size)[2] != 1)
      return std::nullopt;
  return Length;
}

CpuKernelShape divideIntoRows(Function &Kernel, const CpuKernelShape &Shape,
                              uint32_t Length) {
  for (IntrinsicInst *Id : idsIn(Kernel)) {
    const unsigned D = *dimensionOf(*Id);
    if (D == 2)
      continue; // As before: zero, or where the group is.
    IRBuilder<> Builder(Id->getNextNode());
    const auto LocalId = [&](unsigned Dimension, uint32_t End) {
      const unsigned Bits = Id->getType()->getIntegerBitWidth();
      CallInst *Call = Builder.CreateIntrinsic(
          Id->getType(), Intrinsic::spv_thread_id_in_group,
          {Builder.getInt32(Dimension)});
      Call->addRangeRetAttr(ConstantRange(APInt(Bits, 0), APInt(Bits, End)));
      return Call;
    };
    // The id is where the work-item's first neighbour is, and its row is
    // counted in the second dimension.
    CallInst *Row = LocalId(1, (uint32_t(1) << 31) / Length);
    Value *Start = Builder.CreateShl(Row, Log2_32(Length), "", true, true);
    Value *New = nullptr;
    if (isLocal(*Id))
      New = D == 0 ? Builder.CreateOr(Start, LocalId(0, Length), "", true)
                   : Constant::getNullValue(Id->getType());
    else
      New = D == 0 ? Builder.CreateNUWAdd(Id, Start)
                   : Builder.CreateNUWSub(Id, Row);
    Id->replaceUsesWithIf(New, [&](Use &U) { return U.getUser() != New; });
    if (isLocal(*Id))
      Id->eraseFromParent();
  }
  CpuKernelShape Result = Shape;
  Result.RowLength = Length;
  return Result;
}

void chooseRows(Function &Any, Function &Rows, const CpuKernelShape &Shape) {
  chooseVersion(Any, Rows, "rows", [&](IRBuilder<> &Builder, Value &Group) {
    CpuKernelShape Whole = Shape;
    Whole.RowLength = 0;
    CpuQueries Queries(&Group, Whole, /*Uniform=*/nullptr);
    Value *Result = Builder.CreateIsNull(Builder.CreateURem(
        Queries.localRange(Builder, 0), Builder.getInt64(Shape.RowLength)));
    for (unsigned D : {1, 2})
      Result = Builder.CreateAnd(
          Result, Builder.CreateICmpEQ(Queries.localRange(Builder, D),
                                       Builder.getInt64(1)));
    return Result;
  });
}

} // namespace facet
