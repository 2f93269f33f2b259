//===- regions.cpp - Where a kernel's body can be cut ---------------------===//
//
// See regions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/regions.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/convergence.h"
#include "targets/cpu/pipeline/departures.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loop_cutting.h"
#include "targets/cpu/pipeline/region_tails.h"
#include "targets/cpu/pipeline/same_values.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"

using namespace llvm;

namespace facet {
namespace {

/// Each region is three loops that LLVM must look at: with more, compiling
/// takes minutes, and a coroutine is what is left.
constexpr unsigned MaximumRegions = 64;

/// False if work-items only meet in \p Region: there will be no loop.
bool hasLoops(const CpuRegion &Region) {
  return any_of(Region.Blocks, [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      return !I.isTerminator() && !scopeOfBarrier(I) && !isPermutation(I);
    });
  });
}

/// Each is followed by another attempt.
constexpr unsigned MaximumTails = 8;

//===-- The plan ----------------------------------------------------------===//

/// Leaves each barrier alone in a block, and one return.
SmallVector<BasicBlock *> isolateBarriers(Function &F,
                                          ArrayRef<CallInst *> Barriers) {
  SmallVector<BasicBlock *> Blocks;
  for (CallInst *Call : Barriers) {
    if (Call->getParent()->getFirstNonPHIIt() != Call->getIterator() ||
        !Call->getParent()->phis().empty() || Call->getParent()->isEntryBlock())
      Call->getParent()->splitBasicBlock(Call, "barrier");
    Call->getParent()->splitBasicBlock(Call->getNextNode(), "behind");
    Blocks.push_back(Call->getParent());
  }
  joinReturns(F);
  return Blocks;
}

/// Regions that start at a loop then start before it, and there is a place for
/// what a loop leaves between it and one of \p Barriers. Single-entry phis, which
/// mean nothing, go. True if there are loops.
bool simplifyLoops(Function &F, ArrayRef<BasicBlock *> Barriers) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops)
    simplifyLoop(L, &Dominators, &Loops, nullptr, nullptr, nullptr,
                 /*PreserveLCSSA=*/false);
  for (BasicBlock *Barrier : Barriers)
    if (BasicBlock *Before = Barrier->getSinglePredecessor())
      if (Loop *L = Loops.getLoopFor(Before); L && !L->contains(Barrier))
        SplitEdge(Before, Barrier, &Dominators, &Loops);
  for (BasicBlock &Block : F)
    if (Block.getSinglePredecessor())
      FoldSingleEntryPHINodes(&Block);
  return !Loops.empty();
}

class Planner {
public:
  Planner(Function &F)
      : F(F), Dominators(F), PostDominators(F), Loops(Dominators),
        Analysis(F, uniformityInKernel(F)), Uniformity(Analysis.uniformity()),
        Cutting(F, Uniformity, Dominators, Loops),
        Controllers(F, PostDominators) {}

  /// The loops must not cost the barriers their regions: without a plan that
  /// cuts both there may be one without \p CutLoops.
  std::optional<CpuRegions> plan(ArrayRef<BasicBlock *> Barriers,
                                 bool CutLoops) {
    Headers.clear();
    Decisions.clear();
    Tail = nullptr;
    if (!isSupported() || !addAgreementDecisions() ||
        !addDecisionsAround(Barriers))
      return std::nullopt;
    for (BasicBlock *Barrier : Barriers) {
      Headers.insert(Barrier);
      Headers.insert(Barrier->getSingleSuccessor());
    }
    for (Loop *L : Loops.getLoopsInPreorder())
      if (CutLoops && !Headers.contains(L->getHeader()) && Cutting.pays(*L))
        // Without a plan for the loop there may still be one for the rest.
        addDecisionsAround(L->getHeader());
    if (Headers.empty() && Decisions.empty())
      return std::nullopt;
    return makeRegions();
  }

