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

/// True if the places that \p Load reads in \p L have no common distance.
bool isScattered(LoadInst &Load, const Loop &L, ScalarEvolution &Evolution) {
  const SCEV *Address = Evolution.getSCEV(Load.getPointerOperand());
  if (Evolution.isLoopInvariant(Address, &L))
    return false;
  auto *Counted = dyn_cast<SCEVAddRecExpr>(Address);
  return !Counted || Counted->getLoop() != &L || !Counted->isAffine();
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
