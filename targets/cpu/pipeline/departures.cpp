//===- departures.cpp - Work-items that return before a barrier -----------===//
//
// See departures.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/departures.h"

#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/loops.h"
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

/// After each one all analyses are made again.
constexpr unsigned MaximumDepartures = 8;

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

/// Branches on which work-items disagree, and which decide whether they come to
/// \p Barriers; not in loops.
SmallVector<BasicBlock *> decidingBranches(Function &F,
                                           ArrayRef<BasicBlock *> Barriers) {
  DominatorTree Dominators(F);
  PostDominatorTree PostDominators(F);
  LoopInfo Loops(Dominators);
  CpuUniformity Analysis(F, uniformityInKernel(F));
  SmallVector<BasicBlock *> Result;
  for (BasicBlock *Branch : ControlDependence(F, PostDominators).allOf(Barriers))
    if (isa<BranchInst>(Branch->getTerminator()) && !Loops.getLoopFor(Branch) &&
        Analysis.uniformity().hasDivergentTerminator(*Branch))
      Result.push_back(Branch);
  return Result;
}

/// A way from a branch to the end that meets nobody.
class WayOut {
public:
  WayOut(BasicBlock &Branch, unsigned Side, BasicBlock &End,
         const SmallPtrSetImpl<BasicBlock *> &Barriers,
         const DominatorTree &Dominators)
      : Branch(Branch), Side(Side), End(End) {
    BasicBlock *First = Branch.getTerminator()->getSuccessor(Side);
    if (First == &End) {
      IsPossible = true;
      return;
    }
    const auto Between = blocksBetween(*First, End);
    IsPossible = all_of(Between, [&](BasicBlock *Block) {
      return !Barriers.contains(Block) &&
             Dominators.dominates(BasicBlockEdge(&Branch, First), Block);
    });
    Blocks.append(Between.begin(), Between.end());
  }

  bool isPossible() const { return IsPossible; }

  void close() {
    auto *Decision = cast<BranchInst>(Branch.getTerminator());
    BasicBlock *Rest = Decision->getSuccessor(!Side);
    auto *Together = BasicBlock::Create(Branch.getContext(), "departed",
                                        Branch.getParent(), Rest);
    IRBuilder<> Builder(Decision);
    Value *Gone = Decision->getCondition();
    if (Side != 0)
      Gone = Builder.CreateNot(Gone, "gone");
    if (Blocks.empty()) {
      Builder.CreateBr(Together);
      Decision->eraseFromParent();
    } else {
      Decision->setSuccessor(!Side, Together);
      for (BasicBlock *Block : Blocks)
        Block->getTerminator()->replaceSuccessorWith(&End, Together);
    }
    // The rest has an entry of its own.
    auto *Entry = BasicBlock::Create(Branch.getContext(), "rest",
                                     Branch.getParent(), Rest);
    BranchInst::Create(Rest, Entry);
    Rest->replacePhiUsesWith(&Branch, Entry);
    Builder.SetInsertPoint(Together);
    Builder.CreateCondBr(createAgreement(Builder, Agreement::Departed, Gone),
                         &End, Entry);
  }

private:
  BasicBlock &Branch;
  const unsigned Side;
  BasicBlock &End;
  SmallVector<BasicBlock *> Blocks;
  bool IsPossible = false;
};

/// Changes the first branch that can be changed; false if there is none.
bool departOnce(Function &F, ArrayRef<BasicBlock *> Barriers) {
  const SmallVector<BasicBlock *> Branches = decidingBranches(F, Barriers);
  if (Branches.empty())
    return false;
  BasicBlock &End = endOf(F);
  const DominatorTree Dominators(F);
  const SmallPtrSet<BasicBlock *, 16> Meetings(Barriers.begin(),
                                               Barriers.end());
  for (BasicBlock *Branch : Branches)
    for (unsigned Side : {0, 1}) {
      WayOut Out(*Branch, Side, End, Meetings, Dominators);
      if (!Out.isPossible())
        continue;
      Out.close();
      return true;
    }
  return false;
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
  for (unsigned I = 0; I != MaximumDepartures; ++I)
    if (!departOnce(F, Blocks))
      return;
}

Departure departureAt(const BasicBlock &Block) {
  CallInst *All = agreementAt(Block);
  if (!All || !isAgreement(*All, Agreement::Departed))
    return {};
  return {All->getArgOperand(0), Block.getTerminator()->getSuccessor(1)};
}

} // namespace facet