  /// Where the last plan failed, because work-items leave a region for an end
  /// that it shares with others, gives the region its own. True if that was it;
  /// all that was known of the function is wrong then.
  bool separateTail() {
    if (!Tail)
      return false;
    copyTail(*Tail, EndsOfTail);
    return true;
  }

private:
  bool isSupported() const {
    for (const Instruction &I : instructions(F)) {
      auto *Alloca = dyn_cast<AllocaInst>(&I);
      if (Alloca && !Alloca->isStaticAlloca())
        return false;
      if (I.isTerminator() &&
          !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I))
        return false;
    }
    return true;
  }

  /// Cuts at every branch that decides whether one of \p Blocks is executed,
  /// and how often. False, and nothing changed, if work-items may disagree.
  bool addDecisionsAround(ArrayRef<BasicBlock *> Blocks) {
    auto Found = Controllers.allOf(Blocks);
    if (any_of(Found, [&](BasicBlock *Branch) {
          return Uniformity.hasDivergentTerminator(*Branch);
        }))
      return false;
    for (BasicBlock *Branch : Found)
      addDecision(*Branch);
    return true;
  }

  void addDecision(BasicBlock &Branch) {
    Decisions.insert(&Branch);
    for (BasicBlock *Next : successors(&Branch))
      Headers.insert(Next);
  }

  /// all(c) is found out where a region ends.
  bool addAgreementDecisions() {
    for (BasicBlock &Block : F)
      if (agreementAt(Block)) {
        if (!addDecisionsAround(&Block))
          return false;
        addDecision(Block);
      }
    return true;
  }

  std::optional<CpuRegions> makeRegions() {
    SmallPtrSet<BasicBlock *, 32> Starts(Headers.begin(), Headers.end());
    Starts.insert(&F.getEntryBlock());
    for (BasicBlock &Block : F)
      if (isa<ReturnInst>(Block.getTerminator()))
        Starts.insert(&Block);
    ForwardIDFCalculator Frontier(Dominators);
    Frontier.setDefiningBlocks(Starts);
    SmallVector<BasicBlock *> Meetings;
    Frontier.calculate(Meetings);
    Starts.insert(Meetings.begin(), Meetings.end());

    CpuRegions Plan;
    for (auto *Node : depth_first(Dominators.getRootNode())) {
      BasicBlock *Block = Node->getBlock();
      unsigned Region = Plan.Regions.size();
      if (Starts.contains(Block))
        Plan.Regions.emplace_back();
      else
        Region = Plan.RegionOf.lookup(Node->getIDom()->getBlock());
      Plan.RegionOf[Block] = Region;
      Plan.Regions[Region].Blocks.push_back(Block);
    }
    if (count_if(Plan.Regions, hasLoops) > MaximumRegions)
      return std::nullopt;
    for (CpuRegion &Region : Plan.Regions)
      if (!findWayOn(Region, Plan)) {
        findTail(Region, Plan);
        return std::nullopt;
      }
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (Uniformity.isDivergent(&I))
          Plan.Divergent.insert(&I);
    addLeftAtDifferentTimes(Plan);
    findGone(Plan);
    findRepeated(Plan);
    findShared(Plan);
    for (Loop *L : Loops.getLoopsInPreorder())
      findLoopExits(*L, Plan);
    return Plan;
  }

  /// The outer loops come first.
  void findLoopExits(const Loop &L, CpuRegions &Plan) const {
    const unsigned R = Plan.RegionOf.lookup(L.getHeader());
    auto IsInRegion = [&](BasicBlock *Block) {
      return Plan.RegionOf.lookup(Block) == R &&
             Block != Plan.Regions[R].header();
    };
    SmallVector<BasicBlock *> Exits;
    L.getUniqueExitBlocks(Exits);
    if (Exits.empty() || !all_of(L.blocks(), IsInRegion) ||
        !all_of(Exits, IsInRegion))
      return;
    for (BasicBlock *Block : L.blocks())
      if (all_of(Exits, [&](BasicBlock *Exit) {
            return Dominators.dominates(Block, Exit);
          }))
        Plan.LoopExits.try_emplace(Block, Exits.begin(), Exits.end());
  }

  /// Says of each region whom it is not for.
  void findGone(CpuRegions &Plan) const {
    for (BasicBlock &Block : F)
      if (const Departure Here = departureAt(Block); Here.Gone)
        for (CpuRegion &Region : Plan.Regions)
          if (Dominators.dominates(Here.Rest, Region.header()))
            Region.Gone.push_back(Here.Gone);
  }

  /// Marks the regions that lie on a cycle of regions.
  static void findRepeated(CpuRegions &Plan) {
    for (unsigned R = 0; R != Plan.Regions.size(); ++R) {
      SmallVector<unsigned> Work{R};
      BitVector Seen(Plan.Regions.size());
      while (!Work.empty() && !Plan.Regions[R].IsRepeated)
        for (BasicBlock *Next : Plan.Regions[Work.pop_back_val()].Successors) {
          unsigned To = Plan.RegionOf.lookup(Next);
          Plan.Regions[R].IsRepeated |= To == R;
          if (!Seen.test(To))
            Work.push_back(To);
          Seen.set(To);
        }
    }
  }

  void findShared(CpuRegions &Plan) const {
    for (const Instruction &I : instructions(F))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I);
          Alloca && isShared(*Alloca, Plan))
        Plan.Shared.insert(Alloca);
  }

  /// True if all uses of the address are accesses in one region that find no
  /// contents of an earlier execution.
  bool isShared(const AllocaInst &Alloca, const CpuRegions &Plan) const {
    std::optional<unsigned> Only;
    SmallVector<const Instruction *> Accesses, Starts;
    SmallVector<const Instruction *> Work{&Alloca};
    SmallPtrSet<const Instruction *, 16> Seen;
    while (!Work.empty()) {
      const Instruction *I = Work.pop_back_val();
      for (const Use &U : I->uses()) {
        auto *User = cast<Instruction>(U.getUser());
        if (User->isLifetimeStartOrEnd()) {
          if (cast<IntrinsicInst>(User)->getIntrinsicID() ==
              Intrinsic::lifetime_start)
            Starts.push_back(User);
          continue;
        }
        unsigned R = regionOfUse(U, Plan);
        if (Only.value_or(R) != R)
          return false;
        Only = R;
        if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(User)) {
          if (Seen.insert(User).second)
            Work.push_back(User);
        } else if (isa<LoadInst>(User) ||
                   (isa<StoreInst>(User) &&
                    U.getOperandNo() == StoreInst::getPointerOperandIndex())) {
          Accesses.push_back(User);
        } else {
          return false; // The address may be anywhere.
        }
      }
    }
    if (!Only || !Plan.Regions[*Only].IsRepeated)
      return true;
    return all_of(Accesses, [&](const Instruction *Access) {
      return any_of(Starts, [&](const Instruction *Start) {
        return Plan.RegionOf.lookup(Start->getParent()) == *Only &&
               Dominators.dominates(Start, Access);
      });
    });
  }

  /// In a loop that work-items leave after different numbers of rounds, what is
  /// the same for all in each round is not behind it.
  void addLeftAtDifferentTimes(CpuRegions &Plan) {
    SmallVector<const Cycle *> Work;
    for (const Cycle *Top : Analysis.cycles().toplevel_cycles())
      Work.push_back(Top);
    while (!Work.empty()) {
      const Cycle *Next = Work.pop_back_val();
      for (const Cycle *Inner : Next->children())
        Work.push_back(Inner);
      SmallVector<BasicBlock *> Exiting;
      Next->getExitingBlocks(Exiting);
      if (none_of(Exiting, [&](BasicBlock *Block) {
            return Uniformity.hasDivergentTerminator(*Block);
          }))
        continue;
      for (BasicBlock *Block : Next->blocks())
        for (Instruction &I : *Block)
          Plan.Divergent.insert(&I);
    }
  }

  /// False if work-items may leave the region for different places.
  bool findWayOn(CpuRegion &Region, const CpuRegions &Plan) {
    SmallSetVector<BasicBlock *, 4> Targets, Leaving;
    for (BasicBlock *Block : Region.Blocks)
      for (BasicBlock *Next : successors(Block))
        // A header is entered from outside only, or by going round.
        if (Plan.RegionOf.lookup(Next) != Plan.RegionOf.lookup(Block) ||
            Next == Region.header()) {
          Targets.insert(Next);
          Leaving.insert(Block);
        }
    Region.Successors.assign(Targets.begin(), Targets.end());
    if (Targets.size() <= 1)
      return true;
    if (Leaving.size() != 1 ||
        Uniformity.hasDivergentTerminator(*Leaving.front()))
      return false;
    Region.Decision = Leaving.front();
    // Every path out is through it.
    return all_of(successors(Region.Decision),
                  [&](BasicBlock *Next) { return Targets.contains(Next); });
  }

  /// Finds, among the ways on of \p Region, a block that is only the first of
  /// another region because paths meet there.
  void findTail(const CpuRegion &Region, const CpuRegions &Plan) {
    for (BasicBlock *Next : Region.Successors) {
      if (Headers.contains(Next) || Loops.isLoopHeader(Next) ||
          !canCopyTail(*Next))
        continue;
      EndsOfTail.clear();
      const unsigned R = Plan.RegionOf.lookup(Region.header());
      unsigned Others = 0;
      for (BasicBlock *Block : SmallSetVector<BasicBlock *, 4>(
               pred_begin(Next), pred_end(Next)))
        if (Plan.RegionOf.lookup(Block) == R)
          EndsOfTail.push_back(Block);
        else
          ++Others;
      if (Others == 0)
        continue;
      Tail = Next;
      return;
    }
  }

  Function &F;
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;
  CpuUniformity Analysis;
  UniformityInfo &Uniformity;
  LoopCutting Cutting;
  ControlDependence Controllers;
  SmallPtrSet<BasicBlock *, 16> Headers;
  SmallPtrSet<BasicBlock *, 16> Decisions;
  /// See separateTail().
  BasicBlock *Tail = nullptr;
  SmallVector<BasicBlock *> EndsOfTail;
};

