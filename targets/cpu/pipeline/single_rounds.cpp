//===- single_rounds.cpp - Loops that do something in one round only ------===//
//
// See single_rounds.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/single_rounds.h"

#include "targets/cpu/pipeline/loop_conditions.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Conditions of conditions: how deep they are followed.
constexpr unsigned MaximumDepth = 4;

/// A loop, and its only round with an effect.
struct SingleRound {
  Loop *L;
  /// The comparison that holds in that round, or does not, and in no other.
  ICmpInst *Compared;
  /// The number of the round and of all rounds, of 64 bits, computed before the
  /// loop. The first may be above the second.
  Value *Round, *All;
  /// The phis of the header, and what is added to each in a round.
  SmallVector<std::pair<PHINode *, ConstantInt *>, 2> Counters;
};

class SingleRoundFinder {
public:
  SingleRoundFinder(Loop &L, ScalarEvolution &Evolution, DominatorTree &Tree)
      : L(L), Evolution(Evolution), Tree(Tree) {}

  std::optional<SingleRound> find() {
    if (!L.isInnermost() || !canSplitRounds(L) || isUsedBehind(L) ||
        any_of(L.getHeader()->phis(),
               [&](PHINode &Phi) { return !stepOf(Phi); }))
      return std::nullopt;
    BasicBlock *Effects = findEffects();
    if (!Effects)
      return std::nullopt;
    for (auto *Node = Tree.getNode(Effects); Node->getBlock() != L.getHeader();
         Node = Node->getIDom()) {
      auto *Branch =
          dyn_cast<BranchInst>(Node->getIDom()->getBlock()->getTerminator());
      if (!Branch || !Branch->isConditional())
        continue;
      for (unsigned Way : {0, 1}) {
        const BasicBlockEdge Edge(Branch->getParent(),
                                  Branch->getSuccessor(Way));
        if (!Tree.dominates(Edge, Effects))
          continue;
        ICmpInst *Compared = equalityIn(Branch->getCondition(), Way == 0, 0);
        if (!Compared)
          continue;
        if (std::optional<SingleRound> Found = compute(*Compared))
          return Found;
      }
    }
    return std::nullopt;
  }

private:
  /// Returns what is added to \p Phi in each round; null if it is not the same.
  ConstantInt *stepOf(PHINode &Phi) {
    if (!Phi.getType()->isIntegerTy())
      return nullptr;
    auto *Counted = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi));
    auto *Step = Counted && Counted->getLoop() == &L && Counted->isAffine()
                     ? dyn_cast<SCEVConstant>(Counted->getOperand(1))
                     : nullptr;
    return Step ? Step->getValue() : nullptr;
  }

  /// Returns the last block that is before all effects of a round, or with
  /// them; null if there are none.
  BasicBlock *findEffects() const {
    BasicBlock *Common = nullptr;
    for (BasicBlock *Block : L.blocks())
      if (any_of(*Block,
                 [](const Instruction &I) { return I.mayHaveSideEffects(); }))
        Common =
            Common ? Tree.findNearestCommonDominator(Common, Block) : Block;
    return Common;
  }

  /// Returns a comparison that says of one round that it is it, and which must
  /// be so if \p Condition is \p IsWanted.
  ICmpInst *equalityIn(Value *Condition, bool IsWanted, unsigned Depth) {
    Value *A, *B;
    if (Depth == MaximumDepth)
      return nullptr;
    if (match(Condition, m_Not(m_Value(A))))
      return equalityIn(A, !IsWanted, Depth + 1);
    if (IsWanted ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                 : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      ICmpInst *First = equalityIn(A, IsWanted, Depth + 1);
      return First ? First : equalityIn(B, IsWanted, Depth + 1);
    }
    auto *Compared = dyn_cast<ICmpInst>(Condition);
    const auto Wanted = IsWanted ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE;
    return Compared && L.contains(Compared) &&
                   Compared->getPredicate() == Wanted && rangeOf(*Compared)
               ? Compared
               : nullptr;
  }

  /// The inequality: all rounds but one.
  std::optional<RangeCondition> rangeOf(ICmpInst &Compared) {
    Value *A = Compared.getOperand(0), *B = Compared.getOperand(1);
    if (!A->getType()->isIntegerTy())
      return std::nullopt;
    return rangeConditionOf(L, Evolution, CmpInst::ICMP_NE,
                            Evolution.getSCEV(A), Evolution.getSCEV(B));
  }

  /// True if \p Counted does not come to a value again. A loop over work-items
  /// has no more rounds than a group may have work-items.
  bool hasEachValueOnce(const SCEVAddRecExpr &Counted) {
    const unsigned Bits = Counted.getType()->getIntegerBitWidth();
    return (Bits >= 32 && isMarkedParallel(L)) ||
           Evolution.getUnsignedRangeMax(Evolution.getBackedgeTakenCount(&L))
                   .getActiveBits() <= Bits;
  }

  std::optional<SingleRound> compute(ICmpInst &Compared) {
    const RangeCondition Condition = *rangeOf(Compared);
    const SCEV *Start = Condition.Recurrence->getStart(),
               *Taken = Evolution.getBackedgeTakenCount(&L);
    Instruction *Place = L.getLoopPreheader()->getTerminator();
    SCEVExpander Expander(Evolution, "single");
    if (isa<SCEVCouldNotCompute>(Taken) ||
        !hasEachValueOnce(*Condition.Recurrence) ||
        !Expander.isSafeToExpandAt(Start, Place) ||
        !Expander.isSafeToExpandAt(Condition.Bound, Place))
      return std::nullopt;
    Value *All = computeRounds(L, Evolution);
    if (!All)
      return std::nullopt;
    SingleRound Result{&L, &Compared, nullptr, All, {}};
    for (PHINode &Phi : L.getHeader()->phis())
      Result.Counters.push_back({&Phi, stepOf(Phi)});
    IRBuilder<> Builder(Place);
    const auto Expand = [&](const SCEV *S) -> Value * {
      Value *Number = Expander.expandCodeFor(S, S->getType(), Place);
      return isa<ConstantInt>(Number) ? Number : Builder.CreateFreeze(Number);
    };
    Value *First = Expand(Start), *Only = Expand(Condition.Bound);
    Value *Round = Condition.CountsUp ? Builder.CreateSub(Only, First)
                                      : Builder.CreateSub(First, Only);
    Result.Round = Builder.CreateZExt(Round, Builder.getInt64Ty());
    return Result;
  }

  Loop &L;
  ScalarEvolution &Evolution;
  DominatorTree &Tree;
};

