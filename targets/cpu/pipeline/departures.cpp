//===- departures.cpp - Work-items that return before a barrier -----------===//
//
// See departures.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/departures.h"

#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/region_tails.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// Steps; after each one all analyses are made again.
constexpr unsigned MaximumDepartures = 16;

/// The block in which all paths of \p F, which returns, end, and which does
/// nothing else.
BasicBlock &endOf(Function &F) {
  joinReturns(F);
  for (BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      return &Block.front() == Return
                 ? Block
                 : *Block.splitBasicBlock(Return->getIterator(), "end");
  llvm_unreachable("the caller has looked for it");
}

/// A place at which work-items meet behind the branches by which some return.
class Departing {
public:
  Departing(Function &F, ArrayRef<BasicBlock *> Barriers)
      : F(F), Barriers(Barriers.begin(), Barriers.end()), Dominators(F),
        PostDominators(F), Loops(Dominators), Controllers(F, PostDominators),
        Analysis(F, uniformityInKernel(F)) {}

  /// Finds the first such place; false if there is none. \p End: see endOf().
  bool find(BasicBlock &End) {
    this->End = &End;
    for (BasicBlock *Branch : Controllers.allOf(Barriers.getArrayRef())) {
      if (isDisagreement(*Branch) && findAround(*Branch))
        return true;
      if (Shared)
        return false;
    }
    return false;
  }

  /// True if work-items disagree on whether they come to the barriers.
  bool isNeeded() {
    return any_of(Controllers.allOf(Barriers.getArrayRef()),
                  [&](BasicBlock *Branch) { return isDisagreement(*Branch); });
  }

  /// Where no place was found because those that return and those that do not
  /// have an end in common, gives each their own. True if that was it.
  bool separateEnds() {
    if (!Shared || Loops.isLoopHeader(Shared) || !canCopyTail(*Shared))
      return false;
    SmallSetVector<BasicBlock *, 4> Own;
    for (BasicBlock *Block : predecessors(Shared))
      if (Dominators.dominates(Rest, Block))
        Own.insert(Block);
    if (Own.empty())
      return false;
    copyTail(*Shared, Own.getArrayRef());
    return true;
  }

  /// Lets all work-items come to the place that has been found.
  void run() {
    Meeting = BasicBlock::Create(F.getContext(), "departed", &F, Rest);
    Gone = PHINode::Create(Type::getInt1Ty(F.getContext()), Before.size(),
                           "gone", Meeting);
    auto *Entry = BasicBlock::Create(F.getContext(), "rest", &F, Rest);
    SmallVector<PHINode *> Own;
    for (PHINode &Phi : Rest->phis())
      Own.push_back(PHINode::Create(Phi.getType(), Before.size(),
                                    Phi.getName() + ".met", Meeting));
    for (BasicBlock *Block : Before)
      redirect(*Block, Own);
    for (auto [Phi, Met] : zip(Rest->phis(), Own)) {
      for (BasicBlock *Block : Before)
        while (Phi.getBasicBlockIndex(Block) >= 0)
          Phi.removeIncomingValue(Block, /*DeletePHIIfEmpty=*/false);
      Phi.addIncoming(Met, Entry);
    }
    IRBuilder<> Builder(Meeting);
    Builder.CreateCondBr(createAgreement(Builder, Agreement::Departed, Gone),
                         End, Entry);
    Builder.SetInsertPoint(Entry);
    Builder.CreateBr(Rest);
    passValuesOn();
  }

private:
  bool isDisagreement(BasicBlock &Branch) {
    return !Loops.getLoopFor(&Branch) &&
           Analysis.uniformity().hasDivergentTerminator(Branch);
  }

  BasicBlock *dominatorOf(BasicBlock &Block) const {
    return Dominators.getNode(&Block)->getIDom()->getBlock();
  }

  /// Between the last block before \p Branch that all come through, or itself,
  /// and the barriers behind it there may be one that leads to nothing else.
  bool findAround(BasicBlock &Branch) {
    Rest = nullptr;
    for (BasicBlock *Barrier : Barriers)
      if (Controllers.allOf(Barrier).contains(&Branch))
        Rest = Rest ? Dominators.findNearestCommonDominator(Rest, Barrier)
                    : Barrier;
    if (!Rest || Dominators.dominates(Rest, &Branch))
      return false;
    BasicBlock *First = dominatorOf(*Rest);
    while (!Dominators.dominates(First, &Branch)) {
      Rest = First;
      First = dominatorOf(*Rest);
    }
    if (Loops.getLoopFor(First))
      return false;
    for (BasicBlock *Block : blocksBetween(*Rest, *End))
      if (!Dominators.dominates(Rest, Block)) {
        Shared = Block;
        return false;
      }
    Before.clear();
    SmallVector<BasicBlock *> Work{First};
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (Block == Rest || Block == End || !Before.insert(Block))
        continue;
      if (!Dominators.dominates(First, Block) ||
          (Barriers.contains(Block) && Block != First))
        return false;
      append_range(Work, successors(Block));
    }
    return Before.contains(&Branch) && any_of(Before, [&](BasicBlock *Block) {
             return is_contained(successors(Block), End);
           });
  }

  /// Leads \p Block to the meeting instead of the rest and the end.
  void redirect(BasicBlock &Block, ArrayRef<PHINode *> Own) {
    Instruction *Exit = Block.getTerminator();
    const bool Stays = is_contained(successors(&Block), Rest);
    const bool Leaves = is_contained(successors(&Block), End);
    auto *Branch = dyn_cast<BranchInst>(Exit);
    if (Stays && Leaves && Branch) {
      IRBuilder<> Builder(Branch);
      Value *IsGone = Branch->getCondition();
      if (Branch->getSuccessor(0) != End)
        IsGone = Builder.CreateNot(IsGone);
      meet(Block, IsGone, &Block, Own);
      Builder.CreateBr(Meeting);
      Branch->eraseFromParent();
      return;
    }
    auto *Bool = Gone->getType();
    if (Stays)
      for (unsigned I = 0; I != Exit->getNumSuccessors(); ++I)
        if (Exit->getSuccessor(I) == Rest)
          meet(Block, ConstantInt::getFalse(Bool), &Block, Own);
    Exit->replaceSuccessorWith(Rest, Meeting);
    if (!Leaves)
      return;
    auto *Leaving = BasicBlock::Create(F.getContext(), "leaves", &F, Meeting);
    BranchInst::Create(Meeting, Leaving);
    Exit->replaceSuccessorWith(End, Leaving);
    meet(*Leaving, ConstantInt::getTrue(Bool), nullptr, Own);
  }

  /// Says what comes from \p From: the rest's phis have values for \p Known, or
  /// nobody wants them.
  void meet(BasicBlock &From, Value *IsGone, BasicBlock *Known,
            ArrayRef<PHINode *> Own) {
    Gone->addIncoming(IsGone, &From);
    for (auto [Phi, Met] : zip(Rest->phis(), Own))
      Met->addIncoming(Known ? Phi.getIncomingValueForBlock(Known)
                             : Constant::getNullValue(Phi.getType()),
                       &From);
  }

  /// What was computed on all ways to the rest is not on those of work-items
  /// that have gone.
  void passValuesOn() {
    const DominatorTree Now(F);
    for (BasicBlock *Block : Before) {
      if (Now.dominates(Block, Meeting))
        continue;
      SmallVector<BasicBlock *> With, Without;
      for (BasicBlock *From : predecessors(Meeting))
        (Now.dominates(Block, From) ? With : Without).push_back(From);
      for (Instruction &I : *Block) {
        SmallVector<Use *> Behind;
        for (Use &U : I.uses()) {
          auto *User = cast<Instruction>(U.getUser());
          auto *Phi = dyn_cast<PHINode>(User);
          BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : User->getParent();
          if (Now.dominates(Meeting, At))
            Behind.push_back(&U);
        }
        if (!Behind.empty())
          meetBehind(I, Behind, *Meeting, With, Without);
      }
    }
  }

  Function &F;
  const SmallSetVector<BasicBlock *, 16> Barriers;
  const DominatorTree Dominators;
  const PostDominatorTree PostDominators;
  LoopInfo Loops;
  const ControlDependence Controllers;
  CpuUniformity Analysis;
  BasicBlock *End = nullptr;
  /// Where those go on that stay, and all blocks from which they come there.
  BasicBlock *Rest = nullptr;
  SmallSetVector<BasicBlock *, 16> Before;
  /// Another block to which the rest goes on, and others.
  BasicBlock *Shared = nullptr;
  BasicBlock *Meeting = nullptr;
  PHINode *Gone = nullptr;
};

