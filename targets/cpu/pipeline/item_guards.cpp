//===- item_guards.cpp - Guarded code of work-items in loops of its own ---===//
//
// See item_guards.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_guards.h"

#include "targets/cpu/pipeline/loop_conditions.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// The most copies of a loop.
constexpr unsigned MaximumParts = 8;

/// Conditions of conditions: how deep they are followed.
constexpr unsigned MaximumDepth = 4;

/// What a part may compute once more that another one computes, too: simple
/// instructions, and loads among them.
constexpr unsigned MaximumShared = 24, MaximumSharedLoads = 4;

/// Where a branch must go for a part to be executed.
struct Control {
  BranchInst *Branch;
  unsigned Way;
};

/// Code of a loop that becomes a loop.
struct Part {
  SmallVector<Control, 4> Controls;
  SmallVector<Instruction *> Stores;
};

/// Divides the code of a loop into parts.
class PartFinder {
public:
  PartFinder(Loop &L, ScalarEvolution &Evolution, DominatorTree &Tree,
             PostDominatorTree &Behind, AAResults &Aliases)
      : L(L), Evolution(Evolution), Tree(Tree), Behind(Behind),
        Aliases(Aliases) {}

  /// Returns the parts in their order, if there are several and they can be
  /// apart.
  SmallVector<Part> find() {
    if (!isOfKnownKind())
      return {};
    divide(*L.getHeader(), *L.getLoopLatch(), {});
    addTo(*L.getLoopLatch(), {});
    joinDependent();
    while (Parts.size() > MaximumParts)
      join(Parts.size() - 2, Parts.size() - 1);
    return std::move(Parts);
  }

private:
  bool isOfKnownKind() const {
    if (!L.isInnermost() || !isMarkedParallel(L) ||
        L.getNumBlocks() > MaximumCopiedBlocks || L.getNumBlocks() == 1 ||
        !canSplitRounds(L))
      return false;
    // Each part counts by itself.
    for (PHINode &Phi : L.getHeader()->phis())
      if (!Evolution.isSCEVable(Phi.getType()) ||
          !isa<SCEVAddRecExpr>(Evolution.getSCEV(&Phi)))
        return false;
    return all_of(L.blocks(), [&](const BasicBlock *Block) {
      return all_of(*Block, [&](const Instruction &I) {
        return I.isTerminator() || (isOfAnyOrder(I) && !isUsedBehind(I, L));
      });
    });
  }

  /// Adds the parts of the code from \p First up to \p End, which is not of it.
  void divide(BasicBlock &First, BasicBlock &End, ArrayRef<Control> Controls) {
    for (BasicBlock *Block = &First; Block != &End;) {
      addTo(*Block, Controls);
      if (BasicBlock *Next = Block->getSingleSuccessor()) {
        Block = Next;
        continue;
      }
      BasicBlock *Join = joinOf(*Block);
      if (!Join) {
        for (BasicBlock *Next : successors(Block))
          addAll(*Next, End, Controls);
        return;
      }
      divideSides(*cast<BranchInst>(Block->getTerminator()), *Join, Controls);
      Block = Join;
    }
  }

  void divideSides(BranchInst &Branch, BasicBlock &Join,
                   ArrayRef<Control> Controls) {
    // What holds for a range leaves two for its other side, but for one round,
    // which is no loop (single_rounds.h). A jump may lead from one side into
    // the other.
    const bool HasOneSide =
        Branch.getSuccessor(0) == &Join || Branch.getSuccessor(1) == &Join;
    Value *Condition = Branch.getCondition();
    const bool IsGuard =
        HasOneSide ? isGuard(Condition, 0)
                   : (L.isLoopInvariant(Condition) ||
                      isOfOneRound(Condition)) &&
                         areApart(Branch, Join);
    for (unsigned Way : {0, 1}) {
      BasicBlock *Side = Branch.getSuccessor(Way);
      if (Side == &Join)
        continue;
      if (!IsGuard) {
        addAll(*Side, Join, Controls);
        continue;
      }
      SmallVector<Control, 4> Inner(Controls);
      Inner.push_back({&Branch, Way});
      closePart();
      divide(*Side, Join, Inner);
      closePart();
    }
  }

