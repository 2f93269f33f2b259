//===- tile_ids.cpp - What follows from the place of a tile ---------------===//
//
// See tile_ids.h. An id in x is the tile's first one, a multiple of its length,
// plus the lane: the bits above those of the lane are the same for all of the
// tile, also in sums of ids and multiples of the length, whatever overflows.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/tile_ids.h"

#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
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

/// What is known of a value for the work-items of a tile.
struct InTile {
  /// The bits on which they may disagree.
  APInt Differing;
  /// So many of the lowest bits are zero for all of them.
  unsigned Zeros = 0;
  /// The lowest bits are the lane.
  bool CountsLane = false;

  bool isSame() const { return Differing.isZero(); }
};

const Value *withoutCasts(const Value *V) {
  while (isa<ZExtInst, SExtInst, TruncInst>(V) &&
         V->getType()->getScalarSizeInBits() >= IntBits)
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// True if \p V is what \p Query answers, in \p Dimension if it has one.
bool isQueryIn(const Value *V, Intrinsic::ID Query, unsigned Dimension) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  if (!Call || Call->getIntrinsicID() != Query)
    return false;
  if (Call->arg_empty())
    return true;
  auto *D = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return D && D->getValue() == Dimension;
}

bool isQueryInX(const Value *V, Intrinsic::ID Query) {
  return isQueryIn(V, Query, 0);
}

bool isLane(const Value *V) {
  return isQueryInX(V, Intrinsic::spv_subgroup_local_invocation_id);
}

bool isIdInX(const Value *V) {
  return isQueryInX(V, Intrinsic::spv_thread_id) ||
         isQueryInX(V, Intrinsic::spv_thread_id_in_group);
}

/// True for the linear local id, of those in dimensions \p First to \p Last.
bool isLinearId(const Value *V, unsigned First, unsigned Last) {
  V = withoutCasts(V);
  if (First == Last)
    return isQueryIn(V, Intrinsic::spv_thread_id_in_group, First);
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add)
    return false;
  for (unsigned Side : {0, 1}) {
    auto *Rows = dyn_cast<BinaryOperator>(withoutCasts(Sum->getOperand(Side)));
    if (!Rows || Rows->getOpcode() != Instruction::Mul ||
        !isQueryIn(withoutCasts(Sum->getOperand(!Side)),
                   Intrinsic::spv_thread_id_in_group, First))
      continue;
    for (unsigned Range : {0, 1})
      if (isQueryIn(withoutCasts(Rows->getOperand(Range)),
                    Intrinsic::spv_workgroup_size, First) &&
          isLinearId(Rows->getOperand(!Range), First + 1, Last))
        return true;
  }
  return false;
}

bool isLocalId(const Value *V) {
  return any_of(seq(0u, 3u),
                [&](unsigned Last) { return isLinearId(V, 0, Last); });
}

/// group * range, where the first work-item of a group is if there is no
/// offset.
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
  if (isIdInX(V) || isLane(V) || isLocalId(V))
    return true;
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add)
    return false;
  const auto IsLocalId = [](const Value *Term) {
    return isQueryInX(withoutCasts(Term), Intrinsic::spv_thread_id_in_group);
  };
  return (isStartOfGroup(Sum->getOperand(0)) &&
          IsLocalId(Sum->getOperand(1))) ||
         (isStartOfGroup(Sum->getOperand(1)) && IsLocalId(Sum->getOperand(0)));
}

class IdsOfTile {
public:
  IdsOfTile(Function &Tile, uint32_t Size)
      : Tile(Tile), Size(Size), LaneBits(Log2_32(Size)),
        IsAcrossRows(Tile.hasFnAttribute(AcrossRowsAttribute)),
        Analysis(Tile, uniformityInKernel(Tile)),
        Uniformity(Analysis.uniformity()) {}

  bool run() {
    SmallVector<std::pair<Instruction *, Value *>> Found;
    for (Instruction &I : instructions(Tile))
      if (isa<BinaryOperator, CastInst, ICmpInst>(I) &&
          I.getType()->isIntegerTy() && Uniformity.isDivergent(&I))
        if (Value *New = rewritten(I))
          Found.push_back({&I, New});
    for (auto [Old, New] : Found)
      Old->replaceAllUsesWith(New);
    for (auto [Old, New] : Found)
      RecursivelyDeleteTriviallyDeadInstructions(Old);
    return NeedsPlaces;
  }

private:
  const InTile &of(Value *V, unsigned Depth = 0) {
    auto Known = Kinds.find(V);
    if (Known == Kinds.end())
      // Found first: the table grows meanwhile.
      Known = Kinds.try_emplace(V, find(V, Depth)).first;
    return Known->second;
  }

  InTile find(Value *V, unsigned Depth) {
    const unsigned Bits = V->getType()->getIntegerBitWidth();
    InTile Result = nothing(Bits);
    if (Depth != MaximumDepth)
      Result = findByOperation(V, Bits, Depth);
    // What has been made here the analysis does not know, nor is it asked for.
    if (isa<Constant>(V) || !Uniformity.isDivergent(V))
      Result.Differing.clearAllBits();
    return Result;
  }

