//===- barrier_intervals.cpp - What barriers are between ------------------===//
//
// See barrier_intervals.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/barrier_intervals.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {

std::optional<uint64_t> scopeOfBarrier(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  if (Callee->getName() == builtin::SubGroupShuffle)
    return ScopeSubGroup;
  if (isGroupCombination(*Callee))
    return ScopeWorkGroup;
  if (Callee->getName() != builtin::ControlBarrier)
    return std::nullopt;
  auto *Number = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  const uint64_t Scope = Number ? Number->getZExtValue() : ScopeWorkGroup;
  if (Scope > ScopeSubGroup)
    return std::nullopt;
  return std::max<uint64_t>(Scope, ScopeWorkGroup);
}

bool barriersAreUniform(Function &Kernel) {
  SmallSetVector<BasicBlock *, 8> Blocks;
  for (Instruction &I : instructions(Kernel))
    if (scopeOfBarrier(I))
      Blocks.insert(I.getParent());
  if (Blocks.empty())
    return true;
  CpuUniformity Uniformity(Kernel, uniformityInKernel(Kernel));
  const PostDominatorTree PostDominators(Kernel);
  const ControlDependence Controllers(Kernel, PostDominators);
  return none_of(Controllers.allOf(Blocks.getArrayRef()),
                 [&](BasicBlock *Branch) {
                   return Uniformity.uniformity().hasDivergentTerminator(*Branch);
                 });
}

BarrierIntervals::BarrierIntervals(Function &Kernel) {
  for (Instruction &I : instructions(Kernel))
    if (scopeOfBarrier(I) == ScopeWorkGroup)
      Barriers.insert(&I);
}

bool BarrierIntervals::meet(Instruction &First, Instruction &Second) const {
  return &First == &Second || reaches(First, Second, nullptr) ||
         reaches(Second, First, nullptr);
}

bool BarrierIntervals::meetAcross(Instruction &First, Instruction &Second,
                                  const Loop &L) const {
  return reaches(First, Second, &L) || reaches(Second, First, &L);
}

bool BarrierIntervals::separate(const Instruction &First,
                                const Instruction &Second,
                                const DominatorTree &Dominators) const {
  return any_of(Barriers, [&](const Instruction *Barrier) {
    return Dominators.dominates(&First, Barrier) &&
           Dominators.dominates(Barrier, &Second);
  });
}

bool BarrierIntervals::reaches(Instruction &From, Instruction &To,
                               const Loop *Across) const {
  // Blocks that are entered, each with whether the loop has begun anew.
  using Place = std::pair<BasicBlock *, unsigned>;
  DenseSet<Place> Known;
  SmallVector<Place> Work;
  const auto Leave = [&](BasicBlock *Block, unsigned Crossed) {
    for (BasicBlock *Next : successors(Block)) {
      const unsigned Anew = Crossed || (Across && Next == Across->getHeader() &&
                                        Across->contains(Block));
      if (Known.insert({Next, Anew}).second)
        Work.push_back({Next, Anew});
    }
  };
  // True if the path ends in the block.
  const auto Ends = [&](BasicBlock::iterator At, BasicBlock::iterator End,
                        bool Crossed, bool &Found) {
    for (; At != End; ++At) {
      if (&*At == &To && (Crossed || !Across))
        return Found = true;
      if (Barriers.contains(&*At))
        return true;
    }
    return false;
  };
  bool Found = false;
  if (!Ends(std::next(From.getIterator()), From.getParent()->end(), false,
            Found))
    Leave(From.getParent(), false);
  while (!Found && !Work.empty()) {
    const auto [Block, Crossed] = Work.pop_back_val();
    if (!Ends(Block->begin(), Block->end(), Crossed, Found))
      Leave(Block, Crossed);
  }
  return Found;
}

} // namespace facet