  /// True if no block is on both sides of \p Branch before \p Join.
  static bool areApart(const BranchInst &Branch, BasicBlock &Join) {
    const auto One = blocksBetween(*Branch.getSuccessor(0), Join),
               Other = blocksBetween(*Branch.getSuccessor(1), Join);
    return none_of(One,
                   [&](BasicBlock *Block) { return Other.contains(Block); });
  }

  /// Returns where the ways of the branch behind \p Block meet, in the loop;
  /// null if nowhere, or if other ways come into them.
  BasicBlock *joinOf(BasicBlock &Block) const {
    if (!isa<BranchInst>(Block.getTerminator()))
      return nullptr;
    const auto *Node = Behind.getNode(&Block);
    BasicBlock *Join =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    return Join && L.contains(Join) && Join != L.getHeader() &&
                   Tree.properlyDominates(&Block, Join)
               ? Join
               : nullptr;
  }

  /// True if \p Condition is the same for all work-items, or holds for a range
  /// of them or for one.
  bool isGuard(Value *Condition, unsigned Depth) const {
    Value *A, *B;
    if (L.isLoopInvariant(Condition))
      return true;
    if (Depth == MaximumDepth)
      return false;
    if (match(Condition, m_Not(m_Value(A))))
      return isGuard(A, Depth + 1);
    if (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) ||
        match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
      return isGuard(A, Depth + 1) && isGuard(B, Depth + 1);
    return isOfRange(Condition);
  }

  /// True if \p Condition holds for one round only, or for all others.
  bool isOfOneRound(Value *Condition) const {
    auto *Compared = dyn_cast<ICmpInst>(Condition);
    return Compared && Compared->isEquality() && isOfRange(Compared);
  }

  /// True if \p Condition is a comparison that holds for a range of rounds or
  /// for one.
  bool isOfRange(Value *Condition) const {
    auto *Compared = dyn_cast<ICmpInst>(Condition);
    if (!Compared || !Compared->getOperand(0)->getType()->isIntegerTy())
      return false;
    // One round is the inverse of a range.
    const CmpPredicate Predicate = Compared->getPredicate() == CmpInst::ICMP_EQ
                                       ? CmpPredicate(CmpInst::ICMP_NE)
                                       : Compared->getCmpPredicate();
    return rangeConditionOf(L, Evolution, Predicate,
                            Evolution.getSCEV(Compared->getOperand(0)),
                            Evolution.getSCEV(Compared->getOperand(1)))
        .has_value();
  }

  void addTo(BasicBlock &Block, ArrayRef<Control> Controls) {
    if (!IsOpen) {
      Parts.emplace_back();
      Parts.back().Controls.assign(Controls.begin(), Controls.end());
      IsOpen = true;
    }
    PartOf[&Block] = Parts.size() - 1;
    for (Instruction &I : Block)
      if (isa<StoreInst>(I))
        Parts.back().Stores.push_back(&I);
  }

  /// Adds the blocks from \p First up to \p Join to one part.
  void addAll(BasicBlock &First, BasicBlock &Join, ArrayRef<Control> Controls) {
    for (BasicBlock *Block : blocksBetween(First, Join))
      if (!PartOf.contains(Block))
        addTo(*Block, Controls);
  }

  /// The next block begins another part.
  void closePart() { IsOpen = false; }

  /// Makes one of the parts from \p First to \p Last.
  void join(unsigned First, unsigned Last) {
    Part &Whole = Parts[First];
    for (unsigned N = First + 1; N <= Last; ++N) {
      append_range(Whole.Stores, Parts[N].Stores);
      const Part &Other = Parts[N];
      unsigned Common = 0;
      while (Common != Whole.Controls.size() &&
             Common != Other.Controls.size() &&
             Whole.Controls[Common].Branch == Other.Controls[Common].Branch &&
             Whole.Controls[Common].Way == Other.Controls[Common].Way)
        ++Common;
      Whole.Controls.truncate(Common);
    }
    Parts.erase(Parts.begin() + First + 1, Parts.begin() + Last + 1);
    for (auto &[Block, N] : PartOf)
      N = N > Last ? N - (Last - First) : std::min(N, First);
  }