  /// True for the ids of which a tile has consecutive ones.
  bool isCounted(const Value *V) const {
    return IsAcrossRows ? isLinearId(V, 0, kernelDimensions(Tile) - 1)
                        : isIdInX(V);
  }

  static InTile nothing(unsigned Bits) { return {APInt::getAllOnes(Bits)}; }

  InTile findByOperation(Value *V, unsigned Bits, unsigned Depth) {
    if (auto *C = dyn_cast<ConstantInt>(V))
      return {APInt::getZero(Bits), C->getValue().countr_zero()};
    if (!IsAcrossRows && isQueryInX(V, Intrinsic::spv_workgroup_size))
      return {APInt::getZero(Bits), std::min(LaneBits, Bits)};
    if (isCounted(V) || isLane(V))
      return Bits < LaneBits ? nothing(Bits)
                             : InTile{APInt::getLowBitsSet(Bits, LaneBits), 0,
                                      /*CountsLane=*/true};
    if (auto *Cast = dyn_cast<CastInst>(V))
      return Cast->getSrcTy()->isIntegerTy()
                 ? findByCast(*Cast, of(Cast->getOperand(0), Depth + 1), Bits)
                 : nothing(Bits);
    auto *I = dyn_cast<BinaryOperator>(V);
    if (!I)
      return nothing(Bits);
    // Copies: the table may grow.
    const InTile A = of(I->getOperand(0), Depth + 1);
    const InTile B = of(I->getOperand(1), Depth + 1);
    return findByArithmetic(*I, A, B, Bits);
  }

  InTile findByCast(const CastInst &Cast, const InTile &Of, unsigned Bits) {
    InTile Result;
    Result.Differing = isa<SExtInst>(Cast) ? Of.Differing.sextOrTrunc(Bits)
                                           : Of.Differing.zextOrTrunc(Bits);
    Result.Zeros = std::min(Of.Zeros, Bits);
    Result.CountsLane = Of.CountsLane && Bits >= LaneBits;
    return Result;
  }

