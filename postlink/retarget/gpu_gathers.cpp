//===- gpu_gathers.cpp - The order of loads by loaded indices -------------===//
//
// See gpu_gathers.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_gathers.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// Fewer are no gather: a pointer in a structure is not.
constexpr unsigned FewestIndices = 2, FewestLoads = 4;
/// What all work-items of a processor access, as LLVM numbers it for NVPTX.
constexpr unsigned GenericSpace = 0, GlobalSpace = 1;

/// True for a load that takes as long as memory does.
bool isLoad(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && (Load->getPointerAddressSpace() == GlobalSpace ||
                  Load->getPointerAddressSpace() == GenericSpace);
}

/// True if nothing moves across \p I.
bool isBoundary(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isSimple();
  const auto *Call = dyn_cast<CallBase>(&I);
  return isa<PHINode>(I) || I.isTerminator() || I.mayWriteToMemory() ||
         (Call && Call->isConvergent()) ||
         !isGuaranteedToTransferExecutionToSuccessor(&I);
}

/// Instructions of a block between two boundaries, which may be in any order
/// that has operands before their users.
class Segment {
public:
  explicit Segment(ArrayRef<Instruction *> Instructions)
      : Instructions(Instructions) {
    for (auto [Number, I] : enumerate(Instructions))
      Facts.try_emplace(I).first->second.Number = Number;
    findLoads();
  }

  bool isGather() const {
    return Indices >= FewestIndices && Dependent >= FewestLoads;
  }

  /// Before \p End, which follows the segment.
  void reorder(Instruction *End) {
    for (unsigned Depth = 0; Depth <= Deepest; ++Depth)
      for (Instruction *I : Instructions)
        if (Fact &Of = Facts[I]; isLoad(*I) && Of.IsIndex && Of.Depth == Depth)
          place(I, End);
    for (Instruction *I : Instructions)
      if (!isLoad(*I) && Facts[I].Depth > 0)
        place(I, End);
    for (Instruction *I : Instructions)
      place(I, End);
  }

private:
  struct Fact {
    unsigned Number = 0;
    unsigned Depth = 0;     ///< how many loads come before it
    bool IsIndex = false;   ///< the address of a load is made of it
    bool IsPlaced = false;
  };

  void findLoads() {
    for (Instruction *I : Instructions) {
      unsigned Depth = 0;
      for (const Use &Operand : I->operands())
        if (auto *Before = dyn_cast<Instruction>(Operand))
          if (auto Found = Facts.find(Before); Found != Facts.end())
            Depth = std::max(Depth, Found->second.Depth + isLoad(*Before));
      Facts[I].Depth = Depth;
      Deepest = std::max(Deepest, Depth);
      Dependent += isLoad(*I) && Depth > 0;
    }
    for (Instruction *I : reverse(Instructions)) {
      Facts[I].IsIndex = any_of(I->users(), [&](const User *U) {
        auto Found = Facts.find(cast<Instruction>(U));
        return Found != Facts.end() &&
               (isLoad(*cast<Instruction>(U)) || Found->second.IsIndex);
      });
      Indices += isLoad(*I) && Facts[I].IsIndex;
    }
  }

  /// Moves \p Last to the end of what is in order, after its operands.
  void place(Instruction *Last, Instruction *End) {
    SmallVector<Instruction *, 16> Pending{Last};
    while (!Pending.empty()) {
      Instruction *I = Pending.back();
      if (Facts[I].IsPlaced) {
        Pending.pop_back();
        continue;
      }
      size_t Before = Pending.size();
      for (const Use &Operand : reverse(I->operands()))
        if (auto *Needed = dyn_cast<Instruction>(Operand))
          if (auto Found = Facts.find(Needed);
              Found != Facts.end() && !Found->second.IsPlaced)
            Pending.push_back(Needed);
      if (Pending.size() != Before)
        continue;
      I->moveBefore(End->getIterator());
      Facts[I].IsPlaced = true;
      Pending.pop_back();
    }
  }

  ArrayRef<Instruction *> Instructions;
  DenseMap<const Instruction *, Fact> Facts;
  unsigned Indices = 0, Dependent = 0, Deepest = 0;
};

bool reorderGathers(BasicBlock &Block) {
  bool Changed = false;
  SmallVector<Instruction *, 64> Between;
  for (Instruction &I : make_early_inc_range(Block)) {
    if (!isBoundary(I)) {
      Between.push_back(&I);
      continue;
    }
    if (count_if(Between, [](Instruction *L) { return isLoad(*L); }) >=
        FewestIndices + FewestLoads)
      if (Segment Loads(Between); Loads.isGather()) {
        Loads.reorder(&I);
        Changed = true;
      }
    Between.clear();
  }
  return Changed;
}

} // namespace

PreservedAnalyses GatherOrder::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= reorderGathers(Block);
  return preservedWithBranches(Changed);
}

} // namespace facet
