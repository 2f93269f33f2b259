//===- gpu_loop_ends.cpp - How loops of NVIDIA GPUs are counted -----------===//
//
// See gpu_loop_ends.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_loop_ends.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// `next = counter + step` in each round; null if \p Counter is not such.
BinaryOperator *incrementOf(const PHINode &Counter, const Loop &L,
                            const APInt *&Step) {
  auto *Next = dyn_cast<BinaryOperator>(
      Counter.getIncomingValueForBlock(L.getLoopLatch()));
  return Next && match(Next, m_Add(m_Specific(&Counter), m_APInt(Step)))
             ? Next
             : nullptr;
}

/// True if a round of \p L that began ends.
bool roundsEnd(const Loop &L) {
  return L.isInnermost() && all_of(L.blocks(), [](const BasicBlock *Block) {
           return all_of(*Block, [](const Instruction &I) {
             return isGuaranteedToTransferExecutionToSuccessor(&I);
           });
         });
}

/// Where a loop has its only exit: `next`, a counter's increment, equals
/// \c Number.
struct LoopEnd {
  ICmpInst *Compare;
  PHINode *Counter;
  BinaryOperator *Next;
  Value *Number;
  const APInt *Step;
};

std::optional<LoopEnd> findEnd(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  if (L.getExitingBlock() != Latch || !Branch || !Branch->isConditional())
    return std::nullopt;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare || !Compare->isEquality() || !Compare->hasOneUse())
    return std::nullopt;
  const bool IsSecond = L.isLoopInvariant(Compare->getOperand(0));
  LoopEnd End{Compare, nullptr, nullptr, Compare->getOperand(IsSecond ? 0 : 1),
              nullptr};
  End.Next = dyn_cast<BinaryOperator>(Compare->getOperand(IsSecond ? 1 : 0));
  End.Counter = End.Next ? dyn_cast<PHINode>(End.Next->getOperand(0)) : nullptr;
  // With a known number of rounds there is nothing to find out.
  if (!End.Counter || End.Counter->getParent() != L.getHeader() ||
      incrementOf(*End.Counter, L, End.Step) != End.Next ||
      !L.isLoopInvariant(End.Number) || isa<Constant>(End.Number) ||
      !End.Step->isStrictlyPositive())
    return std::nullopt;
  return End;
}

/// True if the conditions that hold when \p L begins say that \p Counter does
/// not wrap in its last round.
bool endsWithin(PHINode &Counter, const APInt &Step, bool IsSigned, Loop &L,
                ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPredecessor();
  const SCEV *Rounds = SE.getBackedgeTakenCount(&L);
  if (!Before || isa<SCEVCouldNotCompute>(Rounds) ||
      SE.getTypeSizeInBits(Rounds->getType()) != Step.getBitWidth())
    return false;
  const SCEV *Start = SE.getSCEV(Counter.getIncomingValueForBlock(Before));
  const APInt First =
      IsSigned ? SE.getSignedRangeMax(Start) : SE.getUnsignedRangeMax(Start);
  bool More = false, Product = false, Sum = false;
  const APInt Way = SE.getUnsignedRangeMax(SE.applyLoopGuards(Rounds, &L))
                        .uadd_ov(APInt(Step.getBitWidth(), 1), More)
                        .umul_ov(Step, Product);
  (void)(IsSigned ? First.sadd_ov(Way, Sum) : First.uadd_ov(Way, Sum));
  return !More && !Product && !Sum && !(IsSigned && Way.isNegative());
}

/// True if no value of \p Counter wraps when it is incremented, unless it is
/// undefined: what its increments say of wrapping is believed.
bool incrementsWithin(PHINode &Counter, const APInt &Step, bool IsSigned,
                      ScalarEvolution &SE) {
  const SCEV *Values = SE.getSCEV(&Counter);
  bool Wraps = false;
  if (IsSigned)
    (void)SE.getSignedRangeMax(Values).sadd_ov(Step, Wraps);
  else
    (void)SE.getUnsignedRangeMax(Values).uadd_ov(Step, Wraps);
  return !Wraps && !Step.isNegative();
}

/// Leaves what \p Next says of wrapping where it is known: its last value was
/// not used for a decision before.
void keepFlags(BinaryOperator &Next, bool Signed, bool Unsigned) {
  Next.setHasNoSignedWrap(Next.hasNoSignedWrap() && Signed);
  Next.setHasNoUnsignedWrap(Next.hasNoUnsignedWrap() && Unsigned);
}