  InTile findByArithmetic(const BinaryOperator &I, const InTile &A,
                          const InTile &B, unsigned Bits) {
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
    case Instruction::Xor:
      return findBySum(I, A, B, Bits);
    case Instruction::Mul:
      if (A.isSame() && B.isSame())
        return {APInt::getZero(Bits), std::min(A.Zeros + B.Zeros, Bits)};
      return nothing(Bits);
    case Instruction::And:
      return findByMask(I, A, B);
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return findByShift(I, A, Bits);
    case Instruction::UDiv:
    case Instruction::SDiv:
      return dropsLane(I, A, B) ? InTile{APInt::getZero(Bits)} : nothing(Bits);
    default:
      return nothing(Bits);
    }
  }

  /// Nothing is carried beyond the bits that differ where one operand has zeros
  /// there. A difference takes nothing from there, either.
  InTile findBySum(const BinaryOperator &I, const InTile &A, const InTile &B,
                   unsigned Bits) {
    const bool Carries =
        I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub;
    const auto Leaves = [&](const InTile &One, const InTile &Other) {
      return Other.isSame() &&
             (!Carries || Other.Zeros >= One.Differing.getActiveBits());
    };
    InTile Result = nothing(Bits);
    if (Leaves(A, B))
      Result.Differing = A.Differing;
    else if (I.getOpcode() != Instruction::Sub && Leaves(B, A))
      Result.Differing = B.Differing;
    else if (!Carries)
      Result.Differing = A.Differing | B.Differing;
    Result.Zeros = std::min(A.Zeros, B.Zeros);
    Result.CountsLane = (A.CountsLane && B.Zeros >= LaneBits) ||
                        (B.CountsLane && A.Zeros >= LaneBits &&
                         I.getOpcode() != Instruction::Sub);
    return Result;
  }

  InTile findByMask(const BinaryOperator &I, const InTile &A, const InTile &B) {
    InTile Result{A.Differing | B.Differing, std::max(A.Zeros, B.Zeros)};
    if (auto *Mask = dyn_cast<ConstantInt>(I.getOperand(1))) {
      Result.Differing = A.Differing & Mask->getValue();
      Result.CountsLane =
          A.CountsLane && Mask->getValue().countr_one() >= LaneBits;
    }
    return Result;
  }

  InTile findByShift(const BinaryOperator &I, const InTile &A, unsigned Bits) {
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!By || By->getValue().uge(Bits))
      return nothing(Bits);
    const unsigned N = static_cast<unsigned>(By->getZExtValue());
    if (I.getOpcode() == Instruction::Shl)
      return {A.Differing.shl(N), std::min(A.Zeros + N, Bits)};
    return {I.getOpcode() == Instruction::AShr ? A.Differing.ashr(N)
                                               : A.Differing.lshr(N),
            A.Zeros > N ? A.Zeros - N : 0};
  }

  /// True if the quotient \p I is the same for all of the tile.
  bool dropsLane(const BinaryOperator &I, const InTile &A,
                 const InTile &B) const {
    if (A.Differing.getActiveBits() > LaneBits || !B.isSame() ||
        B.Zeros < LaneBits)
      return false;
    if (I.getOpcode() == Instruction::UDiv)
      return true;
    // -1 / 32 is not -32 / 32.
    auto *Divisor = dyn_cast<ConstantInt>(I.getOperand(1));
    return Divisor && Divisor->getValue().isStrictlyPositive() &&
           isId(I.getOperand(0));
  }

  /// True if what \p Compare compares with is where a tile ends: all of a tile
  /// is below, or nothing of it.
  bool isBetweenTiles(const ICmpInst &Compare) {
    if (!Compare.getOperand(0)->getType()->isIntegerTy() ||
        of(Compare.getOperand(0)).Differing.getActiveBits() > LaneBits)
      return false;
    switch (Compare.getPredicate()) {
    case ICmpInst::ICMP_ULT:
    case ICmpInst::ICMP_SLT:
    case ICmpInst::ICMP_UGE:
    case ICmpInst::ICMP_SGE: {
      const InTile &With = of(Compare.getOperand(1));
      return With.isSame() && With.Zeros >= LaneBits;
    }
    case ICmpInst::ICMP_UGT:
    case ICmpInst::ICMP_SGT:
    case ICmpInst::ICMP_ULE:
    case ICmpInst::ICMP_SLE: {
      auto *Last = dyn_cast<ConstantInt>(Compare.getOperand(1));
      return Last && Last->getValue().countr_one() >= LaneBits;
    }
    default:
      return false;
    }
  }

  /// What \p I, on which the tile seems to disagree, is in other words; null if
  /// it stays.
  Value *rewritten(Instruction &I) {
    IRBuilder<> Builder(&I);
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
      return isBetweenTiles(*Compare) ? ofFirst(I, Builder) : nullptr;
    if (of(&I).isSame())
      return ofFirst(I, Builder);
    return isa<BinaryOperator>(I) ? ofLane(I, Builder) : nullptr;
  }

  /// \p I, of the first work-item of the tile.
  Value *ofFirst(Instruction &I, IRBuilder<> &Builder) {
    DenseMap<Value *, Value *> Known;
    return copyOfFirst(I, Builder, Known);
  }

  Value *copyOfFirst(Instruction &I, IRBuilder<> &Builder,
                     DenseMap<Value *, Value *> &Known) {
    Instruction *New = I.clone();
    New->dropPoisonGeneratingFlags();
    for (Use &U : I.operands())
      New->setOperand(U.getOperandNo(), firstOf(U.get(), Builder, Known));
    return Builder.Insert(New, I.getName());
  }

  /// \p V of the first work-item, if that is known; otherwise \p V itself, of
  /// which the result has nothing: all of its bits are shifted or masked out.
  Value *firstOf(Value *V, IRBuilder<> &Builder,
                 DenseMap<Value *, Value *> &Known) {
    if (isa<Constant>(V) || !Uniformity.isDivergent(V) ||
        !V->getType()->isIntegerTy() || of(V).Differing.isAllOnes())
      return V;
    if (isLane(V))
      return ConstantInt::get(V->getType(), 0);
    if (Value *Found = Known.lookup(V))
      return Found;
    Value *New;
    if (isCounted(V)) {
      const bool IsGlobal = isQueryInX(V, Intrinsic::spv_thread_id);
      NeedsPlaces |= IsGlobal;
      New = createFirstIdOfTile(Builder, IsGlobal, V->getType());
    } else {
      NeedsPlaces |= isa<BinaryOperator>(V); // Perhaps a global id.
      New = copyOfFirst(*cast<Instruction>(V), Builder, Known);
    }
    Known[V] = New;
    return New;
  }

  /// A remainder or mask of what counts the lane, of the lane.
  Value *ofLane(Instruction &I, IRBuilder<> &Builder) {
    Value *Counted = I.getOperand(0);
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!By || isLane(withoutCasts(Counted)) || !of(Counted).CountsLane)
      return nullptr;
    APInt Mask = By->getValue();
    switch (I.getOpcode()) {
    case Instruction::SRem:
      if (!isId(Counted))
        return nullptr;
      [[fallthrough]];
    case Instruction::URem:
      if (!Mask.isPowerOf2())
        return nullptr;
      --Mask;
      break;
    case Instruction::And:
      break;
    default:
      return nullptr;
    }
    if (Mask.uge(Size))
      return nullptr;
    NeedsPlaces |=
        !isQueryInX(withoutCasts(Counted), Intrinsic::spv_thread_id_in_group);
    Value *Lane = Builder.CreateZExtOrTrunc(
        Builder.CreateIntrinsic(Builder.getInt32Ty(),
                                Intrinsic::spv_subgroup_local_invocation_id,
                                {}),
        I.getType());
    return Mask == Size - 1
               ? Lane
               : Builder.CreateAnd(Lane, ConstantInt::get(I.getType(), Mask));
  }

  Function &Tile;
  const uint32_t Size;
  const unsigned LaneBits;
  const bool IsAcrossRows;
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
