//===- item_lookups.cpp - Work-items that look up small numbers -----------===//
//
// See item_lookups.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_lookups.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned WidestScattered = 16;

/// What one number costs to be moved between vectors, in operations that vectors
/// would take for a work-item's share.
constexpr unsigned OperationsForALookup = 3;

/// LLVM's name for a loop without vectors.
constexpr StringLiteral VectorWidth = "llvm.loop.vectorize.width";

/// How many operations between a number that was loaded and an index are looked at.
constexpr unsigned LongestIndex = 16;

/// True if \p V is computed from something that \p L loads.
bool dependsOnData(Instruction &V, const Loop &L) {
  SmallVector<Instruction *> Left{&V};
  for (unsigned I = 0; I != Left.size() && I != LongestIndex; ++I) {
    if (isa<LoadInst>(Left[I]))
      return true;
    for (Value *Operand : Left[I]->operands())
      if (auto *From = dyn_cast<Instruction>(Operand);
          From && L.contains(From) && !isa<PHINode>(From))
        Left.push_back(From);
  }
  return false;
}

/// True if \p Load reads where data say. Numbers of work-items may be neighbours
/// even where LLVM cannot tell before it has looked for the end of an int.
bool isScattered(LoadInst &Load, const Loop &L, ScalarEvolution &Evolution) {
  const SCEV *Address = Evolution.getSCEV(Load.getPointerOperand());
  return SCEVExprContains(Address, [&](const SCEV *Part) {
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *I = Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    return I && L.contains(I) && dependsOnData(*I, L);
  });
}

/// True if vectors do more of \p I at once, addresses and conversions apart.
bool isOperation(const Instruction &I) {
  return isa<BinaryOperator, CmpInst, SelectInst, CallBase, UnaryOperator>(I);
}

bool mostlyLooksUp(const Loop &L, ScalarEvolution &Evolution) {
  unsigned Lookups = 0, Operations = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Load && Load->getType()->getScalarSizeInBits() <= WidestScattered &&
          !Load->getType()->isVectorTy() && isScattered(*Load, L, Evolution))
        ++Lookups;
      else if (isOperation(I))
        ++Operations;
    }
  // Two of the operations count the rounds.
  return Lookups != 0 && Operations <= 2 + Lookups * OperationsForALookup;
}

} // namespace

PreservedAnalyses ItemLookups::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && isMarkedParallel(*L) &&
        mostlyLooksUp(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F)))
      addStringMetadataToLoop(L, VectorWidth.data(), 1);
  return PreservedAnalyses::all();
}

} // namespace facet
