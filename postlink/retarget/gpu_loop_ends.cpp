//===- gpu_loop_ends.cpp - How loops of NVIDIA GPUs are counted -----------===//
//
// See gpu_loop_ends.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_loop_ends.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

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

/// Compares the counter that ends \p L by order. The increment does not wrap:
/// it gets to the number where the loop ends, which it could not from above, or
/// is undefined, and so is a branch that depends on it, the only way out.
bool orderEnd(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  if (L.getExitingBlock() != Latch || !Branch || !Branch->isConditional())
    return false;
  auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Compare || !Compare->isEquality() || !Compare->hasOneUse())
    return false;
  const bool IsSecond = L.isLoopInvariant(Compare->getOperand(0));
  Value *End = Compare->getOperand(IsSecond ? 0 : 1);
  auto *Next = dyn_cast<BinaryOperator>(Compare->getOperand(IsSecond ? 1 : 0));
  auto *Counter = Next ? dyn_cast<PHINode>(Next->getOperand(0)) : nullptr;
  const APInt *Step = nullptr;
  // With a known number of rounds there is nothing to find out.
  if (!Counter || Counter->getParent() != L.getHeader() ||
      incrementOf(*Counter, L, Step) != Next || !L.isLoopInvariant(End) ||
      isa<Constant>(End) || !Step->isStrictlyPositive() || !roundsEnd(L))
    return false;
  if (!Next->hasNoSignedWrap() && !Next->hasNoUnsignedWrap())
    return false;
  const bool EndsOnEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
  const auto Less =
      Next->hasNoSignedWrap() ? ICmpInst::ICMP_SLT : ICmpInst::ICMP_ULT;
  Compare->setOperand(0, Next);
  Compare->setOperand(1, End);
  Compare->setPredicate(EndsOnEqual ? ICmpInst::getInversePredicate(Less)
                                    : Less);
  return true;
}

/// True if all values of \p Counter can be incremented by \p Step, and \p Limit
/// too, without another result of a comparison by \p Predicate.
bool keepsOrder(PHINode &Counter, const APInt &Step, const APInt &Limit,
                ICmpInst::Predicate Predicate, ScalarEvolution &SE) {
  if (ICmpInst::isEquality(Predicate))
    return true;
  if (Step.isNegative())
    return false;
  bool Wraps = false, LimitWraps = false;
  const SCEV *Values = SE.getSCEV(&Counter);
  if (ICmpInst::isSigned(Predicate)) {
    (void)SE.getSignedRangeMax(Values).sadd_ov(Step, Wraps);
    (void)Limit.sadd_ov(Step, LimitWraps);
  } else {
    (void)SE.getUnsignedRangeMax(Values).uadd_ov(Step, Wraps);
    (void)Limit.uadd_ov(Step, LimitWraps);
  }
  return !Wraps && !LimitWraps;
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
  for (ICmpInst *Compare : Compares) {
    const APInt &Limit = cast<ConstantInt>(Compare->getOperand(1))->getValue();
    Compare->setOperand(0, Next);
    Compare->setOperand(1, ConstantInt::get(Next->getType(), Limit + *Step));
    Compare->setSameSign(false);
  }
  return !Compares.empty();
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
    Changed |= orderEnd(*L);
    for (PHINode &Counter : L->getHeader()->phis())
      if (Counter.getType()->isIntegerTy())
        Changed |= compareNext(Counter, *L, Tree, SE);
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace facet
