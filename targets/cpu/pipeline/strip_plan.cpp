//===- strip_plan.cpp - Which loops become strips -------------------------===//
//
// See strip_plan.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/strip_plan.h"

#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace facet {
namespace {

/// A property of the loop over the rounds.
constexpr char RoundsWithoutBarrier[] = "facet.rounds";

/// Work-items of the longest strip of a row, and of the shortest one that is
/// worth a copy of the loop.
constexpr uint64_t LongestStrip = 64, ShortestStrip = 8;

/// Vectors of sums that a processor adds to side by side, and how many of them
/// are of one row where a strip has several.
constexpr uint64_t VectorsOfStrip = 8, VectorsOfRow = 2;

/// True if a vector of calls of \p I is an instruction or few, so that what is
/// in registers stays there.
bool isCheap(const CallBase &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::abs:
  case Intrinsic::assume:
  case Intrinsic::bswap:
  case Intrinsic::copysign:
  case Intrinsic::ctpop:
  case Intrinsic::fabs:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::maximum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::minnum:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::sqrt:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return true;
  default:
    return false;
  }
}

/// What work-items keep more than that many values for has no room in registers
/// for the shortest strip.
constexpr size_t MaximumKept = 64;

/// Returns the memory that the runtime gives a group for its work-items'
/// values, if \p Address is in there, perhaps only if that depends on a
/// condition.
const CallBase *scratchOf(const Value *Address, bool &IsSure) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Address, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  IsSure = Objects.size() == 1;
  for (const Value *Object : Objects)
    if (auto *Call = dyn_cast<CallBase>(Object))
      if (Call->isIndirectCall() && Call->returnDoesNotAlias())
        return Call;
  return nullptr;
}

/// True if \p Inner counts work-items, and nothing else goes from one to
/// another but the memory that they access.
bool countsItems(const Loop &Inner) {
  return canSplitRounds(Inner) && onlyCountsRounds(Inner) &&
         !isUsedBehind(Inner);
}

} // namespace

std::unique_ptr<StripPlan>
StripPlan::find(Loop &L, ScalarEvolution &Evolution,
                const TargetTransformInfo &Target,
                function_ref<bool(const CallBase &)> IsKnownElsewhere) {
  if (!findOptionMDForLoop(&L, RoundsWithoutBarrier) || !canSplitRounds(L) ||
      L.getNumBlocks() > MaximumCopiedBlocks)
    return nullptr;
  SmallVector<Loop *> Nest;
  for (Loop *Next = &L; !Next->isInnermost();) {
    if (Next->getSubLoops().size() != 1)
      return nullptr;
    Next = Next->getSubLoops().front();
    const SCEV *Taken = Evolution.getBackedgeTakenCount(Next);
    if (!countsItems(*Next) || isa<SCEVCouldNotCompute>(Taken) ||
        !Evolution.isLoopInvariant(Taken, &L))
      return nullptr;
    Nest.push_back(Next);
  }
  if (Nest.empty() || !isMarkedParallel(*Nest.back()) ||
      Nest.back()->getNumBlocks() != 1)
    return nullptr;
  std::unique_ptr<StripPlan> Plan(new StripPlan(L, std::move(Nest), Evolution));
  return Plan->findKept(IsKnownElsewhere) && Plan->findExtensions() &&
                 Plan->chooseStrip(Target)
             ? std::move(Plan)
             : nullptr;
}

/// Finds what work-items keep. False if something else lies there, or nothing
/// goes from round to round.
bool StripPlan::findKept(
    function_ref<bool(const CallBase &)> IsKnownElsewhere) {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const bool IsOfItem = Row.contains(&I);
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (!isCheap(*Call))
          return false;
      } else if (isa<LoadInst, StoreInst>(I)) {
        if (I.isAtomic() || I.isVolatile() || (!IsOfItem && isa<StoreInst>(I)))
          return false;
        bool IsSure;
        const CallBase *Scratch =
            scratchOf(getLoadStorePointerOperand(&I), IsSure);
        if (Scratch &&
            (!IsSure || !IsOfItem || IsKnownElsewhere(*Scratch) || !addKept(I)))
          return false;
      } else if (I.mayReadOrWriteMemory()) {
        return false;
      }
    }
  return any_of(AllKept,
                [](const Kept &K) { return K.IsLoaded && K.IsStored; });
}

/// Adds \p Access to an element of an array. False if it is to something else.
bool StripPlan::addKept(Instruction &Access) {
  const SCEV *At = Evolution.getSCEV(getLoadStorePointerOperand(&Access));
  Type *Ty = getLoadStoreType(&Access);
  const uint64_t Size = Access.getDataLayout().getTypeAllocSize(Ty);
  if (Ty->isVectorTy()) // of which LLVM makes no vectors
    return false;
  SmallVector<const SCEV *, 2> Steps;
  for (Loop *Each : reverse(Nest)) {
    auto *Counted = dyn_cast<SCEVAddRecExpr>(At);
    if (!Counted || Counted->getLoop() != Each) {
      if (Each == &Row)
        return false;
      Steps.push_back(Evolution.getZero(Type::getInt64Ty(Ty->getContext())));
      continue;
    }
    const SCEV *Step = Counted->getStepRecurrence(Evolution);
    if (!Counted->isAffine() || !Evolution.isLoopInvariant(Step, &L))
      return false;
    if (Each != &Row)
      Steps.push_back(Step);
    else if (auto *Known = dyn_cast<SCEVConstant>(Step);
             !Known || Known->getAPInt() != Size)
      return false;
    At = Counted->getStart();
  }
  if (!Evolution.isLoopInvariant(At, &L))
    return false;
  std::reverse(Steps.begin(), Steps.end());
  Kept *K = keptAt(At, Steps, Ty);
  if (!K)
    return false;
  K->Accesses.push_back(&Access);
  (isa<StoreInst>(Access) ? K->IsStored : K->IsLoaded) = true;
  return true;
}

