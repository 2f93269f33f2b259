//===- tile_ids.cpp - What follows from the place of a tile ---------------===//
//
// See tile_ids.h. An id in x is the tile's first one, a multiple of its length,
// plus the lane. So are sums of ids and multiples of the length: the bits above
// those of the lane are the same for all of the tile, whatever overflows.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/tile_ids.h"

#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

/// How long a chain of arithmetic is followed.
constexpr unsigned MaximumDepth = 16;

/// An int has 31 bits for a number.
constexpr unsigned IntBits = 32;

/// What a value is for the work-items of a tile.
enum class InTile {
  Differs,
  Same,
  Aligned, ///< the same, and a multiple of the tile's length
  Counts   ///< such a multiple, and the lane
};

const Value *withoutCasts(const Value *V) {
  while (isa<ZExtInst, SExtInst, TruncInst>(V) &&
         V->getType()->getScalarSizeInBits() >= IntBits)
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// True if \p V is what \p Query answers, in x if it has a dimension.
bool isQueryInX(const Value *V, Intrinsic::ID Query) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  if (!Call || Call->getIntrinsicID() != Query)
    return false;
  if (Call->arg_empty())
    return true;
  auto *D = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return D && D->isZero();
}

bool isLane(const Value *V) {
  return isQueryInX(V, Intrinsic::spv_subgroup_local_invocation_id);
}

bool isIdInX(const Value *V) {
  return isQueryInX(V, Intrinsic::spv_thread_id) ||
         isQueryInX(V, Intrinsic::spv_thread_id_in_group);
}

/// group * range, where the first work-item of a group is if there is no offset.
bool isStartOfGroup(const Value *V) {
  auto *Product = dyn_cast<BinaryOperator>(withoutCasts(V));
  if (!Product || Product->getOpcode() != Instruction::Mul)
    return false;
  const Value *A = withoutCasts(Product->getOperand(0));
  const Value *B = withoutCasts(Product->getOperand(1));
  return (isQueryInX(A, Intrinsic::spv_group_id) &&
          isQueryInX(B, Intrinsic::spv_workgroup_size)) ||
         (isQueryInX(B, Intrinsic::spv_group_id) &&
          isQueryInX(A, Intrinsic::spv_workgroup_size));
}

/// True for ids, however they are written: not negative, where the last one of
/// the launch's is an int.
bool isId(const Value *V) {
  V = withoutCasts(V);
  if (isIdInX(V) || isLane(V))
    return true;
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add)
    return false;
  const auto IsLocalId = [](const Value *Term) {
    return isQueryInX(withoutCasts(Term), Intrinsic::spv_thread_id_in_group);
  };
  return (isStartOfGroup(Sum->getOperand(0)) && IsLocalId(Sum->getOperand(1))) ||
         (isStartOfGroup(Sum->getOperand(1)) && IsLocalId(Sum->getOperand(0)));
}

class IdsOfTile {
public:
  IdsOfTile(Function &Tile, uint32_t Size)
      : Tile(Tile), Size(Size), Analysis(Tile, uniformityInKernel(Tile)),
        Uniformity(Analysis.uniformity()) {}

  bool run() {
    SmallVector<std::pair<Instruction *, Value *>> Found;
    for (Instruction &I : instructions(Tile))
      if (isa<BinaryOperator, ICmpInst>(I) && I.getType()->isIntegerTy())
        if (Value *New = rewritten(I))
          Found.push_back({&I, New});
    for (auto [Old, New] : Found)
      Old->replaceAllUsesWith(New);
    for (auto [Old, New] : Found)
      RecursivelyDeleteTriviallyDeadInstructions(Old);
    return NeedsPlaces;
  }

private:
  bool isAligned(const Value *V) const {
    auto *C = dyn_cast<ConstantInt>(V);
    return C && C->getValue().urem(Size) == 0;
  }

  InTile kindOf(Value *V, unsigned Depth = 0) {
    if (auto Known = Kinds.find(V); Known != Kinds.end())
      return Known->second;
    InTile Kind = Depth == MaximumDepth ? InTile::Differs : find(V, Depth);
    if (Kind == InTile::Differs && isSame(V))
      Kind = InTile::Same;
    Kinds[V] = Kind;
    return Kind;
  }