/// Ends \p L by another counter with the same steps, if the one that ends it
/// does nothing else. LLVM gives a loop that it unrolls a counter of its own.
bool useOtherCounter(LoopEnd &End, Loop &L, DominatorTree &Tree,
                     ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPreheader();
  if (!Before || !End.Counter->hasOneUse() || !End.Next->hasNUses(2))
    return false;
  for (PHINode &Other : L.getHeader()->phis()) {
    const APInt *Step = nullptr;
    BinaryOperator *Next =
        &Other != End.Counter && Other.getType() == End.Counter->getType()
            ? incrementOf(Other, L, Step)
            : nullptr;
    if (!Next || *Step != *End.Step || !Tree.dominates(Next, End.Compare) ||
        !endsWithin(Other, *Step, true, L, SE))
      continue;
    keepFlags(*Next, true, endsWithin(Other, *Step, false, L, SE));
    IRBuilder<> Builder(Before->getTerminator());
    End.Number = Builder.CreateAdd(
        End.Number,
        Builder.CreateSub(Other.getIncomingValueForBlock(Before),
                          End.Counter->getIncomingValueForBlock(Before)));
    End.Compare->setOperand(0, Next);
    End.Compare->setOperand(1, End.Number);
    End.Counter->replaceAllUsesWith(PoisonValue::get(Other.getType()));
    End.Counter->eraseFromParent();
    End.Next->eraseFromParent();
    End.Counter = &Other, End.Next = Next;
    return true;
  }
  return false;
}

/// Compares the counter that ends \p L by order. The increment does not wrap,
/// because the rounds are known to be few enough, or because it is undefined
/// then, and so is a branch that depends on it, the only exit. So it gets to
/// the number where the loop ends, which it could not from above.
bool orderEnd(Loop &L, DominatorTree &Tree, ScalarEvolution &SE) {
  std::optional<LoopEnd> End = findEnd(L);
  if (!End)
    return false;
  const bool EndsOnEqual = End->Compare->getPredicate() == ICmpInst::ICMP_EQ;
  const APInt Step = *End->Step;
  const bool Changed = useOtherCounter(*End, L, Tree, SE);
  const bool FlagsCount = !Changed && roundsEnd(L);
  std::optional<ICmpInst::Predicate> Less;
  if ((FlagsCount && End->Next->hasNoSignedWrap()) ||
      endsWithin(*End->Counter, Step, true, L, SE))
    Less = ICmpInst::ICMP_SLT;
  else if ((FlagsCount && End->Next->hasNoUnsignedWrap()) ||
           endsWithin(*End->Counter, Step, false, L, SE))
    Less = ICmpInst::ICMP_ULT;
  if (!Less)
    return Changed;
  End->Compare->setOperand(0, End->Next);
  End->Compare->setOperand(1, End->Number);
  End->Compare->setPredicate(EndsOnEqual ? ICmpInst::getInversePredicate(*Less)
                                         : *Less);
  return true;
}

/// True if all values of \p Counter can be incremented by \p Step, and \p Limit
/// too, without another result of a comparison by \p Predicate.
bool keepsOrder(PHINode &Counter, const APInt &Step, const APInt &Limit,
                ICmpInst::Predicate Predicate, ScalarEvolution &SE) {
  if (ICmpInst::isEquality(Predicate))
    return true;
  bool LimitWraps = false;
  const bool IsSigned = ICmpInst::isSigned(Predicate);
  (void)(IsSigned ? Limit.sadd_ov(Step, LimitWraps)
                  : Limit.uadd_ov(Step, LimitWraps));
  return !LimitWraps && incrementsWithin(Counter, Step, IsSigned, SE);
}

/// Compares \p Counter after its increment, if nothing else needs it before.
bool compareNext(PHINode &Counter, Loop &L, DominatorTree &Tree,
                 ScalarEvolution &SE) {
  const APInt *Step = nullptr;
  BinaryOperator *Next = incrementOf(Counter, L, Step);
  if (!Next)
    return false;
  SmallVector<ICmpInst *> Compares;
  for (User *U : Counter.users()) {
    if (U == Next)
      continue;
    auto *Compare = dyn_cast<ICmpInst>(U);
    const APInt *Limit = nullptr;
    if (!Compare || !match(Compare->getOperand(1), m_APInt(Limit)) ||
        !L.contains(Compare) || !Tree.dominates(Next, Compare) ||
        !keepsOrder(Counter, *Step, *Limit, Compare->getPredicate(), SE))
      return false;
    Compares.push_back(Compare);
  }
  if (Compares.empty())
    return false;
  keepFlags(*Next, incrementsWithin(Counter, *Step, true, SE),
            incrementsWithin(Counter, *Step, false, SE));
  for (ICmpInst *Compare : Compares) {
    const APInt &Limit = cast<ConstantInt>(Compare->getOperand(1))->getValue();
    Compare->setOperand(0, Next);
    Compare->setOperand(1, ConstantInt::get(Next->getType(), Limit + *Step));
    Compare->setSameSign(false);
  }
  return true;
}

} // namespace

PreservedAnalyses LoopEnds::run(Function &F,
                                FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->getLoopLatch())
      continue;
    Changed |= orderEnd(*L, Tree, SE);
    for (PHINode &Counter : L->getHeader()->phis())
      if (Counter.getType()->isIntegerTy())
        Changed |= compareNext(Counter, *L, Tree, SE);
  }
  return preservedWithBranches(Changed);
}

} // namespace facet
