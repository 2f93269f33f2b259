//===- index_widths.cpp - Counts that wrap around, one width a loop -------===//
//
// See index_widths.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/index_widths.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
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

/// Of how many bits the counts are that an expression extends.
struct Widths {
  unsigned Narrowest = ~0u, Widest = 0;

  void add(const Widths &Other) {
    Narrowest = std::min(Narrowest, Other.Narrowest);
    Widest = std::max(Widest, Other.Widest);
  }
};

/// What one loop extends. A sum that is extended may have summands that are.
class Extensions {
public:
  Extensions(Loop &L, LoopInfo &Loops, ScalarEvolution &Scalars)
      : L(L), Scalars(Scalars), Blocks(&L) {
    Blocks.perform(&Loops);
  }

  /// Freezes the counts of all widths but the widest. False if there are none.
  bool keepWidest() {
    Widths All;
    forEach([&](Instruction &I) { All.add(of(I)); });
    if (All.Narrowest >= All.Widest)
      return false;
    // Of what is made of a frozen value, ScalarEvolution knows no count.
    forEach([&](Instruction &I) {
      if (of(I).Narrowest == All.Widest || of(I).Widest == 0)
        return;
      I.setOperand(0, new FreezeInst(I.getOperand(0), "", I.getIterator()));
      Scalars.forgetValue(&I);
    });
    return true;
  }

private:
  template <typename Action> void forEach(Action Do) {
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        if (Scalars.isSCEVable(I.getType()) && mayExtend(I))
          Do(I);
  }

  Widths of(Instruction &I) { return of(*Scalars.getSCEV(&I)); }

  Widths of(const SCEV &Expression) {
    if (const auto Found = Known.find(&Expression); Found != Known.end())
      return Found->second;
    Widths Result;
    for (const SCEV *Operand : Expression.operands())
      Result.add(of(*Operand));
    if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(Expression)) {
      const SCEV *Narrow = cast<SCEVCastExpr>(Expression).getOperand();
      const unsigned Bits = Scalars.getTypeSizeInBits(Narrow->getType());
      if (isCount(Narrow, L))
        Result.add({Bits, Bits});
    }
    Known[&Expression] = Result;
    return Result;
  }

  const Loop &L;
  ScalarEvolution &Scalars;
  LoopBlocksRPO Blocks;
  DenseMap<const SCEV *, Widths> Known;
};

} // namespace

PreservedAnalyses IndexWidths::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(F);
  if (Loops.empty())
    return PreservedAnalyses::all();
  auto &Scalars = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      Changed |= Extensions(*L, Loops, Scalars).keepWidest();
  return preservedWithBranches(Changed);
}

} // namespace facet
