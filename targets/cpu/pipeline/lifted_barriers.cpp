//===- lifted_barriers.cpp - Barriers that only some sub-groups come to ---===//
//
// See lifted_barriers.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/lifted_barriers.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/counted_loops.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// After each one all analyses are made again; kernels with so many barriers
/// are coroutines anyway (regions.cpp).
constexpr unsigned MaximumLifts = 100;

/// Rounds of a loop around barriers that are unrolled, and instructions of all
/// of them: the steps of a reduction of a sub-group.
constexpr unsigned MaximumRounds = 16;
constexpr uint64_t MaximumUnrolledSize = 2048;

/// Places at which work-items meet in all rounds: each is more than one region,
/// of which a kernel may not have too many (regions.cpp).
constexpr uint64_t MaximumMeetings = 20;

bool meetsInSubGroup(const Instruction &I) {
  return scopeOfBarrier(I) == ScopeSubGroup;
}

template <typename Predicate> bool anyIn(const Loop &L, Predicate IsOne) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, IsOne);
  });
}

unsigned roundsOf(const Loop &L, ScalarEvolution &Evolution) {
  return Evolution.getSmallConstantTripCount(&L);
}

/// How often work-items meet in a round of \p L whose own loops are unrolled.
template <typename Predicate>
uint64_t countMeetings(const Loop &L, ScalarEvolution &Evolution,
                       const LoopInfo &Loops, Predicate Meets) {
  uint64_t Result = 0;
  for (BasicBlock *Block : L.blocks()) {
    uint64_t Times = 1;
    for (Loop *Inner = Loops.getLoopFor(Block); Inner != &L;
         Inner = Inner->getParentLoop())
      Times *= std::max(1u, std::min(roundsOf(*Inner, Evolution),
                                     MaximumRounds));
    Result += Times * count_if(*Block, Meets);
  }
  return Result;
}

/// Leaves the barrier alone in a block with one successor.
void isolate(CallInst &Barrier) {
  BasicBlock *Block = Barrier.getParent();
  if (&Block->front() != &Barrier || Block->isEntryBlock())
    Block = Block->splitBasicBlock(&Barrier, "meet");
  Block->splitBasicBlock(Barrier.getNextNode(), "met");
}

/// A barrier's block and a branch that decides about it.
class Lift {
public:
  Lift(BasicBlock &Branch, BasicBlock &Meeting, const DominatorTree &Dominators,
       const PostDominatorTree &PostDominators)
      : Branch(Branch), Meeting(Meeting) {
    auto *Decision = dyn_cast<BranchInst>(Branch.getTerminator());
    if (!Decision || !Dominators.dominates(&Branch, &Meeting))
      return;
    Side = !PostDominators.dominates(&Meeting, Decision->getSuccessor(0));
    IsPossible =
        PostDominators.dominates(&Meeting, Decision->getSuccessor(Side)) &&
        !PostDominators.dominates(&Meeting, Decision->getSuccessor(!Side)) &&
        findBefore(Dominators);
  }

  bool isPossible() const { return IsPossible; }

  void run() {
    passValuesOn();
    auto *Decision = cast<BranchInst>(Branch.getTerminator());
    BasicBlock *Other = Decision->getSuccessor(!Side);
    Other->replacePhiUsesWith(&Branch, &Meeting);
    BasicBlock *Paths[] = {Meeting.getSingleSuccessor(), Other};
    Meeting.getTerminator()->eraseFromParent();
    BranchInst::Create(Paths[Side], Paths[!Side], Decision->getCondition(),
                       &Meeting);
    if (Decision->getSuccessor(Side) != &Meeting) {
      Decision->setSuccessor(!Side, &Meeting);
      return;
    }
    BranchInst::Create(&Meeting, &Branch);
    Decision->eraseFromParent();
  }

private:
  /// The blocks between the branch and the barrier. False if the path back from
  /// the barrier does not end at the branch: there is a loop around it.
  bool findBefore(const DominatorTree &Dominators) {
    SmallVector<BasicBlock *> Work(predecessors(&Meeting));
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (Block == &Branch)
        continue;
      if (Block == &Meeting || !Dominators.dominates(&Branch, Block))
        return false;
      if (Before.insert(Block))
        append_range(Work, predecessors(Block));
    }
    return true;
  }

  bool isBefore(const Use &U) const {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    return Before.contains(Phi ? Phi->getIncomingBlock(U) : User->getParent());
  }

  /// What is computed before the barrier and used behind it comes by a phi.
  void passValuesOn() {
    const SmallVector<BasicBlock *> Ends(predecessors(&Meeting));
    for (BasicBlock *Block : Before)
      for (Instruction &I : *Block) {
        SmallVector<Use *> Behind;
        for (Use &U : I.uses())
          if (!isBefore(U))
            Behind.push_back(&U);
        if (!Behind.empty())
          meetBehind(I, Behind, Meeting, Ends, {&Branch});
      }
  }

  BasicBlock &Branch, &Meeting;
  SmallSetVector<BasicBlock *, 16> Before;
  /// Which successor of the branch leads to the barrier.
  unsigned Side = 0;
  bool IsPossible = false;
};