  /// What has been made here is not known to the analysis, and not asked for.
  bool isSame(const Value *V) const {
    return isa<Constant>(V) || !Uniformity.isDivergent(V);
  }

  InTile find(Value *V, unsigned Depth) {
    const unsigned Bits = V->getType()->getScalarSizeInBits();
    if (!V->getType()->isIntegerTy() || Bits <= Log2_32(Size))
      return InTile::Differs;
    if (isa<ConstantInt>(V))
      return isAligned(V) ? InTile::Aligned : InTile::Same;
    if (isQueryInX(V, Intrinsic::spv_workgroup_size))
      return InTile::Aligned;
    if (isIdInX(V) || isLane(V))
      return InTile::Counts;
    if (auto *Cast = dyn_cast<CastInst>(V))
      return Cast->getSrcTy()->isIntegerTy()
                 ? kindOf(Cast->getOperand(0), Depth + 1)
                 : InTile::Differs;
    auto *Binary = dyn_cast<BinaryOperator>(V);
    return Binary ? findInArithmetic(*Binary, Depth) : InTile::Differs;
  }

  InTile findInArithmetic(BinaryOperator &I, unsigned Depth) {
    const InTile A = kindOf(I.getOperand(0), Depth + 1);
    const InTile B = kindOf(I.getOperand(1), Depth + 1);
    const bool AreSame = isOneForAll(A) && isOneForAll(B);
    switch (I.getOpcode()) {
    case Instruction::Mul:
      if (AreSame && (A == InTile::Aligned || B == InTile::Aligned))
        return InTile::Aligned;
      return InTile::Differs;
    case Instruction::Shl:
      return isOneForAll(A) && shiftsLaneOut(I) ? InTile::Aligned
                                                : InTile::Differs;
    case Instruction::Add:
    case Instruction::Or:
      return B == InTile::Aligned   ? countsOrAligned(A)
             : A == InTile::Aligned ? countsOrAligned(B)
                                    : InTile::Differs;
    case Instruction::Sub:
      return B == InTile::Aligned ? countsOrAligned(A) : InTile::Differs;
    case Instruction::And:
      return A == InTile::Counts ? findInMask(I) : InTile::Differs;
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
      return A == InTile::Counts && dropsLane(I, B) ? InTile::Same
                                                    : InTile::Differs;
    default:
      return InTile::Differs;
    }
  }

  static bool isOneForAll(InTile Kind) {
    return Kind == InTile::Same || Kind == InTile::Aligned;
  }

  static InTile countsOrAligned(InTile Kind) {
    return Kind == InTile::Counts || Kind == InTile::Aligned ? Kind
                                                             : InTile::Differs;
  }

