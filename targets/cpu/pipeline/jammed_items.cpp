//===- jammed_items.cpp - Inner loops of several work-items at once -------===//
//
// See jammed_items.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/jammed_items.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/ordered_sums.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Work-items of a round, and instructions of the inner loop up to which there
/// are registers for as many.
constexpr unsigned Many = 8, Few = 4;
constexpr unsigned ShortLoop = 24, LongestLoop = 64;

/// Chains in the inner loop, each of which has a register a work-item.
constexpr unsigned MaximumChains = 2;

/// True if \p Phi goes from round to round by floating-point operations whose
/// order the program has chosen.
bool isChain(const PHINode &Phi, const Loop &L) {
  auto *Next =
      dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  return Phi.getType()->isFloatingPointTy() && Next && L.contains(Next) &&
         !(isa<FPMathOperator>(Next) && Next->hasAllowReassoc());
}

/// How many work-items of \p L may execute its loop \p Inner at once; zero if
/// they cannot share its rounds.
unsigned itemsAtOnce(const Loop &L, const Loop &Inner,
                     ScalarEvolution &Evolution) {
  if (Inner.getNumBlocks() != 1 || !Inner.getExitBlock())
    return 0;
  const SCEV *Rounds = Evolution.getBackedgeTakenCount(&Inner);
  if (isa<SCEVCouldNotCompute>(Rounds) ||
      !Evolution.isLoopInvariant(Rounds, &L))
    return 0;
  unsigned Chains = 0;
  for (PHINode &Phi : Inner.getHeader()->phis())
    Chains += isChain(Phi, Inner);
  const size_t Length = Inner.getHeader()->size();
  if (Chains > MaximumChains || Length > LongestLoop)
    return 0;
  return Chains <= 1 && Length <= ShortLoop ? Many : Few;
}

/// True if one of the loops of \p L, whose work-items can share them, gains by
/// it. The only one gains if it has a chain; several can also be vectorized one
/// by one, which is better unless they wait for their sums.
bool gains(const Loop &L, const TargetLibraryInfo &Library) {
  if (L.getSubLoops().size() != 1)
    return any_of(L.getSubLoops(), [&](Loop *Inner) {
      return waitsForSums(*Inner, Library);
    });
  const Loop &Inner = *L.getSubLoops().front();
  return any_of(Inner.getHeader()->phis(),
                [&](const PHINode &Phi) { return isChain(Phi, Inner); });
}

/// How many work-items \p L may take at once; zero if it is none of those that
/// gain by it.
unsigned itemsAtOnce(const Loop &L, ScalarEvolution &Evolution,
                     const TargetLibraryInfo &Library) {
  unsigned Items = Many;
  for (const Loop *Inner : L.getSubLoops())
    Items = std::min(Items, itemsAtOnce(L, *Inner, Evolution));
  return Items != 0 && gains(L, Library) ? Items : 0;
}

/// True if the blocks of \p L follow each other but for the inner loops, and its
/// work-items share nothing but the count of them. What is used behind it is of
/// the last round, which is not the last work-item's when a round has several.
bool canJam(const Loop &L) {
  if (!canSplitRounds(L) || L.getHeader()->phis().empty() ||
      !isa<PHINode>(L.getHeader()->front()) ||
      isa<PHINode>(L.getHeader()->front().getNextNode()))
    return false;
  if (!countsRounds(L, cast<PHINode>(L.getHeader()->front())))
    return false;
  return all_of(L.blocks(), [&](const BasicBlock *Block) {
    const bool MayBranch =
        Block == L.getLoopLatch() ||
        any_of(L.getSubLoops(), [&](const Loop *Inner) {
          return Block == Inner->getHeader();
        });
    return (MayBranch || Block->getSingleSuccessor()) &&
           all_of(*Block, [&](const Instruction &I) {
             return I.isTerminator() ||
                    (isOfAnyOrder(I) && !isUsedBehind(I, L));
           });
  });
}

