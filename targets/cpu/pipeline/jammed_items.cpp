//===- jammed_items.cpp - Inner loops of several work-items at once -------===//
//
// See jammed_items.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/jammed_items.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/ordered_sums.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace facet {
namespace {

/// Work-items of a round, and instructions of the inner loop up to which there
/// are registers for as many.
constexpr unsigned Many = 8, Few = 4;
constexpr unsigned ShortLoop = 24, LongestLoop = 64;

/// Chains in the inner loop, each of which has a register a work-item.
constexpr unsigned MaximumChains = 2;

/// True if the work-items of \p L can share the rounds of its loop \p Inner.
bool sharesRounds(const Loop &L, const Loop &Inner,
                  ScalarEvolution &Evolution) {
  if (Inner.getNumBlocks() != 1 || !Inner.getExitBlock())
    return false;
  const SCEV *Rounds = Evolution.getBackedgeTakenCount(&Inner);
  return !isa<SCEVCouldNotCompute>(Rounds) &&
         Evolution.isLoopInvariant(Rounds, &L);
}

/// How many work-items may execute \p Inner at once.
unsigned itemsAtOnce(const Loop &Inner) {
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
unsigned itemsAtOnce(const Loop &L, const TargetLibraryInfo &Library) {
  unsigned Items = Many;
  for (const Loop *Inner : L.getSubLoops())
    Items = std::min(Items, itemsAtOnce(*Inner));
  return Items != 0 && gains(L, Library) ? Items : 0;
}

/// True if the blocks of \p L follow each other but for the inner loops, and its
/// work-items share nothing but the count of them. What is used behind it is of
/// the last round, which is not the last work-item's when a round has several.
bool canJam(const Loop &L) {
  if (!canSplitRounds(L) || !onlyCountsRounds(L))
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

} // namespace

bool isChain(const PHINode &Phi, const Loop &L) {
  auto *Next =
      dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  return Phi.getType()->isFloatingPointTy() && Next && L.contains(Next) &&
         !(isa<FPMathOperator>(Next) && Next->hasAllowReassoc());
}

//===-- JammedLoop --------------------------------------------------------===//

std::unique_ptr<JammedLoop> JammedLoop::find(Loop &L,
                                             ScalarEvolution &Evolution) {
  if (!isMarkedParallel(L) || !canJam(L) ||
      !all_of(L.getSubLoops(), [&](const Loop *Inner) {
        return sharesRounds(L, *Inner, Evolution);
      }))
    return nullptr;
  return std::unique_ptr<JammedLoop>(new JammedLoop(L));
}

/// Finds what differs between work-items. The rest is computed once for all.
JammedLoop::JammedLoop(Loop &L)
    : L(L), Item(cast<PHINode>(L.getHeader()->front())) {
  SmallVector<Instruction *> Left{&Item};
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (isa<StoreInst>(I))
        Left.push_back(&I);
  while (!Left.empty()) {
    Instruction *Next = Left.pop_back_val();
    if (Own.insert(Next).second)
      for (User *U : Next->users())
        Left.push_back(cast<Instruction>(U));
  }
}

bool JammedLoop::plan(unsigned Count, ScalarEvolution &Evolution) {
  All = computeRounds(L, Evolution);
  if (!All)
    return false;
  Items = Count;
  IRBuilder<> Builder(L.getLoopPreheader()->getTerminator());
  Full = Builder.CreateAnd(All, Builder.getInt64(-uint64_t(Items)));
  return true;
}

JammedLoop::Copies JammedLoop::execute() {
  splitRounds(L, {Full, All});
  IRBuilder<> Builder(L.getHeader(), L.getHeader()->getFirstInsertionPt());
  SmallVector<Value *> Others;
  for (unsigned N = 1; N != Items; ++N)
    Others.push_back(Builder.CreateAdd(
        &Item, ConstantInt::get(Item.getType(), N), "", true, true));
  SmallVector<Instruction *> Originals;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (Own.contains(&I) && !I.isTerminator() && &I != &Item)
        Originals.push_back(&I);
  Copies Result;
  for (Value *Other : Others)
    Result.push_back(addWorkItem(*Other, Originals));
  goOnByItems();
  return Result;
}

/// Adds what \p Other does, behind what the others do in the same block.
std::unique_ptr<ValueToValueMapTy>
JammedLoop::addWorkItem(Value &Other, ArrayRef<Instruction *> Originals) {
  auto Map = std::make_unique<ValueToValueMapTy>();
  (*Map)[&Item] = &Other;
  SmallVector<Instruction *> New;
  for (Instruction *I : Originals) {
    BasicBlock *Block = I->getParent();
    Instruction *Copy = I->clone();
    Copy->insertBefore(isa<PHINode>(I) ? Block->getFirstNonPHIIt()
                                       : Block->getTerminator()->getIterator());
    (*Map)[I] = Copy;
    New.push_back(Copy);
  }
  for (Instruction *Copy : New)
    RemapInstruction(Copy, *Map,
                     RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
  return Map;
}

void JammedLoop::goOnByItems() {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Next = cast<Instruction>(Item.getIncomingValueForBlock(Latch));
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  auto *Test = cast<ICmpInst>(Branch->getCondition());
  IRBuilder<> Builder(Branch);
  Value *After = Builder.CreateAdd(
      &Item, ConstantInt::get(Item.getType(), Items), "", true, true);
  Item.setIncomingValueForBlock(Latch, After);
  Branch->setCondition(
      Builder.CreateICmp(Test->getPredicate(), After,
                         Test->getOperand(Test->getOperand(0) == Next ? 1 : 0)));
}

//===-- The pass ----------------------------------------------------------===//

PreservedAnalyses JammedItems::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  std::vector<std::unique_ptr<JammedLoop>> Plans;
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (L->isInnermost())
      continue;
    auto Found = JammedLoop::find(*L, Evolution);
    const unsigned Items =
        Found ? itemsAtOnce(*L, Analyses.getResult<TargetLibraryAnalysis>(F))
              : 0;
    if (Items != 0 && Found->plan(Items, Evolution))
      Plans.push_back(std::move(Found));
  }
  for (const std::unique_ptr<JammedLoop> &Next : Plans)
    Next->execute();
  return Plans.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
