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

/// Of an int of which there are more than work-items in a group.
constexpr unsigned LeastBits = 32;

/// `ext(Recurrence) + Rest Predicate Bound`: an int that counts up in its own
/// width, and starts again from its least number behind its largest one.
struct ExtendedCondition {
  const SCEVAddRecExpr *Recurrence;
  bool IsSigned;
  const SCEV *Rest;
  CmpInst::Predicate Predicate;
  const SCEV *Bound;
};

/// Returns \p Wanted of \p A and \p B as such a condition of \p L.
std::optional<ExtendedCondition>
extendedConditionOf(const Loop &L, ScalarEvolution &Evolution,
                    CmpInst::Predicate Wanted, const SCEV *A, const SCEV *B) {
  if (Evolution.isLoopInvariant(A, &L)) {
    std::swap(A, B);
    Wanted = CmpInst::getSwappedPredicate(Wanted);
  }
  if (Wanted == CmpInst::ICMP_EQ || !Evolution.isLoopInvariant(B, &L) ||
      !A->getType()->isIntegerTy(64))
    return std::nullopt;
  const SCEVCastExpr *Extended = nullptr;
  SmallVector<const SCEV *, 4> Rest;
  auto Add = [&](const SCEV *S) {
    if (Evolution.isLoopInvariant(S, &L)) {
      Rest.push_back(S);
      return true;
    }
    if (Extended || !isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S))
      return false;
    Extended = cast<SCEVCastExpr>(S);
    return true;
  };
  auto *Sum = dyn_cast<SCEVAddExpr>(A);
  if (Sum ? !all_of(Sum->operands(), Add) : !Add(A))
    return std::nullopt;
  auto *Counted =
      Extended ? dyn_cast<SCEVAddRecExpr>(Extended->getOperand()) : nullptr;
  if (!Counted || Counted->getLoop() != &L || !Counted->isAffine() ||
      Counted->getType()->getIntegerBitWidth() < LeastBits ||
      !Counted->getStepRecurrence(Evolution)->isOne())
    return std::nullopt;
  return ExtendedCondition{Counted, isa<SCEVSignExtendExpr>(Extended),
                           Rest.empty() ? Evolution.getZero(A->getType())
                                        : Evolution.getAddExpr(Rest),
                           Wanted, B};
}

/// Conditions all of which are asked for in each round.
class Questions {
public:
  Questions(Loop &L, ScalarEvolution &Evolution, SCEVExpander &Expander)
      : L(L), Evolution(Evolution), Expander(Expander) {}

  /// Adds that \p Condition is \p IsWanted. False if it, or a part of it, is of
  /// another kind, or of values that are not known before the loop.
  bool add(Value *Condition, bool IsWanted, unsigned Depth = 0) {
    Value *A, *B;
    if (L.isLoopInvariant(Condition)) {
      Fixed.push_back({Condition, IsWanted});
      return true;
    }
    if (Depth == MaximumDepth)
      return false;
    if (match(Condition, m_Not(m_Value(A))))
      return add(A, !IsWanted, Depth + 1);
    if (IsWanted ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                 : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
      return add(A, IsWanted, Depth + 1) && add(B, IsWanted, Depth + 1);
    auto *Compared = dyn_cast<ICmpInst>(Condition);
    return Compared && addComparison(*Compared, IsWanted);
  }

  /// The same in all rounds: a value, and what it is to be.
  SmallVector<std::pair<Value *, bool>> Fixed;
  SmallVector<RangeCondition> Ranges;
  SmallVector<ExtendedCondition> Extended;

private:
  bool addComparison(ICmpInst &Compared, bool IsWanted) {
    if (!Compared.getOperand(0)->getType()->isIntegerTy())
      return false;
    const CmpPredicate Predicate = IsWanted ? Compared.getCmpPredicate()
                                            : Compared.getInverseCmpPredicate();
    const SCEV *A = Evolution.getSCEV(Compared.getOperand(0)),
               *B = Evolution.getSCEV(Compared.getOperand(1));
    if (auto Range = rangeConditionOf(L, Evolution, Predicate, A, B)) {
      Ranges.push_back(*Range);
      return areKnownBefore({Range->Recurrence->getStart(), Range->Bound});
    }
    auto Int = extendedConditionOf(L, Evolution, Predicate, A, B);
    if (!Int)
      return false;
    Extended.push_back(*Int);
    return areKnownBefore({Int->Recurrence->getStart(), Int->Rest, Int->Bound});
  }

  bool areKnownBefore(std::initializer_list<const SCEV *> Values) {
    return all_of(Values, [&](const SCEV *S) {
      return Expander.isSafeToExpandAt(S,
                                       L.getLoopPreheader()->getTerminator());
    });
  }

  Loop &L;
  ScalarEvolution &Evolution;
  SCEVExpander &Expander;
};

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
    Questions Asked(L, Evolution, Expander);
    if (!Asked.add(A == &Phi ? B : A, /*IsWanted=*/true))
      return false;
    Value *Before = Phi.getIncomingValueForBlock(L.getLoopPreheader());
    Next->replaceAllUsesWith(
        Builder.CreateLogicalAnd(inAllRounds(Asked), Before));
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

