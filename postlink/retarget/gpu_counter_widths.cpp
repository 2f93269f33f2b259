//===- gpu_counter_widths.cpp - Counters of 32 bits -----------------------===//
//
// See gpu_counter_widths.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_counter_widths.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// A counter that starts before a loop and is incremented by a constant.
struct Counter {
  PHINode *Phi;
  BinaryOperator *Next;
  ConstantInt *Step;
};

bool isBelowLimit(const SCEV *S, ScalarEvolution &SE) {
  return SE.getUnsignedRangeMax(S).ult(uint64_t(1) << 31);
}

/// Nullopt unless \p Phi and its increments are known to be below 2^31.
std::optional<Counter> narrowCounter(PHINode &Phi, const Loop &L,
                                     ScalarEvolution &SE) {
  Counter C{&Phi, nullptr, nullptr};
  if (!Phi.getType()->isIntegerTy(64))
    return std::nullopt;
  C.Next =
      dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  if (!C.Next ||
      !match(C.Next, m_Add(m_Specific(&Phi), m_ConstantInt(C.Step))) ||
      !isBelowLimit(SE.getSCEV(&Phi), SE) ||
      !isBelowLimit(SE.getSCEV(C.Next), SE))
    return std::nullopt;
  return C;
}

/// \p V with 32 bits; it does not change in \p L unless it is made there.
Value *truncated(Value *V, const Loop &L, Instruction *Before) {
  IRBuilder<> Builder(L.isLoopInvariant(V)
                          ? L.getLoopPreheader()->getTerminator()
                          : Before);
  Value *Narrow = nullptr;
  if (match(V, m_ZExtOrSExt(m_Value(Narrow))) &&
      Narrow->getType()->isIntegerTy(32))
    return Narrow;
  return Builder.CreateTrunc(V, Builder.getInt32Ty());
}

/// True if \p Compare, of \p C and \p Other, says the same of their lower halves.
bool isNarrow(const ICmpInst &Compare, const Counter &C, Value *Other,
              ScalarEvolution &SE) {
  if (Other == C.Phi || Other == C.Next)
    return false;
  Value *Narrow = nullptr;
  auto IsInt = [&] { return Narrow->getType()->isIntegerTy(32); };
  if (match(Other, m_NNegZExt(m_Value(Narrow))) && IsInt())
    return true;
  const SCEV *S = SE.getSCEV(Other);
  if (Compare.isUnsigned())
    return isBelowLimit(S, SE);
  // A number from 2^31 on is no counter's, and neither is one below zero.
  if (Compare.isEquality() && match(Other, m_ZExt(m_Value(Narrow))) && IsInt())
    return true;
  return SE.getSignedRange(S).getMinSignedBits() <= 32;
}

class Narrowing {
public:
  Narrowing(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}

  void run(const Counter &C) {
    SmallVector<std::pair<ICmpInst *, unsigned>, 4> Compares;
    for (Instruction *Wide : {static_cast<Instruction *>(C.Phi),
                              static_cast<Instruction *>(C.Next)})
      for (Use &U : Wide->uses())
        if (auto *Compare = dyn_cast<ICmpInst>(U.getUser());
            Compare &&
            isNarrow(*Compare, C, Compare->getOperand(1 - U.getOperandNo()), SE))
          Compares.push_back({Compare, U.getOperandNo()});
    narrow(C);
    for (auto [Compare, Number] : Compares)
      narrowCompare(*Compare, Number);
    C.Phi->replaceAllUsesWith(WidePhi);
    C.Next->replaceAllUsesWith(WideNext);
    C.Phi->eraseFromParent();
    C.Next->eraseFromParent();
    for (Instruction *Wide : {WidePhi, WideNext})
      if (Wide->use_empty())
        Wide->eraseFromParent();
  }

private:
  /// Signed extensions: with another one, a product is one instruction.
  void narrow(const Counter &C) {
    BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
    Type *Int = Type::getInt32Ty(C.Phi->getContext());
    Phi = PHINode::Create(Int, 2, C.Phi->getName(), C.Phi->getIterator());
    Value *Start = C.Phi->getIncomingValueForBlock(Before);
    Phi->addIncoming(truncated(Start, L, Before->getTerminator()), Before);
    IRBuilder<> AtNext(C.Next);
    Next = cast<Instruction>(
        AtNext.CreateAdd(Phi, ConstantInt::get(Int, C.Step->getZExtValue()),
                         C.Next->getName(), /*HasNUW=*/true, /*HasNSW=*/true));
    Phi->addIncoming(Next, Latch);
    WideNext = cast<Instruction>(AtNext.CreateSExt(Next, C.Next->getType()));
    IRBuilder<> AtHeader(L.getHeader(), L.getHeader()->getFirstInsertionPt());
    WidePhi = cast<Instruction>(AtHeader.CreateSExt(Phi, C.Phi->getType()));
    OldPhi = C.Phi;
  }

  void narrowCompare(ICmpInst &Compare, unsigned Number) {
    Value *Other = Compare.getOperand(1 - Number);
    Value *Own = Compare.getOperand(Number) == OldPhi
                     ? static_cast<Value *>(Phi)
                     : static_cast<Value *>(Next);
    Value *Narrow = truncated(Other, L, &Compare);
    auto *New = new ICmpInst(Compare.getIterator(), Compare.getPredicate(),
                             Number == 0 ? Own : Narrow,
                             Number == 0 ? Narrow : Own);
    New->takeName(&Compare);
    New->setDebugLoc(Compare.getDebugLoc());
    Compare.replaceAllUsesWith(New);
    Compare.eraseFromParent();
  }

  Loop &L;
  ScalarEvolution &SE;
  PHINode *Phi = nullptr, *OldPhi = nullptr;
  Instruction *Next = nullptr, *WidePhi = nullptr, *WideNext = nullptr;
};

} // namespace

PreservedAnalyses CounterWidths::run(Function &F,
                                     FunctionAnalysisManager &Analyses) {
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->getLoopLatch() || !L->getLoopPreheader())
      continue;
    SmallVector<Counter, 2> Counters;
    for (PHINode &Phi : L->getHeader()->phis())
      if (std::optional<Counter> C = narrowCounter(Phi, *L, SE))
        Counters.push_back(*C);
    for (const Counter &C : Counters)
      Narrowing(*L, SE).run(C);
    if (!Counters.empty()) {
      SE.forgetLoop(L);
      Changed = true;
    }
  }
  return preservedWithBranches(Changed);
}

} // namespace facet
