//===- item_ranges.cpp - Loops over work-items between the edges of guards ===//
//
// See item_ranges.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_ranges.h"

#include "targets/cpu/pipeline/loop_conditions.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// The fewest rounds, where they are known, that are worth it.
constexpr unsigned MinimumRounds = 8;

/// Rounds in which a condition holds, numbers of 64 bits: from First on, zero
/// if it is null, before Last, the end of the loop if it is null. None unless
/// First is less than Last and If is true; that is null for true.
struct Rounds {
  Value *First = nullptr, *Last = nullptr, *If = nullptr;
};

/// A loop that is to be split, and the ends of its parts, of which that at Main
/// has the conditions.
struct Division {
  Loop *L;
  SmallVector<Value *, 3> Ends;
  unsigned Main;
  SmallVector<Replacement> Replacements;
  /// Where the conditions do not hold, no other does.
  bool IsExact;
};

/// Computes before a loop which of its rounds are to be taken together.
class RoundsFinder {
public:
  RoundsFinder(Loop &L, ScalarEvolution &Evolution)
      : L(L), Place(L.getLoopPreheader()->getTerminator()), Builder(Place),
        Expander(Evolution, "range") {}

  /// Returns the division; nothing if a value cannot be computed here.
  std::optional<Division> divide(const LoopConditions &Conditions) {
    if (!areSafe(Conditions.ranges()))
      return std::nullopt;
    All = computeRounds(L, *Expander.getSE());
    if (!All)
      return std::nullopt;
    Rounds Common;
    for (const RangeCondition &Condition : Conditions.ranges()) {
      Rounds Own = roundsOf(Condition);
      Common.First = combine(Intrinsic::umax, Common.First, Own.First);
      Common.Last = combine(Intrinsic::umin, Common.Last, Own.Last);
      Common.If = both(Common.If, Own.If);
    }
    for (auto [Condition, IsWanted] : Conditions.fixed()) {
      Value *Own = Builder.CreateFreeze(Condition);
      Common.If = both(Common.If, IsWanted ? Own : Builder.CreateNot(Own));
    }
    Division Result = divisionAt(Common);
    append_range(Result.Replacements, Conditions.replacements());
    Result.IsExact = IsExact && Result.Replacements.size() == 1;
    return Result;
  }

private:
  bool areSafe(ArrayRef<RangeCondition> Conditions) {
    return all_of(Conditions, [&](const RangeCondition &Condition) {
      return Expander.isSafeToExpandAt(Condition.Recurrence->getStart(),
                                       Place) &&
             Expander.isSafeToExpandAt(Condition.Bound, Place);
    });
  }

  /// Where either may be null.
  Value *combine(Intrinsic::ID Operation, Value *A, Value *B) {
    if (!A || !B)
      return A ? A : B;
    return Builder.CreateBinaryIntrinsic(Operation, A, B);
  }

  Value *both(Value *A, Value *B) {
    return !A ? B : !B ? A : Builder.CreateAnd(A, B);
  }

  /// The value before the loop. One that is undefined there may be any, but
  /// only one: the rounds are computed from it.
  Value *expand(const SCEV *S) {
    Value *&Known = Expanded[S];
    if (!Known)
      Known =
          Builder.CreateFreeze(Expander.expandCodeFor(S, S->getType(), Place));
    return Known;
  }

  Value *widen(Value *Number) {
    return Builder.CreateZExt(Number, Builder.getInt64Ty());
  }

  /// Rounds in which the recurrence of \p Condition is on the part of the
  /// circle that the condition wants: a recurrence may come to the end of the
  /// numbers, and start again from their other end.
  Rounds roundsOf(const RangeCondition &Condition) {
    Value *Start = expand(Condition.Recurrence->getStart());
    Value *Bound = expand(Condition.Bound);
    Circle Wanted = valuesFor(Builder, Condition.Predicate, Bound);
    const bool IsUp = Condition.CountsUp;
    auto Until = [&](Value *Number) {
      return widen(IsUp ? Builder.CreateSub(Number, Start)
                        : Builder.CreateSub(Start, Number));
    };
    // Counting down: from the last value, End - 1.
    Value *One = ConstantInt::get(Bound->getType(), 1);
    Value *Entered =
        Until(IsUp ? Wanted.First : Builder.CreateSub(Wanted.End, One));
    // No number is above the largest one.
    if (ICmpInst::isStrictPredicate(Condition.Predicate))
      Entered =
          Builder.CreateSelect(Builder.CreateICmpEQ(Wanted.First, Wanted.End),
                               Builder.getInt64(UINT64_MAX), Entered);
    Value *Left = countFrom(Builder, Start, IsUp, Condition.Predicate, Wanted);
    Value *StartsInside = Builder.CreateICmp(Condition.Predicate, Start, Bound);
    Value *Zero = Builder.getInt64(0);
    Value *First = Builder.CreateSelect(StartsInside, Zero, Entered);
    const Changes Kind = changesOf(Condition);
    IsExact &= Condition.CannotWrap && Kind.ToFalse != Kind.ToTrue;
    if (Kind.ToFalse && !Kind.ToTrue)
      return {nullptr, Builder.CreateSelect(StartsInside, Left, Zero)};
    if (Kind.ToTrue && !Kind.ToFalse)
      return {First, nullptr,
              Condition.CannotWrap ? nullptr
                                   : Builder.CreateICmpULE(All, Left)};
    Value *Later = Builder.CreateBinaryIntrinsic(
        Intrinsic::uadd_sat, Entered,
        widen(Builder.CreateSub(Wanted.End, Wanted.First)));
    return {First, Builder.CreateSelect(StartsInside, Left, Later)};
  }