/// Lifts the first of \p Barriers, each alone in its block, that can be lifted
/// over a branch. False if there is none.
bool liftOnce(Function &F, ArrayRef<CallInst *> Barriers) {
  DominatorTree Dominators(F);
  PostDominatorTree PostDominators(F);
  CpuUniformity Analysis(F, uniformityInKernel(F));
  const ControlDependence Controllers(F, PostDominators);
  for (CallInst *Barrier : Barriers)
    for (BasicBlock *Branch : Controllers.of(Barrier->getParent())) {
      if (!Analysis.uniformity().hasDivergentTerminator(*Branch))
        continue;
      Lift Step(*Branch, *Barrier->getParent(), Dominators, PostDominators);
      if (!Step.isPossible())
        continue;
      Step.run();
      isolate(*Barrier);
      return true;
    }
  return false;
}

} // namespace

bool requestUnrollingAroundBarriers(Function &F) {
  // What work-items of a tile exchange changes places in registers, if each step
  // is code of its own.
  const bool IsTile = F.hasFnAttribute(TileAttribute);
  const bool AreLoweredTogether =
      IsTile || F.hasFnAttribute(WholeSubGroupsAttribute);
  auto Meets = [&](const Instruction &I) {
    const Instruction *Before = I.getPrevNode();
    return meetsInSubGroup(I) && !(AreLoweredTogether && isShuffle(I) &&
                                   Before && isShuffle(*Before));
  };
  if (none_of(instructions(F), Meets))
    return false;
  // Places of shuffles become constants.
  const bool HasWholeSubGroups =
      F.hasFnAttribute(WholeSubGroupsAttribute) ||
      none_of(instructions(F), [](const Instruction &I) {
        return scopeOfBarrier(I) == ScopeWorkGroup; // May have tiles.
      });
  PostDominatorTree PostDominators(F);
  CpuUniformity Analysis(F, uniformityInKernel(F));
  const ControlDependence Controllers(F, PostDominators);
  CountedLoops Counted(F);
  bool Any = false;
  for (Loop *L : Counted.Loops.getLoopsInPreorder()) {
    uint64_t Size = 0;
    for (BasicBlock *Block : L->blocks())
      Size += Block->size();
    const unsigned Rounds = roundsOf(*L, Counted.Evolution);
    if (!anyIn(*L, Meets) || Rounds == 0 || Rounds > MaximumRounds ||
        Rounds * Size > MaximumUnrolledSize ||
        Rounds * countMeetings(*L, Counted.Evolution, Counted.Loops, Meets) >
            MaximumMeetings ||
        (!HasWholeSubGroups &&
         none_of(Controllers.allOf({L->getHeader()}), [&](BasicBlock *Block) {
          return !L->contains(Block) &&
                 Analysis.uniformity().hasDivergentTerminator(*Block);
        })))
      continue;
    addStringMetadataToLoop(L, "llvm.loop.unroll.full", /*V=*/1);
    Any = true;
  }
  return Any;
}

unsigned countLoopsAroundBarriers(Function &F) {
  if (none_of(instructions(F), meetsInSubGroup))
    return 0;
  CountedLoops Counted(F);
  unsigned Result = 0;
  for (Loop *L : Counted.Loops.getLoopsInPreorder())
    Result += anyIn(*L, meetsInSubGroup) && Counted.Evolution.getSmallConstantTripCount(L);
  return Result;
}

void liftBarriers(Function &F, ArrayRef<CallInst *> Barriers) {
  for (CallInst *Barrier : Barriers)
    isolate(*Barrier);
  unsigned Lifts = 0;
  while (Lifts != MaximumLifts && liftOnce(F, Barriers))
    ++Lifts;
}

} // namespace facet