/// Makes a loop over work-items take several of them a round.
class Jammer {
public:
  Jammer(Loop &L, unsigned Items)
      : L(L), Item(cast<PHINode>(L.getHeader()->front())), Items(Items) {}

  void jam() {
    findOwn();
    IRBuilder<> Builder(L.getHeader(), L.getHeader()->getFirstInsertionPt());
    SmallVector<Value *> Others;
    for (unsigned N = 1; N != Items; ++N)
      Others.push_back(Builder.CreateAdd(
          &Item, ConstantInt::get(Item.getType(), N), "", true, true));
    for (Value *Other : Others)
      addWorkItem(*Other);
    goOnByItems();
  }

private:
  /// Finds what differs between work-items. The rest is computed once for all.
  void findOwn() {
    SmallPtrSet<Instruction *, 32> Found;
    SmallVector<Instruction *> Left{&Item};
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (isa<StoreInst>(I))
          Left.push_back(&I);
    while (!Left.empty()) {
      Instruction *Next = Left.pop_back_val();
      if (Found.insert(Next).second)
        for (User *U : Next->users())
          Left.push_back(cast<Instruction>(U));
    }
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (Found.contains(&I) && !I.isTerminator() && &I != &Item)
          Own.push_back(&I);
  }

  /// Adds what \p Other does, behind what the others do in the same block.
  void addWorkItem(Value &Other) {
    ValueToValueMapTy Map;
    Map[&Item] = &Other;
    SmallVector<Instruction *> New;
    for (Instruction *I : Own) {
      BasicBlock *Block = I->getParent();
      Instruction *Copy = I->clone();
      Copy->insertBefore(isa<PHINode>(I)
                             ? Block->getFirstNonPHIIt()
                             : Block->getTerminator()->getIterator());
      Map[I] = Copy;
      New.push_back(Copy);
    }
    for (Instruction *Copy : New)
      RemapInstruction(Copy, Map,
                       RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
  }

  void goOnByItems() {
    BasicBlock *Latch = L.getLoopLatch();
    auto *Next = cast<Instruction>(Item.getIncomingValueForBlock(Latch));
    auto *Branch = cast<BranchInst>(Latch->getTerminator());
    auto *Test = cast<ICmpInst>(Branch->getCondition());
    IRBuilder<> Builder(Branch);
    Value *After = Builder.CreateAdd(
        &Item, ConstantInt::get(Item.getType(), Items), "", true, true);
    Item.setIncomingValueForBlock(Latch, After);
    Branch->setCondition(Builder.CreateICmp(
        Test->getPredicate(), After,
        Test->getOperand(Test->getOperand(0) == Next ? 1 : 0)));
  }

  Loop &L;
  PHINode &Item;
  unsigned Items;
  SmallVector<Instruction *> Own;
};

/// A loop that is to be jammed.
struct Plan {
  Loop *L;
  unsigned Items;
  /// The work-items that are in full rounds, and all.
  Value *Full, *All;
};

std::optional<Plan> planFor(Loop &L, ScalarEvolution &Evolution,
                            const TargetLibraryInfo &Library) {
  if (!isMarkedParallel(L))
    return std::nullopt;
  const unsigned Items = itemsAtOnce(L, Evolution, Library);
  if (Items == 0 || !canJam(L))
    return std::nullopt;
  Value *All = computeRounds(L, Evolution);
  if (!All)
    return std::nullopt;
  IRBuilder<> Builder(L.getLoopPreheader()->getTerminator());
  Value *Full = Builder.CreateAnd(All, Builder.getInt64(-uint64_t(Items)));
  return Plan{&L, Items, Full, All};
}

} // namespace

PreservedAnalyses JammedItems::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  SmallVector<Plan> Plans;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (!L->isInnermost())
      if (std::optional<Plan> Found =
              planFor(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F),
                      Analyses.getResult<TargetLibraryAnalysis>(F)))
        Plans.push_back(*Found);
  for (Plan &Next : Plans) {
    splitRounds(*Next.L, {Next.Full, Next.All});
    Jammer(*Next.L, Next.Items).jam();
  }
  return Plans.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