  /// The mask has all bits of the lane, or none.
  InTile findInMask(const BinaryOperator &I) const {
    auto *Mask = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!Mask)
      return InTile::Differs;
    const unsigned Ones = Mask->getValue().countr_one();
    if (Ones >= Log2_32(Size))
      return InTile::Counts;
    return isAligned(Mask) ? InTile::Aligned : InTile::Differs;
  }

  /// The shift of \p I is constant, and at least that of the lane.
  bool shiftsLaneOut(const Instruction &I) const {
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    return By && By->getValue().uge(Log2_32(Size)) &&
           By->getValue().ult(I.getType()->getIntegerBitWidth());
  }

  /// True if the quotient or shift \p I of what counts is the same for all of
  /// the tile. \p By: what the second operand is.
  bool dropsLane(const Instruction &I, InTile By) const {
    switch (I.getOpcode()) {
    case Instruction::LShr:
    case Instruction::AShr:
      return shiftsLaneOut(I);
    case Instruction::UDiv:
      return By == InTile::Aligned;
    default: { // SDiv; -1 / 32 is not -32 / 32.
      auto *Divisor = dyn_cast<ConstantInt>(I.getOperand(1));
      return Divisor && Divisor->getValue().isStrictlyPositive() &&
             isAligned(Divisor) && isId(I.getOperand(0));
    }
    }
  }

  /// True if what \p Compare compares with is where a tile ends: all of a tile
  /// is below, or nothing of it.
  bool isBetweenTiles(const ICmpInst &Compare) {
    Value *With = Compare.getOperand(1);
    switch (Compare.getPredicate()) {
    case ICmpInst::ICMP_ULT:
    case ICmpInst::ICMP_SLT:
    case ICmpInst::ICMP_UGE:
    case ICmpInst::ICMP_SGE:
      return kindOf(With) == InTile::Aligned;
    case ICmpInst::ICMP_UGT:
    case ICmpInst::ICMP_SGT:
    case ICmpInst::ICMP_ULE:
    case ICmpInst::ICMP_SLE: {
      auto *Last = dyn_cast<ConstantInt>(With);
      return Last && Last->getValue().countr_one() >= Log2_32(Size);
    }
    default:
      return false;
    }
  }

  /// What \p I is in other words; null if it stays.
  Value *rewritten(Instruction &I) {
    Value *Counted = I.getOperand(0);
    if (kindOf(Counted) != InTile::Counts)
      return nullptr;
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      return isBetweenTiles(*Compare) ? ofFirst(I) : nullptr;
    switch (I.getOpcode()) {
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
      return dropsLane(I, kindOf(I.getOperand(1))) ? ofFirst(I) : nullptr;
    case Instruction::And:
      if (findInMask(cast<BinaryOperator>(I)) == InTile::Aligned)
        return ofFirst(I);
      return ofLane(I, /*Most=*/Size - 1);
    case Instruction::URem:
      return ofLane(I, Size);
    case Instruction::SRem:
      return isId(Counted) ? ofLane(I, Size) : nullptr;
    default:
      return nullptr;
    }
  }

  /// \p I, of the first work-item of the tile.
  Value *ofFirst(Instruction &I) {
    IRBuilder<> Builder(&I);
    Instruction *New = I.clone();
    New->dropPoisonGeneratingFlags();
    New->setOperand(0, firstOf(I.getOperand(0), Builder));
    return Builder.Insert(New, I.getName());
  }

  /// The value of the first work-item for \p V, which counts or is aligned.
  Value *firstOf(Value *V, IRBuilder<> &Builder) {
    if (isSame(V))
      return V;
    if (isLane(V))
      return ConstantInt::get(V->getType(), 0);
    auto &I = *cast<Instruction>(V);
    if (isIdInX(V)) {
      const bool IsGlobal = isQueryInX(V, Intrinsic::spv_thread_id);
      NeedsPlaces |= IsGlobal;
      return createFirstIdOfTile(Builder, IsGlobal, V->getType());
    }
    NeedsPlaces |= isa<BinaryOperator>(V); // Perhaps a global id.
    Instruction *New = I.clone();
    New->dropPoisonGeneratingFlags();
    for (Use &U : I.operands())
      New->setOperand(U.getOperandNo(), firstOf(U.get(), Builder));
    return Builder.Insert(New, I.getName());
  }

  /// \p I, a remainder or mask of at most \p Most, of the lane instead of what
  /// counts it.
  Value *ofLane(Instruction &I, uint64_t Most) {
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!By || By->getValue().ugt(Most) ||
        (I.getOpcode() != Instruction::And && !By->getValue().isPowerOf2()) ||
        isLane(withoutCasts(I.getOperand(0))))
      return nullptr;
    NeedsPlaces |= !isQueryInX(withoutCasts(I.getOperand(0)),
                               Intrinsic::spv_thread_id_in_group);
    IRBuilder<> Builder(&I);
    Value *Lane = Builder.CreateZExtOrTrunc(
        Builder.CreateIntrinsic(Builder.getInt32Ty(),
                                Intrinsic::spv_subgroup_local_invocation_id,
                                {}),
        I.getType());
    const uint64_t Mask = I.getOpcode() == Instruction::And
                              ? By->getZExtValue()
                              : By->getZExtValue() - 1;
    return Mask == Size - 1 ? Lane
                            : Builder.CreateAnd(
                                  Lane, ConstantInt::get(I.getType(), Mask));
  }

  Function &Tile;
  const uint32_t Size;
  CpuUniformity Analysis;
  UniformityInfo &Uniformity;
  DenseMap<Value *, InTile> Kinds;
  bool NeedsPlaces = false;
};

} // namespace

bool useIdsOfTile(Function &Tile, uint32_t Size) {
  return IdsOfTile(Tile, Size).run();
}

} // namespace facet
