//===- item_numbers.cpp - Numbers of work-items of 32 bits ----------------===//
//
// See item_numbers.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_numbers.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

constexpr unsigned IndexBits = 32, NumberBits = 64;

/// Numbers below are the same as ints with a sign.
constexpr uint64_t EndOfInts = uint64_t(1) << 31;

/// Blocks of a loop that is copied.
constexpr unsigned MaximumBlocks = 96;

/// An int that is a work-item's number and a sum, as a sum of ints.
Value *sumOfIntsOf(Instruction &I) {
  Value *Count, *Other;
  if (!match(&I, m_Trunc(m_Add(m_Value(Count), m_Value(Other)))) ||
      !isa<PHINode>(Count) || !I.getType()->isIntegerTy(IndexBits))
    return nullptr;
  IRBuilder<> Builder(&I);
  return Builder.CreateAdd(Builder.CreateTrunc(Count, I.getType()),
                           Builder.CreateTrunc(Other, I.getType()));
}

bool computeWithInts(Loop &L) {
  bool Changed = false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : make_early_inc_range(*Block))
      if (Value *New = sumOfIntsOf(I)) {
        I.replaceAllUsesWith(New);
        I.eraseFromParent();
        Changed = true;
      }
  return Changed;
}

/// A conversion or a division of \p Number by a constant.
bool isDear(const User &U, const Value &Number) {
  if (isa<UIToFPInst, SIToFPInst>(U))
    return true;
  const auto *I = dyn_cast<BinaryOperator>(&U);
  const APInt *Divisor;
  return I && I->isIntDivRem() && I->getOperand(0) == &Number &&
         match(I->getOperand(1), m_APInt(Divisor)) && !Divisor->isZero() &&
         Divisor->ult(EndOfInts);
}

/// What \p U computes, of an int that is its number.
Value *dearOf(Instruction &U, Value &Int) {
  IRBuilder<> Builder(&U);
  if (isa<CastInst>(U))
    return Builder.CreateSIToFP(&Int, U.getType());
  auto &I = cast<BinaryOperator>(U);
  Value *Divisor = ConstantInt::get(
      Int.getType(), cast<ConstantInt>(I.getOperand(1))->getZExtValue());
  const bool IsQuotient = I.getOpcode() == Instruction::UDiv ||
                          I.getOpcode() == Instruction::SDiv;
  Value *Result = IsQuotient ? Builder.CreateUDiv(&Int, Divisor)
                             : Builder.CreateURem(&Int, Divisor);
  return Builder.CreateZExt(Result, U.getType(), "", /*IsNonNeg=*/true);
}

/// A sum of the count of rounds and where these begin.
struct Number {
  Instruction *Sum;
  PHINode *Count;
  Value *First;
};

/// A loop with dear operations on numbers, to be divided where one of them may
/// leave the ints.
struct Plan {
  Loop *L;
  SmallVector<Number> Numbers;
  Value *Small = nullptr, *All = nullptr;
};

SmallVector<Number> dearNumbersOf(const Loop &L) {
  SmallVector<Number> Result;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!countsRounds(L, Phi))
      continue;
    for (User *U : Phi.users()) {
      auto *Sum = cast<Instruction>(U);
      Value *First;
      if (match(Sum, m_c_Add(m_Specific(&Phi), m_Value(First))) &&
          Sum->getType()->isIntegerTy(NumberBits) && L.contains(Sum) &&
          L.isLoopInvariant(First) && !isa<Constant>(First) &&
          any_of(Sum->users(),
                 [&](const User *Use) { return isDear(*Use, *Sum); }))
        Result.push_back({Sum, &Phi, First});
    }
  }
  return Result;
}

std::optional<Plan> planFor(Loop &L, ScalarEvolution &Evolution) {
  if (!canSplitRounds(L) || L.getNumBlocks() > MaximumBlocks)
    return std::nullopt;
  Plan Result{&L, dearNumbersOf(L)};
  if (Result.Numbers.empty())
    return std::nullopt;
  Result.All = computeRounds(L, Evolution);
  if (!Result.All)
    return std::nullopt;
  IRBuilder<> Builder(L.getLoopPreheader()->getTerminator());
  Result.Small = Result.All;
  for (const Number &Dear : Result.Numbers)
    Result.Small = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, Result.Small,
        Builder.CreateBinaryIntrinsic(
            Intrinsic::usub_sat, Builder.getInt64(EndOfInts), Dear.First));
  return Result;
}

void divide(const Plan &Planned) {
  splitRounds(*Planned.L, {Planned.Small, Planned.All});
  for (const Number &Dear : Planned.Numbers) {
    IRBuilder<> Builder(Dear.Sum->getNextNode());
    Type *Int = Builder.getIntNTy(IndexBits);
    Value *Sum = Builder.CreateAdd(Builder.CreateTrunc(Dear.Count, Int),
                                   Builder.CreateTrunc(Dear.First, Int), "",
                                   /*HasNUW=*/true, /*HasNSW=*/true);
    for (User *U : make_early_inc_range(Dear.Sum->users()))
      if (isDear(*U, *Dear.Sum) && Planned.L->contains(cast<Instruction>(U))) {
        U->replaceAllUsesWith(dearOf(*cast<Instruction>(U), *Sum));
        cast<Instruction>(U)->eraseFromParent();
      }
  }
}

} // namespace

PreservedAnalyses ItemNumbers::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  SmallVector<Plan> Plans;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !isMarkedParallel(*L))
      continue;
    Changed |= computeWithInts(*L);
    if (std::optional<Plan> Found =
            planFor(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F)))
      Plans.push_back(std::move(*Found));
  }
  for (const Plan &Planned : Plans)
    divide(Planned);
  if (!Plans.empty())
    return PreservedAnalyses::none();
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace facet
