//===- wrapping_indices.cpp - Indices that wrap at more than one width ----===//
//
// See wrapping_indices.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/wrapping_indices.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

/// The widths at which an expression may wrap before it is extended: those for
/// which LLVM would make a check.
struct Widths {
  bool Varies = false; // with the rounds of the loop
  unsigned Narrowest = ~0u, Widest = 0;

  void add(const Widths &Other) {
    Varies |= Other.Varies;
    Narrowest = std::min(Narrowest, Other.Narrowest);
    Widest = std::max(Widest, Other.Widest);
  }
  void add(unsigned Bits) {
    Narrowest = std::min(Narrowest, Bits);
    Widest = std::max(Widest, Bits);
  }
};

class Indices {
public:
  Indices(Loop &L, LoopInfo &Loops, ScalarEvolution &Evolution)
      : L(L), Evolution(Evolution), Blocks(&L) {
    Blocks.perform(&Loops);
  }

  bool keepOneWidth() {
    Widths All;
    forEachNumber([&](Instruction &I) { All.add(of(I)); });
    if (All.Narrowest >= All.Widest)
      return false;
    forEachNumber([&](Instruction &I) {
      if (of(I).Narrowest < All.Widest)
        freeze(I);
    });
    return true;
  }

private:
  template <typename Action> void forEachNumber(Action Do) {
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : make_early_inc_range(*Block))
        if (Evolution.isSCEVable(I.getType()) && !isa<PHINode>(I))
          Do(I);
  }

  Widths of(Instruction &I) { return of(*Evolution.getSCEV(&I)); }

  Widths of(const SCEV &Expression) {
    if (const auto Found = Known.find(&Expression); Found != Known.end())
      return Found->second;
    Widths Result;
    for (const SCEV *Operand : Expression.operands())
      Result.add(of(*Operand));
    Result.Varies |= isCounted(Expression);
    if (Result.Varies &&
        isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(Expression))
      Result.add(Evolution.getTypeSizeInBits(
          cast<SCEVCastExpr>(Expression).getOperand()->getType()));
    Known[&Expression] = Result;
    return Result;
  }

  /// LLVM also counts what a round extends of the last one's number.
  bool isCounted(const SCEV &Expression) const {
    if (const auto *Rounds = dyn_cast<SCEVAddRecExpr>(&Expression))
      return Rounds->getLoop() == &L;
    const auto *Other = dyn_cast<SCEVUnknown>(&Expression);
    const auto *Phi = Other ? dyn_cast<PHINode>(Other->getValue()) : nullptr;
    return Phi && Phi->getParent() == L.getHeader();
  }

  /// What is made of \p I afterwards is made of a number that LLVM does not
  /// know, so that this is the only place that has to be frozen.
  void freeze(Instruction &I) {
    auto *Frozen = new FreezeInst(&I, "", std::next(I.getIterator()));
    Evolution.forgetValue(&I);
    I.replaceUsesWithIf(Frozen,
                        [&](const Use &U) { return U.getUser() != Frozen; });
  }

  const Loop &L;
  ScalarEvolution &Evolution;
  LoopBlocksRPO Blocks;
  DenseMap<const SCEV *, Widths> Known;
};

} // namespace

PreservedAnalyses WrappingIndices::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(F);
  ScalarEvolution *Evolution = nullptr;
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->isLoopSimplifyForm())
      continue;
    if (!Evolution)
      Evolution = &Analyses.getResult<ScalarEvolutionAnalysis>(F);
    Changed |= Indices(*L, Loops, *Evolution).keepOneWidth();
  }
  return preservedWithBranches(Changed);
}

} // namespace facet
