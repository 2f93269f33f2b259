//===- gpu_recurrences.cpp - Values that are made of the one before -------===//
//
// See gpu_recurrences.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_recurrences.h"

#include "postlink/retarget/preserved.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// One step: `add (mul Before, Factor), Summand`.
struct Step {
  Instruction *Before;
  ConstantInt *Factor, *Summand;
};

/// Nullopt unless \p I is a step from a sum with a constant that is used
/// elsewhere, too: where it is not, the other form needs one instruction less.
std::optional<Step> stepOf(Instruction &I) {
  Step S;
  if ((I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) &&
      match(&I, m_Add(m_Mul(m_Instruction(S.Before), m_ConstantInt(S.Factor)),
                      m_ConstantInt(S.Summand))) &&
      match(S.Before, m_Add(m_Value(), m_ConstantInt())) &&
      !S.Before->hasOneUse())
    return S;
  return std::nullopt;
}

void writeAsText(Instruction &I, const Step &S) {
  Type *T = I.getType();
  const bool IsLong = T->isIntegerTy(64);
  InlineAsm *Text = InlineAsm::get(
      FunctionType::get(T, {T, T, T}, /*isVarArg=*/false),
      IsLong ? "mad.lo.s64 $0, $1, $2, $3;" : "mad.lo.s32 $0, $1, $2, $3;",
      IsLong ? "=l,l,n,n" : "=r,r,n,n", /*hasSideEffects=*/false);
  IRBuilder<> Builder(&I);
  CallInst *New = Builder.CreateCall(Text, {S.Before, S.Factor, S.Summand});
  New->setDoesNotAccessMemory();
  New->setDoesNotThrow();
  New->takeName(&I);
  I.replaceAllUsesWith(New);
  RecursivelyDeleteTriviallyDeadInstructions(&I);
}

/// A single step is left to LLVM: there is one factor in either form.
bool rewriteRecurrences(BasicBlock &Block) {
  DenseMap<Instruction *, Step> Steps;
  SmallPtrSet<Instruction *, 8> InChain;
  for (Instruction &I : Block)
    if (std::optional<Step> S = stepOf(I)) {
      Steps.try_emplace(&I, *S);
      if (auto Before = Steps.find(S->Before);
          Before != Steps.end() && Before->second.Factor == S->Factor) {
        InChain.insert(&I);
        InChain.insert(S->Before);
      }
    }
  SmallVector<Instruction *, 8> InOrder;
  for (Instruction &I : Block)
    if (InChain.contains(&I))
      InOrder.push_back(&I);
  // Backwards: each is made of the one before, which goes when it is rewritten.
  for (Instruction *I : reverse(InOrder))
    writeAsText(*I, Steps.lookup(I));
  return !InOrder.empty();
}

} // namespace

PreservedAnalyses Recurrences::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= rewriteRecurrences(Block);
  return preservedWithBranches(Changed);
}

} // namespace facet