void executeOnce(const SingleRound &Single) {
  BasicBlock &Before = *Single.L->getLoopPreheader(),
             &Header = *Single.L->getHeader(),
             &Latch = *Single.L->getLoopLatch(),
             &Exit = *Single.L->getExitBlock();
  IRBuilder<> Builder(Before.getTerminator());
  for (auto [Phi, Step] : Single.Counters) {
    Value *Rounds = Builder.CreateZExtOrTrunc(Single.Round, Phi->getType());
    Phi->replaceAllUsesWith(
        Builder.CreateAdd(Phi->getIncomingValueForBlock(&Before),
                          Builder.CreateMul(Rounds, Step)));
    Phi->eraseFromParent();
  }
  Builder.CreateCondBr(Builder.CreateICmpULT(Single.Round, Single.All), &Header,
                       &Exit);
  Before.getTerminator()->eraseFromParent();
  for (PHINode &Phi : Exit.phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(&Latch), &Before);
  Latch.getTerminator()->eraseFromParent();
  BranchInst::Create(&Exit, &Latch);
  Single.Compared->replaceAllUsesWith(ConstantInt::getBool(
      Single.Compared->getContext(),
      Single.Compared->getPredicate() == CmpInst::ICMP_EQ));
}

} // namespace

PreservedAnalyses SingleRounds::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  SmallVector<SingleRound> Found;
  // All is computed before any loop is changed: analyses are not updated then.
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (std::optional<SingleRound> Single =
            SingleRoundFinder(*L, Evolution, Tree).find())
      Found.push_back(*Single);
  if (Found.empty())
    return PreservedAnalyses::all();
  for (const SingleRound &Single : Found)
    executeOnce(Single);
  cleanUpLoops(F, Analyses);
  return PreservedAnalyses::none();
}

} // namespace facet
