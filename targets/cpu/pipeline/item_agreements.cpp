//===- item_agreements.cpp - Conditions that all work-items are asked for -===//
//
// See item_agreements.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_agreements.h"

#include "targets/cpu/pipeline/loop_conditions.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Conditions of conditions: how deep they are followed.
constexpr unsigned MaximumDepth = 4;

/// Computes before a loop whether conditions hold in all of its rounds.
class RoundsTogether {
public:
  /// \p Rounds is their number.
  RoundsTogether(Loop &L, ScalarEvolution &Evolution, Value &Rounds)
      : L(L), Place(L.getLoopPreheader()->getTerminator()), Builder(Place),
        Evolution(Evolution), Expander(Evolution, "all"), Rounds(Rounds) {}

  /// Replaces what \p Phi, which is true until a condition is false in a round,
  /// is behind the loop. False if the condition is not of this kind.
  bool replace(PHINode &Phi) {
    auto *Next =
        dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    Value *A, *B;
    if (!Next || !L.contains(Next) || !Phi.hasOneUse() ||
        !match(Next, m_LogicalAnd(m_Value(A), m_Value(B))) ||
        (A != &Phi && B != &Phi) || !isResultOnly(*Next, Phi))
      return false;
    Value *Condition = A == &Phi ? B : A;
    if (!canAsk(Condition, /*IsWanted=*/true))
      return false;
    Value *All = inAllRounds(Condition, /*IsWanted=*/true);
    Value *Before = Phi.getIncomingValueForBlock(L.getLoopPreheader());
    Next->replaceAllUsesWith(Builder.CreateLogicalAnd(All, Before));
    Next->eraseFromParent();
    Phi.eraseFromParent();
    return true;
  }

private:
  /// True if the loop itself uses \p Next in the next round only.
  bool isResultOnly(const Instruction &Next, const PHINode &Phi) const {
    return all_of(Next.users(), [&](const User *U) {
      return U == &Phi || !L.contains(cast<Instruction>(U));
    });
  }

  /// Returns the operands of \p Condition both of which must be \p IsWanted.
  static std::optional<std::pair<Value *, Value *>> partsOf(Value *Condition,
                                                            bool IsWanted) {
    Value *A, *B;
    if (IsWanted ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                 : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
      return std::pair(A, B);
    return std::nullopt;
  }

  std::optional<RangeCondition> rangeOf(Value *Condition, bool IsWanted) {
    auto *Compared = dyn_cast<ICmpInst>(Condition);
    if (!Compared || !Evolution.isSCEVable(Compared->getOperand(0)->getType()))
      return std::nullopt;
    return rangeConditionOf(L, Evolution,
                            IsWanted ? Compared->getCmpPredicate()
                                     : Compared->getInverseCmpPredicate(),
                            Evolution.getSCEV(Compared->getOperand(0)),
                            Evolution.getSCEV(Compared->getOperand(1)));
  }

  bool canAsk(Value *Condition, bool IsWanted, unsigned Depth = 0) {
    Value *Negated;
    if (L.isLoopInvariant(Condition))
      return true;
    if (Depth == MaximumDepth)
      return false;
    if (match(Condition, m_Not(m_Value(Negated))))
      return canAsk(Negated, !IsWanted, Depth + 1);
    if (auto Parts = partsOf(Condition, IsWanted))
      return canAsk(Parts->first, IsWanted, Depth + 1) &&
             canAsk(Parts->second, IsWanted, Depth + 1);
    std::optional<RangeCondition> Range = rangeOf(Condition, IsWanted);
    return Range &&
           Expander.isSafeToExpandAt(Range->Recurrence->getStart(), Place) &&
           Expander.isSafeToExpandAt(Range->Bound, Place);
  }

  /// Of conditions that canAsk() accepts.
  Value *inAllRounds(Value *Condition, bool IsWanted) {
    Value *Negated;
    if (L.isLoopInvariant(Condition)) {
      Value *Known = Builder.CreateFreeze(Condition);
      return IsWanted ? Known : Builder.CreateNot(Known);
    }
    if (match(Condition, m_Not(m_Value(Negated))))
      return inAllRounds(Negated, !IsWanted);
    if (auto Parts = partsOf(Condition, IsWanted))
      return Builder.CreateAnd(inAllRounds(Parts->first, IsWanted),
                               inAllRounds(Parts->second, IsWanted));
    return inAllRounds(*rangeOf(Condition, IsWanted));
  }

  /// The first round's number is on the part of the circle for which the
  /// condition holds, and the last one's is no further than its end.
  Value *inAllRounds(const RangeCondition &Condition) {
    Value *Start = expand(Condition.Recurrence->getStart());
    Value *Bound = expand(Condition.Bound);
    Circle Wanted = valuesFor(Builder, Condition.Predicate, Bound);
    Value *One = ConstantInt::get(Bound->getType(), 1);
    Value *Left =
        Condition.CountsUp
            ? Builder.CreateSub(Wanted.End, Start)
            : Builder.CreateSub(Start, Builder.CreateSub(Wanted.First, One));
    Value *Reaches = Builder.CreateICmpUGE(
        Builder.CreateZExt(Left, Builder.getInt64Ty()), &Rounds);
    Value *HoldsForAny = Builder.CreateICmpEQ(Wanted.First, Wanted.End);
    return Builder.CreateAnd(
        Builder.CreateICmp(Condition.Predicate, Start, Bound),
        Builder.CreateOr(Reaches, HoldsForAny));
  }

  /// One value, whatever it is where it is undefined.
  Value *expand(const SCEV *S) {
    return Builder.CreateFreeze(Expander.expandCodeFor(S, S->getType(), Place));
  }

  Loop &L;
  Instruction *Place;
  IRBuilder<> Builder;
  ScalarEvolution &Evolution;
  SCEVExpander Expander;
  Value &Rounds;
};

bool askForAll(Loop &L, ScalarEvolution &Evolution) {
  SmallVector<PHINode *> Phis;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isIntegerTy(1))
      Phis.push_back(&Phi);
  if (Phis.empty() || !canSplitRounds(L))
    return false;
  Value *Rounds = computeRounds(L, Evolution);
  if (!Rounds)
    return false;
  RoundsTogether Together(L, Evolution, *Rounds);
  bool Changed = false;
  for (PHINode *Phi : Phis)
    Changed |= Together.replace(*Phi);
  return Changed;
}

} // namespace

PreservedAnalyses ItemAgreements::run(Function &F,
                                      FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && isMarkedParallel(*L))
      Changed |=
          askForAll(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F));
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace facet