/// Null if there are parts of elements, or elements of another kind.
Kept *StripPlan::keptAt(const SCEV *First, ArrayRef<const SCEV *> Steps,
                        Type *Ty) {
  for (Kept &K : AllKept) {
    if (K.First == First)
      return K.Ty == Ty && ArrayRef(K.Steps) == Steps ? &K : nullptr;
    if (isa<SCEVConstant>(Evolution.getMinusSCEV(K.First, First)))
      return nullptr;
  }
  if (AllKept.size() == MaximumKept)
    return nullptr;
  return &AllKept.emplace_back(
      Kept{First, {Steps.begin(), Steps.end()}, Ty, {}});
}

/// Finds which indices may wrap around. False if it would have to be asked for
/// each row whether they do.
bool StripPlan::findExtensions() {
  for (Instruction &I : *Row.getHeader()) {
    if (!isa<SExtInst, ZExtInst>(I) || !I.getType()->isIntegerTy(64) ||
        !isa<SCEVCastExpr>(Evolution.getSCEV(&I)))
      continue;
    auto *Counted =
        dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(I.getOperand(0)));
    if (!Counted || Counted->getLoop() != &Row || !Counted->isAffine())
      continue;
    auto *Step = dyn_cast<SCEVConstant>(Counted->getStepRecurrence(Evolution));
    if (!Step)
      continue;
    if (!Evolution.isLoopInvariant(Counted->getStart(), Nest.front()))
      return false;
    Extensions.push_back({cast<CastInst>(&I), Counted->getStart(),
                          Step->getAPInt().getSExtValue(),
                          Evolution.isLoopInvariant(Counted->getStart(), &L)});
  }
  return true;
}

bool StripPlan::chooseStrip(const TargetTransformInfo &Target) {
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  uint64_t Bytes = 0, Largest = 1;
  for (const Kept &K : AllKept) {
    Bytes += K.size(Layout);
    Largest = std::max(Largest, K.size(Layout));
  }
  const uint64_t Vector =
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue() /
      8;
  // The other half is for what a round computes.
  const uint64_t Registers = Target.getNumberOfRegisters(
      Target.getRegisterClassForType(/*Vector=*/true));
  const uint64_t Room = std::min(VectorsOfStrip, Registers / 2) * Vector;
  const auto Fit = [&](uint64_t Length, const Loop &Inner) {
    const uint64_t Known = Evolution.getSmallConstantTripCount(&Inner);
    while (Known % Length != 0)
      Length /= 2;
    return Length;
  };
  Width = bit_floor(Room / Bytes);
  if (Width < ShortestStrip)
    return false;
  Width = std::min(hasRows() ? VectorsOfRow * Vector / Largest : LongestStrip,
                   Width);
  Width = Fit(bit_floor(Width), Row);
  // Strips are counted off by the lower bits of numbers.
  if (hasRows())
    Height = Fit(bit_floor(std::clamp<uint64_t>(Room / (Width * Bytes), 1,
                                                RowsOfStrip)),
                 rows());
  for (Loop *Each : Nest)
    Steps.push_back(Each == &Row                   ? Width
                    : hasRows() && Each == &rows() ? Height
                                                   : 1);
  return Width >= ShortestStrip;
}

bool StripPlan::compute() {
  SCEVExpander Expander(Evolution, "strips");
  Instruction *Place = L.getLoopPreheader()->getTerminator();
  Instruction *InRound = Nest.front()->getLoopPreheader()->getTerminator();
  SmallVector<const SCEV *> Taken;
  for (Loop *Each : Nest)
    Taken.push_back(Evolution.getBackedgeTakenCount(Each));
  const auto IsSafe = [&](const SCEV *S) {
    return Expander.isSafeToExpandAt(S, Place);
  };
  if (!all_of(Taken, IsSafe) ||
      !all_of(AllKept,
              [&](const Kept &K) {
                return IsSafe(K.First) && all_of(K.Steps, IsSafe);
              }) ||
      !all_of(Extensions, [&](const Extension &E) {
        return Expander.isSafeToExpandAt(E.First, E.IsFixed ? Place : InRound);
      }))
    return false;
  IRBuilder<> Builder(Place);
  const auto Expand = [&](const SCEV *S, Instruction *Where) {
    return Expander.expandCodeFor(S, S->getType(), Where);
  };
  for (auto [S, Step] : zip(Taken, Steps)) {
    Value *Others =
        Builder.CreateZExtOrTrunc(Expand(S, Place), Builder.getInt64Ty());
    Counts.push_back(Builder.CreateAdd(Others, Builder.getInt64(1)));
    Full.push_back(Builder.CreateAnd(Counts.back(), Builder.getInt64(-Step)));
  }
  for (const Kept &K : AllKept) {
    SmallVector<Value *> &Own = Places.emplace_back();
    Own.push_back(Expand(K.First, Place));
    for (const SCEV *Step : K.Steps)
      Own.push_back(
          Builder.CreateZExtOrTrunc(Expand(Step, Place), Builder.getInt64Ty()));
  }
  for (const Extension &E : Extensions)
    Firsts.push_back(Expand(E.First, E.IsFixed ? Place : InRound));
  return true;
}

void markRoundsWithoutBarrier(Instruction &Back) {
  setLoopProperties(Back, {RoundsWithoutBarrier});
}

} // namespace facet