  Value *inAllRounds(const Questions &Asked) {
    SmallVector<Value *> Answers;
    for (const RangeCondition &Range : Asked.Ranges)
      Answers.push_back(holdsFrom(expand(Range.Recurrence->getStart()), &Rounds,
                                  Range.CountsUp, Range.Predicate,
                                  expand(Range.Bound)));
    for (const ExtendedCondition &Condition : Asked.Extended)
      Answers.push_back(inAllRounds(Condition));
    for (auto [Condition, IsWanted] : Asked.Fixed) {
      Value *Known = Builder.CreateFreeze(Condition);
      Answers.push_back(IsWanted ? Known : Builder.CreateNot(Known));
    }
    return Builder.CreateAnd(Answers);
  }

  /// \p Start is on the part of the circle for which the condition holds, and
  /// the last of \p Count numbers is no further than its end.
  Value *holdsFrom(Value *Start, Value *Count, bool CountsUp,
                   CmpInst::Predicate Predicate, Value *Bound) {
    Circle Wanted = valuesFor(Builder, Predicate, Bound);
    Value *Left = countFrom(Builder, Start, CountsUp, Predicate, Wanted);
    return Builder.CreateAnd(Builder.CreateICmp(Predicate, Start, Bound),
                             Builder.CreateICmpUGE(Left, Count));
  }

  /// The numbers up to the int's largest one, and those behind it, if there
  /// are: there are fewer rounds than ints.
  Value *inAllRounds(const ExtendedCondition &Condition) {
    const unsigned Bits = Condition.Recurrence->getType()->getIntegerBitWidth();
    const bool IsSigned = Condition.IsSigned;
    auto Number = [&](const APInt &Int) {
      return Builder.getInt(IsSigned ? Int.sext(64) : Int.zext(64));
    };
    Value *Least = Number(IsSigned ? APInt::getSignedMinValue(Bits)
                                   : APInt::getZero(Bits));
    Value *Largest = Number(IsSigned ? APInt::getSignedMaxValue(Bits)
                                     : APInt::getMaxValue(Bits));
    Value *Start =
        Builder.CreateIntCast(expand(Condition.Recurrence->getStart()),
                              Builder.getInt64Ty(), IsSigned);
    Value *Rest = expand(Condition.Rest), *Bound = expand(Condition.Bound);
    Value *UpToLargest = Builder.CreateAdd(Builder.CreateSub(Largest, Start),
                                           Builder.getInt64(1));
    auto Holds = [&](Value *From, Value *Count) {
      return holdsFrom(Builder.CreateAdd(From, Rest), Count, /*CountsUp=*/true,
                       Condition.Predicate, Bound);
    };
    Value *Before = Holds(Start, Builder.CreateBinaryIntrinsic(
                                     Intrinsic::umin, &Rounds, UpToLargest));
    Value *Behind = Holds(Least, Builder.CreateSub(&Rounds, UpToLargest));
    Value *ComesToEnd = Builder.CreateICmpUGT(&Rounds, UpToLargest);
    return Builder.CreateAnd(
        Before, Builder.CreateOr(Builder.CreateNot(ComesToEnd), Behind));
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
      Changed |= askForAll(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F));
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace facet
