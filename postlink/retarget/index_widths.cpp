//===- index_widths.cpp - Counts that wrap around, one width a loop -------===//
//
// See index_widths.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/index_widths.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// True of what ScalarEvolution may take for the extension of a narrower value.
bool mayExtend(const Instruction &I) {
  return isa<ZExtInst, SExtInst>(I) ||
         match(&I, m_And(m_Value(), m_ConstantInt())) ||
         match(&I, m_URem(m_Value(), m_ConstantInt())) ||
         match(&I, m_Shr(m_Shl(m_Value(), m_ConstantInt()), m_ConstantInt()));
}

/// Looks for a count of the rounds of a loop: what ScalarEvolution knows to be
/// one, or may find to be one unless it wraps around.
class CountFinder {
public:
  explicit CountFinder(const Loop &L) : L(L) {}

  bool follow(const SCEV *S) {
    if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
      Found |= Recurrence->getLoop() == &L;
    else if (auto *Unknown = dyn_cast<SCEVUnknown>(S))
      if (auto *Phi = dyn_cast<PHINode>(Unknown->getValue()))
        Found |= Phi->getParent() == L.getHeader();
    // No count comes of a quotient, a minimum or a maximum.
    return isa<SCEVCastExpr, SCEVAddExpr, SCEVMulExpr>(S);
  }
  bool isDone() const { return Found; }

private:
  const Loop &L;
  bool Found = false;
};

bool isCount(const SCEV *S, const Loop &L) {
  CountFinder Finder(L);
  visitAll(S, Finder);
  return Finder.isDone();
}

/// The bits of the narrowest count that \p I extends; 0 if it extends none.
unsigned extendedBits(Instruction &I, const Loop &L, ScalarEvolution &Scalars) {
  if (!Scalars.isSCEVable(I.getType()) || !mayExtend(I))
    return 0;
  unsigned Bits = 0;
  SCEVExprContains(Scalars.getSCEV(&I), [&](const SCEV *Part) {
    if (!isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(Part))
      return false;
    const SCEV *Narrow = cast<SCEVCastExpr>(Part)->getOperand();
    const unsigned Width = Scalars.getTypeSizeInBits(Narrow->getType());
    if ((Bits == 0 || Width < Bits) && isCount(Narrow, L))
      Bits = Width;
    return false;
  });
  return Bits;
}

/// What \p L extends from fewer bits than something else.
void collectNarrow(const Loop &L, ScalarEvolution &Scalars,
                   SmallVectorImpl<Instruction *> &Narrow) {
  SmallVector<std::pair<Instruction *, unsigned>> Extensions;
  unsigned Widest = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (unsigned Bits = extendedBits(I, L, Scalars)) {
        Extensions.push_back({&I, Bits});
        Widest = std::max(Widest, Bits);
      }
  for (auto [Extension, Bits] : Extensions)
    if (Bits < Widest)
      Narrow.push_back(Extension);
}

} // namespace

PreservedAnalyses IndexWidths::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(F);
  if (Loops.empty())
    return PreservedAnalyses::all();
  auto &Scalars = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<Instruction *> Narrow;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      collectNarrow(*L, Scalars, Narrow);
  for (Instruction *I : Narrow)
    // Of a frozen value, ScalarEvolution says nothing.
    I->setOperand(0, new FreezeInst(I->getOperand(0), "", I->getIterator()));
  return preservedWithBranches(!Narrow.empty());
}

} // namespace facet