  /// Joins parts that need each other, and drops those without effects.
  void joinDependent() {
    for (unsigned N = 0; N < Parts.size();) {
      const unsigned First = firstNeeded(N);
      if (First != N) {
        join(First, N);
        N = First;
      } else {
        ++N;
      }
    }
    erase_if(Parts, [](const Part &P) { return P.Stores.empty(); });
  }

  /// Returns the first part that is in one with part \p N, at most N.
  unsigned firstNeeded(unsigned N) const {
    SmallPtrSet<const Instruction *, 32> Seen;
    SmallVector<const Instruction *> Left(Parts[N].Stores.begin(),
                                          Parts[N].Stores.end());
    for (const auto &[Block, Of] : PartOf)
      if (Of == N && Block != L.getLoopLatch())
        Left.push_back(Block->getTerminator());
    unsigned First = N, Shared = 0, Loads = 0;
    while (!Left.empty()) {
      const Instruction *I = Left.pop_back_val();
      if (!L.contains(I) || !Seen.insert(I).second)
        continue;
      const unsigned Owner = PartOf.lookup(I->getParent());
      if (isa<PHINode>(I) && I->getParent() != L.getHeader())
        First = std::min(First, firstInto(*cast<PHINode>(I)));
      if (Owner < First) {
        const bool IsLoad = isa<LoadInst>(I);
        Loads += IsLoad;
        if (++Shared > MaximumShared || Loads > MaximumSharedLoads ||
            !isCheap(*I) || (IsLoad && isChanged(cast<LoadInst>(*I), Owner, N)))
          First = Owner;
      }
      for (const Value *Operand : I->operands())
        if (auto *Used = dyn_cast<Instruction>(Operand))
          Left.push_back(Used);
    }
    return First;
  }

  /// The first of the parts that choose the value of \p Phi.
  unsigned firstInto(const PHINode &Phi) const {
    unsigned First = PartOf.lookup(Phi.getParent());
    for (const BasicBlock *Block : Phi.blocks())
      First = std::min(First, PartOf.lookup(Block));
    return First;
  }

  static bool isCheap(const Instruction &I) {
    return isa<PHINode, LoadInst, CastInst, GetElementPtrInst, CmpInst,
               SelectInst, FreezeInst>(I) ||
           (I.isBinaryOp() && I.getType()->isIntegerTy() && !I.isIntDivRem());
  }

  /// True if the parts from \p First up to \p Last, which is not of them, may
  /// store what \p Load of the same work-item loads.
  bool isChanged(const LoadInst &Load, unsigned First, unsigned Last) const {
    const MemoryLocation Place = MemoryLocation::get(&Load);
    const bool IsLocal = isOfLocalMemory(*Load.getPointerOperand());
    for (unsigned N = First; N != Last; ++N)
      for (const Instruction *Store : Parts[N].Stores) {
        const Value *Address = cast<StoreInst>(Store)->getPointerOperand();
        if (!Aliases.isNoAlias(Place, MemoryLocation::get(Store)) &&
            (IsLocal || !isOfLocalMemory(*Address)))
          return true;
      }
    return false;
  }

  Loop &L;
  ScalarEvolution &Evolution;
  DominatorTree &Tree;
  PostDominatorTree &Behind;
  AAResults &Aliases;
  SmallVector<Part> Parts;
  /// Blocks that are in parts go on in the last one.
  bool IsOpen = false;
  DenseMap<const BasicBlock *, unsigned> PartOf;
};

/// Makes loops of the parts of a loop, which is the last of them.
class LoopDivider {
public:
  LoopDivider(Loop &L, LoopInfo &Loops, DominatorTree &Tree)
      : L(L), Loops(Loops), Tree(Tree) {}