/// \p End: see endOf().
bool departOnce(Function &F, ArrayRef<BasicBlock *> Barriers,
                BasicBlock &End) {
  Departing Place(F, Barriers);
  if (!Place.find(End))
    return Place.separateEnds();
  Place.run();
  return true;
}

} // namespace

void joinReturns(Function &F) {
  SmallVector<BasicBlock *> Returns;
  for (BasicBlock &Block : F)
    if (isa<ReturnInst>(Block.getTerminator()))
      Returns.push_back(&Block);
  if (Returns.size() > 1) {
    auto *End = BasicBlock::Create(F.getContext(), "end", &F);
    ReturnInst::Create(F.getContext(), End);
    for (BasicBlock *Block : Returns) {
      Block->getTerminator()->eraseFromParent();
      BranchInst::Create(End, Block);
    }
  }
}

void departTogether(Function &F, ArrayRef<CallInst *> Barriers) {
  if (Barriers.empty() || none_of(F, [](const BasicBlock &Block) {
        return isa<ReturnInst>(Block.getTerminator());
      }))
    return;
  SmallVector<BasicBlock *> Blocks;
  for (CallInst *Barrier : Barriers)
    Blocks.push_back(Barrier->getParent());
  if (!Departing(F, Blocks).isNeeded())
    return;
  BasicBlock &End = endOf(F);
  for (unsigned I = 0; I != MaximumDepartures; ++I)
    if (!departOnce(F, Blocks, End))
      return;
}

Departure departureAt(const BasicBlock &Block) {
  CallInst *All = agreementAt(Block);
  if (!All || !isAgreement(*All, Agreement::Departed))
    return {};
  return {All->getArgOperand(0), Block.getTerminator()->getSuccessor(1)};
}

} // namespace facet
