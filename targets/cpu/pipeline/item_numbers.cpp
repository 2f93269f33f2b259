//===- item_numbers.cpp - Numbers of work-items of 32 bits ----------------===//
//
// See item_numbers.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_numbers.h"

#include "postlink/retarget/preserved.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

constexpr unsigned IndexBits = 32, NumberBits = 64;

/// Numbers below are the same as ints with a sign.
constexpr uint64_t EndOfInts = uint64_t(1) << 31;

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

/// True if \p I converts a number or divides it by a constant.
bool isDear(const Instruction &I) {
  const APInt *Divisor;
  const bool IsDivision = isa<BinaryOperator>(I) && I.isIntDivRem() &&
                          match(I.getOperand(1), m_APInt(Divisor)) &&
                          !Divisor->isZero() && Divisor->ult(EndOfInts);
  return (IsDivision || isa<UIToFPInst, SIToFPInst>(I)) &&
         I.getOperand(0)->getType()->isIntegerTy(NumberBits);
}

/// What \p I computes, of an int that is its number.
Value *dearOf(Instruction &I, Value &Int) {
  IRBuilder<> Builder(&I);
  if (isa<CastInst>(I))
    return Builder.CreateSIToFP(&Int, I.getType());
  Value *Divisor = ConstantInt::get(
      Int.getType(), cast<ConstantInt>(I.getOperand(1))->getZExtValue());
  const bool IsQuotient = I.getOpcode() == Instruction::UDiv ||
                          I.getOpcode() == Instruction::SDiv;
  Value *Result = IsQuotient ? Builder.CreateUDiv(&Int, Divisor)
                             : Builder.CreateURem(&Int, Divisor);
  return Builder.CreateZExt(Result, I.getType(), "", /*IsNonNeg=*/true);
}

/// A loop with dear operations on numbers that go up by one, to be divided where
/// one of them may leave the ints.
struct Plan {
  Loop *L = nullptr;
  PHINode *Count = nullptr;
  /// The operations, and with which number each begins.
  SmallVector<std::pair<Instruction *, const SCEV *>> Dear;
  /// The numbers they begin with, the rounds with ints, and all rounds.
  SmallMapVector<const SCEV *, Value *, 4> Firsts;
  Value *Small = nullptr, *All = nullptr;
};

/// Finds the operations of \p Result.
void findDear(Plan &Result, ScalarEvolution &Evolution) {
  for (PHINode &Phi : Result.L->getHeader()->phis())
    if (countsRounds(*Result.L, Phi))
      Result.Count = &Phi;
  for (BasicBlock *Block : Result.L->blocks())
    for (Instruction &I : *Block) {
      if (!Result.Count || !isDear(I))
        continue;
      auto *Counted =
          dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(I.getOperand(0)));
      if (Counted && Counted->getLoop() == Result.L && Counted->isAffine() &&
          Counted->getStepRecurrence(Evolution)->isOne())
        Result.Dear.push_back({&I, Counted->getStart()});
    }
}

std::optional<Plan> planFor(Loop &L, ScalarEvolution &Evolution) {
  if (!canSplitRounds(L) || L.getNumBlocks() > MaximumCopiedBlocks)
    return std::nullopt;
  Plan Result;
  Result.L = &L;
  findDear(Result, Evolution);
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  SCEVExpander Expander(Evolution, "first");
  erase_if(Result.Dear, [&](auto &Found) {
    return !Expander.isSafeToExpandAt(Found.second, Before);
  });
  if (Result.Dear.empty())
    return std::nullopt;
  Result.All = computeRounds(L, Evolution);
  if (!Result.All)
    return std::nullopt;
  IRBuilder<> Builder(Before);
  Result.Small = Result.All;
  for (auto [I, Start] : Result.Dear) {
    Value *&First = Result.Firsts[Start];
    if (First)
      continue;
    First = Expander.expandCodeFor(Start, Start->getType(), Before);
    Result.Small = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, Result.Small,
        Builder.CreateBinaryIntrinsic(Intrinsic::usub_sat,
                                      Builder.getInt64(EndOfInts), First));
  }
  return Result;
}

void divide(Plan &Planned) {
  splitRounds(*Planned.L, {Planned.Small, Planned.All});
  BasicBlock *Header = Planned.L->getHeader();
  IRBuilder<> Builder(Header, Header->getFirstInsertionPt());
  Type *Int = Builder.getIntNTy(IndexBits);
  SmallDenseMap<const SCEV *, Value *> Ints;
  // All at once: the place for them may be one of the operations.
  for (auto [Start, First] : Planned.Firsts)
    Ints[Start] = Builder.CreateAdd(
        Builder.CreateTrunc(Planned.Count, Int),
        Builder.CreateTrunc(First, Int), "", /*HasNUW=*/true, /*HasNSW=*/true);
  for (auto [I, Start] : Planned.Dear) {
    I->replaceAllUsesWith(dearOf(*I, *Ints.lookup(Start)));
    I->eraseFromParent();
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
  for (Plan &Planned : Plans)
    divide(Planned);
  if (!Plans.empty())
    return PreservedAnalyses::none();
  return preservedWithBranches(Changed);
}

} // namespace facet