/// A plan that cuts loops, too; none is made if it would not cut the barriers.
std::optional<CpuRegions> planWithTails(Function &F,
                                        ArrayRef<BasicBlock *> Barriers) {
  for (unsigned Tails = 0;; ++Tails) {
    Planner Next(F);
    std::optional<CpuRegions> Plan = Next.plan(Barriers, /*CutLoops=*/true);
    if (!Plan && !Barriers.empty())
      Plan = Next.plan(Barriers, /*CutLoops=*/false);
    if (Plan || Barriers.empty() || Tails == MaximumTails ||
        !Next.separateTail())
      return Plan;
  }
}

} // namespace

unsigned regionOfUse(const Use &U, const CpuRegions &Plan) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Plan.RegionOf.lookup(Phi ? Phi->getIncomingBlock(U)
                                  : User->getParent());
}

bool canBeRecomputed(const Instruction &I) {
  if (isa<PHINode, AllocaInst>(I) || I.isTerminator())
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->hasMetadata(LLVMContext::MD_invariant_load);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    return Callee && needsWorkItem(*Callee) && Call->doesNotAccessMemory() &&
           Callee->getName() != builtin::PointsInto;
  }
  return isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(I) ||
         (isa<BinaryOperator>(I) && isSafeToSpeculativelyExecute(&I));
}

std::optional<CpuRegions> planCpuRegions(Function &F,
                                         ArrayRef<CallInst *> WorkGroup,
                                         ArrayRef<CallInst *> SubGroup) {
  departTogether(F, WorkGroup);
  SmallVector<BasicBlock *> Blocks = isolateBarriers(F, WorkGroup);
  decideTogether(F, WorkGroup, SubGroup);
  append_range(Blocks, isolateBarriers(F, SubGroup));
  joinSameValues(F);
  if (simplifyLoops(F, Blocks)) {
    narrowCounters(F);
    const bool HasVersions = addAgreements(F);
    separateRounds(F);
    if (HasVersions) {
      if (std::optional<CpuRegions> Plan =
              Planner(F).plan(Blocks, /*CutLoops=*/true))
        return Plan;
      dropVersions(F);
    }
  }
  std::optional<CpuRegions> Plan = planWithTails(F, Blocks);
  if (!Plan)
    decideAlone(F);
  return Plan;
}

} // namespace facet