  /// How a condition changes in the loop.
  struct Changes {
    bool ToFalse, ToTrue;
  };

  /// Returns what is known of \p Condition; if nothing is, what is probable:
  /// if it is wrong, the range is shorter than it could be.
  static Changes changesOf(const RangeCondition &Condition) {
    const CmpInst::Predicate Predicate = Condition.Predicate;
    // Ids do not wrap, but for those that do on purpose: `unsigned(x - 1) < n`.
    const SCEV *Start = Condition.Recurrence->getStart();
    auto *Sum = dyn_cast<SCEVAddExpr>(Start);
    auto *Offset = dyn_cast<SCEVConstant>(Sum ? Sum->getOperand(0) : Start);
    const bool MayWrap = !Condition.CannotWrap &&
                         CmpInst::isUnsigned(Predicate) && Offset &&
                         Offset->getAPInt().isNegative();
    if (MayWrap || ICmpInst::isEquality(Predicate))
      return {true, true};
    const bool IsBelow = ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate);
    return {IsBelow == Condition.CountsUp, IsBelow != Condition.CountsUp};
  }

  Division divisionAt(Rounds Common) {
    if (Common.Last || !Common.First)
      Common.Last = combine(Intrinsic::umin, Common.Last, All);
    if (!Common.First) {
      if (Common.If)
        Common.Last =
            Builder.CreateSelect(Common.If, Common.Last, Builder.getInt64(0));
      return {&L, {Common.Last, All}, 0, {}, false};
    }
    // Where nothing holds, the loop before the range executes all.
    Value *HasRange = both(
        Builder.CreateICmpULT(Common.First, Common.Last ? Common.Last : All),
        Common.If);
    Value *First = Builder.CreateSelect(HasRange, Common.First, All);
    if (!Common.Last)
      return {&L, {First, All}, 1, {}, false};
    Value *Last = Builder.CreateSelect(HasRange, Common.Last, All);
    return {&L, {First, Last, All}, 1, {}, false};
  }

  Loop &L;
  Instruction *Place;
  IRBuilder<> Builder;
  SCEVExpander Expander;
  DenseMap<const SCEV *, Value *> Expanded;
  /// The number of rounds.
  Value *All = nullptr;
  /// What changes, changes once, and was computed exactly.
  bool IsExact = true;
};

/// Blocks of the longest loop that is divided: unrolled loops with guards. It is
/// copied for three ranges at most.
constexpr unsigned MaximumDividedBlocks = 1024;

bool isItemLoop(const Loop &L) {
  return L.isInnermost() && L.getNumBlocks() <= MaximumDividedBlocks &&
         isMarkedParallel(L);
}

void split(Division &Planned) {
  SmallVector<PartOfRounds> Parts = splitRounds(*Planned.L, Planned.Ends);
  for (auto [I, Part] : enumerate(Parts)) {
    const bool Holds = I == Planned.Main;
    if (!Holds && !Planned.IsExact)
      continue;
    const SmallPtrSet<const BasicBlock *, 16> Blocks(Part.Blocks.begin(),
                                                     Part.Blocks.end());
    for (const Replacement &R : Planned.Replacements)
      Part.of(R.Old)->replaceUsesWithIf(
          Part.of(Holds ? R.New : R.Otherwise), [&](Use &U) {
            return Blocks.contains(cast<Instruction>(U.getUser())->getParent());
          });
  }
}

} // namespace

PreservedAnalyses ItemRanges::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  SmallVector<Division> Divisions;
  // All is computed before any loop is copied: analyses are not updated then.
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!isItemLoop(*L) || !canSplitRounds(*L))
      continue;
    auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
    auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    const SCEV *Taken = Evolution.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Taken))
      continue;
    if (auto *Known = dyn_cast<SCEVConstant>(Taken);
        Known && Known->getAPInt().ult(MinimumRounds))
      continue;
    LoopConditions Conditions(*L, Evolution, Tree, Loops);
    if (!Conditions.areWorthIt())
      continue;
    if (std::optional<Division> Found =
            RoundsFinder(*L, Evolution).divide(Conditions))
      Divisions.push_back(std::move(*Found));
  }
  if (Divisions.empty())
    return PreservedAnalyses::all();
  for (Division &Planned : Divisions)
    split(Planned);
  cleanUpLoops(F, Analyses);
  return PreservedAnalyses::none();
}

} // namespace facet