  void divide(ArrayRef<Part> Parts) {
    for (const Part &P : Parts)
      append_range(Stores, P.Stores);
    // What is computed before the loop stays before all of them.
    BasicBlock *Before = L.getLoopPreheader();
    BasicBlock *Old =
        SplitBlock(Before, Before->getTerminator(), &Tree, &Loops);
    BasicBlock *End =
        SplitEdge(L.getLoopLatch(), L.getExitBlock(), &Tree, &Loops);
    // What is known behind the loop was before it: it may not be entered.
    for (PHINode &Phi : make_early_inc_range(End->phis())) {
      Phi.replaceAllUsesWith(Phi.getIncomingValueForBlock(L.getLoopLatch()));
      Phi.eraseFromParent();
    }
    SmallVector<std::unique_ptr<ValueToValueMapTy>> Maps(Parts.size());
    SmallVector<BasicBlock *> Entries(Parts.size(), Old);
    BasicBlock *Next = Old;
    for (unsigned N = Parts.size() - 1; N-- != 0;) {
      Maps[N] = std::make_unique<ValueToValueMapTy>();
      SmallVector<BasicBlock *> Blocks;
      Loop *Copy = cloneLoopWithPreheader(Next, Before, &L, *Maps[N], ".part",
                                          &Loops, &Tree, Blocks);
      (*Maps[N])[End] = Next;
      remapInstructionsInBlocks(Blocks, *Maps[N]);
      Entries[N] = Next = Copy->getLoopPreheader();
    }
    Before->getTerminator()->replaceUsesOfWith(Old, Next);
    for (auto [N, P] : enumerate(Parts))
      for (Instruction *Store : Stores)
        if (!is_contained(P.Stores, Store) && Maps[N])
          cast<Instruction>(Maps[N]->lookup(Store))->eraseFromParent();
    for (auto [N, P] : enumerate(Parts))
      guard(P, *Entries[N], N + 1 == Parts.size() ? *End : *Entries[N + 1],
            Maps[N].get());
    for (Instruction *Store : Stores)
      if (!is_contained(Parts.back().Stores, Store))
        Store->eraseFromParent();
  }

private:
  /// Enters the loop of \p P, behind \p Entry, only where its guards hold that
  /// are the same for all work-items; \p Next is behind it.
  void guard(const Part &P, BasicBlock &Entry, BasicBlock &Next,
             const ValueToValueMapTy *Map) {
    IRBuilder<> Builder(Entry.getTerminator());
    Value *All = nullptr;
    for (const Control &C : P.Controls) {
      Value *Condition = C.Branch->getCondition();
      if (!L.isLoopInvariant(Condition))
        continue;
      Value *Own = Builder.CreateFreeze(Condition);
      if (C.Way == 1)
        Own = Builder.CreateNot(Own);
      All = All ? Builder.CreateAnd(All, Own) : Own;
      auto *Branch = Map ? cast<BranchInst>(Map->lookup(C.Branch)) : C.Branch;
      Branch->setCondition(Builder.getInt1(C.Way == 0));
    }
    if (!All)
      return;
    BasicBlock *First = Entry.getSingleSuccessor();
    Builder.CreateCondBr(All, First, &Next);
    Entry.getTerminator()->eraseFromParent();
  }

  Loop &L;
  LoopInfo &Loops;
  DominatorTree &Tree;
  SmallVector<Instruction *> Stores;
};

} // namespace

PreservedAnalyses ItemGuards::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  SmallVector<std::pair<Loop *, SmallVector<Part>>> Plans;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    PartFinder Finder(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F),
                      Analyses.getResult<DominatorTreeAnalysis>(F),
                      Analyses.getResult<PostDominatorTreeAnalysis>(F),
                      Analyses.getResult<AAManager>(F));
    if (SmallVector<Part> Parts = Finder.find(); Parts.size() > 1)
      Plans.push_back({L, std::move(Parts)});
  }
  if (Plans.empty())
    return PreservedAnalyses::all();
  auto &Tree = Analyses.getResult<DominatorTreeAnalysis>(F);
  for (auto &[L, Parts] : Plans)
    LoopDivider(*L, Loops, Tree).divide(Parts);
  cleanUpLoops(F, Analyses);
  return PreservedAnalyses::none();
}

} // namespace facet
