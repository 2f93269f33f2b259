//===- scattered_accesses.cpp - Neighbours that access no neighbours ------===//
//
// See scattered_accesses.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/scattered_accesses.h"

#include "postlink/retarget/code_features.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

/// Whether \p Access, a load or store, is to one place in all rounds of \p L,
/// or one behind the other, perhaps with others of the round in between.
bool isInOrder(Instruction &Access, const Loop &L, ScalarEvolution &Evolution) {
  const SCEV *Address = Evolution.getSCEV(getLoadStorePointerOperand(&Access));
  if (Evolution.isLoopInvariant(Address, &L))
    return true;
  auto *Rounds = dyn_cast<SCEVAddRecExpr>(Address);
  auto *Step =
      Rounds && Rounds->getLoop() == &L
          ? dyn_cast<SCEVConstant>(Rounds->getStepRecurrence(Evolution))
          : nullptr;
  if (!Step)
    return false;
  const uint64_t Bytes =
      Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  return Step->getAPInt().abs().ule(Bytes * MaximumInterleaved);
}

bool isOfItems(const LoadInst &Load) {
  auto *Array =
      dyn_cast<AllocaInst>(getUnderlyingObject(Load.getPointerOperand()));
  return Array && isArrayOfItems(*Array);
}

/// What the innermost loops of a function access out of order.
struct Scattered {
  bool AlwaysStores = false;
  bool SometimesStores = false;
  bool LoadsOfItems = false;

  void add(const Loop &L, ScalarEvolution &Evolution,
           const DominatorTree &Dominators) {
    const BasicBlock *Latch = L.getLoopLatch();
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (!isa<LoadInst, StoreInst>(I) || isInOrder(I, L, Evolution))
          continue;
        if (auto *Load = dyn_cast<LoadInst>(&I))
          LoadsOfItems |= isOfItems(*Load);
        else if (Latch && Dominators.dominates(Block, Latch))
          AlwaysStores = true;
        else
          SometimesStores = true;
      }
  }
};

} // namespace

PreservedAnalyses ScatteredAccesses::run(Function &F,
                                         FunctionAnalysisManager &Analyses) {
  // Others have no scatters, and seldom gathers that pay.
  if (!hasFeature(F, "+avx512f"))
    return PreservedAnalyses::all();
  Scattered Found;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      Found.add(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F),
                Analyses.getResult<DominatorTreeAnalysis>(F));
  // LLVM asks for whole functions only.
  const bool HasSlowScatters = Found.AlwaysStores && !Found.SometimesStores;
  if (HasSlowScatters)
    addFeatures(F, "+prefer-no-scatter");
  if (Found.LoadsOfItems)
    addFeatures(F, "+prefer-no-gather");
  if (!HasSlowScatters && !Found.LoadsOfItems)
    return PreservedAnalyses::all();
  Analyses.clear(F, F.getName());
  return PreservedAnalyses::none();
}

} // namespace facet
