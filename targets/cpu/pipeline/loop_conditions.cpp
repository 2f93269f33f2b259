//===- loop_conditions.cpp - Conditions that hold for a range of rounds ---===//
//
// See loop_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/loop_conditions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Conditions of conditions: how deep they are followed.
constexpr unsigned MaximumDepth = 8;

/// The same for sums, which have two operands.
constexpr unsigned MaximumSums = 4;

/// Branches whose sides are compared.
constexpr unsigned MaximumBranches = 32;

/// Conditions of one loop: each costs some instructions before it.
constexpr unsigned MaximumRanges = 48;

/// What a memory access weighs beside other instructions.
constexpr unsigned AccessWeight = 1024;

/// Steps from an index to the access.
constexpr unsigned MaximumSteps = 24;

/// True if an address depends on \p I by arithmetic.
bool isIndex(const Instruction &I) {
  SmallVector<const Instruction *> Left{&I};
  for (unsigned Steps = 0; !Left.empty() && Steps != MaximumSteps; ++Steps) {
    const Instruction *Next = Left.pop_back_val();
    for (const User *U : Next->users()) {
      auto *Use = cast<Instruction>(U);
      if (isa<GetElementPtrInst, LoadInst>(Use))
        return true;
      if (isa<CastInst, BinaryOperator, SelectInst, MinMaxIntrinsic>(Use))
        Left.push_back(Use);
    }
  }
  return false;
}

/// The comparison after which the result of \p I is its first operand.
CmpInst::Predicate firstOperandIf(const MinMaxIntrinsic &I) {
  return CmpInst::getNonStrictPredicate(I.getPredicate());
}

bool cannotWrap(const SCEVAddRecExpr &Counted, CmpInst::Predicate Predicate,
                ScalarEvolution &Evolution) {
  const bool IsUp = Counted.getStepRecurrence(Evolution)->isOne();
  // Before a number that there is not, there is the last one.
  if (CmpInst::isSigned(Predicate))
    return IsUp ? !Evolution.getSignedRangeMax(&Counted).isMaxSignedValue()
                : !Evolution.getSignedRangeMin(&Counted).isMinSignedValue();
  return IsUp ? !Evolution.getUnsignedRangeMax(&Counted).isMaxValue()
              : !Evolution.getUnsignedRangeMin(&Counted).isZero();
}

} // namespace

std::optional<RangeCondition> rangeConditionOf(const Loop &L,
                                               ScalarEvolution &Evolution,
                                               CmpPredicate Wanted,
                                               const SCEV *A, const SCEV *B) {
  if (!A->getType()->isIntegerTy() ||
      A->getType()->getIntegerBitWidth() > 64 || Wanted == CmpInst::ICMP_EQ)
    return std::nullopt;
  CmpInst::Predicate Predicate = Wanted;
  if (!isa<SCEVAddRecExpr>(A)) {
    std::swap(A, B);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  auto *Counted = dyn_cast<SCEVAddRecExpr>(A);
  if (!Counted || Counted->getLoop() != &L || !Counted->isAffine() ||
      !Evolution.isLoopInvariant(B, &L))
    return std::nullopt;
  const SCEV *Step = Counted->getStepRecurrence(Evolution);
  if (!Step->isOne() && !Step->isAllOnesValue())
    return std::nullopt;
  // Of the two that are the same where both numbers have the same sign, the one
  // about which more is known.
  if (Wanted.hasSameSign() && !cannotWrap(*Counted, Predicate, Evolution))
    Predicate = ICmpInst::getFlippedSignednessPredicate(Predicate);
  return RangeCondition{Counted, Predicate, B, Step->isOne(),
                        cannotWrap(*Counted, Predicate, Evolution)};
}

Circle valuesFor(IRBuilderBase &Builder, CmpInst::Predicate Predicate,
                 Value *Bound) {
  const unsigned Bits = Bound->getType()->getIntegerBitWidth();
  Value *Least = Builder.getInt(CmpInst::isSigned(Predicate)
                                    ? APInt::getSignedMinValue(Bits)
                                    : APInt::getZero(Bits));
  Value *Behind = Builder.CreateAdd(Bound, Builder.getIntN(Bits, 1));
  switch (Predicate) {
  case CmpInst::ICMP_NE:
    return {Behind, Bound};
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    return {Least, Bound};
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    return {Least, Behind};
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    return {Behind, Least};
  default:
    return {Bound, Least};
  }
}

Value *countFrom(IRBuilderBase &Builder, Value *Start, bool CountsUp,
                 CmpInst::Predicate Predicate, const Circle &Wanted) {
  // Counting down: to the first one that holds.
  Value *One = ConstantInt::get(Start->getType(), 1);
  Value *Count = Builder.CreateZExt(
      CountsUp
          ? Builder.CreateSub(Wanted.End, Start)
          : Builder.CreateSub(Start, Builder.CreateSub(Wanted.First, One)),
      Builder.getInt64Ty());
  // `x <= n - 1` holds for all if n is zero and x is unsigned.
  if (!ICmpInst::isNonStrictPredicate(Predicate))
    return Count;
  return Builder.CreateSelect(Builder.CreateICmpEQ(Wanted.First, Wanted.End),
                              Builder.getInt64(UINT64_MAX), Count);
}

LoopConditions::LoopConditions(Loop &L, ScalarEvolution &Evolution,
                               DominatorTree &Tree, LoopInfo &Loops)
    : L(L), Evolution(Evolution), Tree(Tree) {
  LoopBlocksRPO Order(&L);
  Order.perform(&Loops);
  for (BasicBlock *Block : Order) {
    for (Instruction &I : make_early_inc_range(*Block))
      preferOperand(I);
    if (Block != L.getLoopLatch())
      preferBranch(*Block->getTerminator());
  }
}

Value *LoopConditions::replaced(Value *V) const {
  auto Found =
      find_if(Replacements, [&](const Replacement &R) { return R.Old == V; });
  return Found == Replacements.end() ? V : Found->New;
}

const SCEV *LoopConditions::evolutionOf(Value *V, unsigned Depth) {
  if (Value *New = replaced(V); New != V)
    return evolutionOf(New, Depth);
  // LLVM knows nothing of the replacements. Sums and extensions of them are
  // what indices are made of.
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth == MaximumSums)
    return Evolution.getSCEV(V);
  auto Operand = [&](unsigned N) {
    return evolutionOf(I->getOperand(N), Depth + 1);
  };
  switch (I->getOpcode()) {
  case Instruction::Add:
    return Evolution.getAddExpr(Operand(0), Operand(1));
  case Instruction::Sub:
    return Evolution.getMinusSCEV(Operand(0), Operand(1));
  case Instruction::Trunc:
    return Evolution.getTruncateExpr(Operand(0), V->getType());
  default:
    return Evolution.getSCEV(V);
  }
}

unsigned LoopConditions::weightBehind(const BranchInst &Branch,
                                      unsigned Way) const {
  const BasicBlockEdge Edge(Branch.getParent(), Branch.getSuccessor(Way));
  unsigned Weight = 0;
  for (BasicBlock *Block : L.blocks()) {
    if (!Tree.dominates(Edge, Block))
      continue;
    for (Instruction &I : *Block)
      Weight += isa<LoadInst, StoreInst>(I) ? AccessWeight : 1;
  }
  return Weight;
}

void LoopConditions::preferBranch(Instruction &Terminator) {
  auto *Branch = dyn_cast<BranchInst>(&Terminator);
  if (!Branch || !Branch->isConditional() || Branches == MaximumBranches)
    return;
  ++Branches;
  const unsigned IfTrue = weightBehind(*Branch, 0),
                 IfFalse = weightBehind(*Branch, 1);
  if (std::max(IfTrue, IfFalse) < AccessWeight)
    return;
  Value *Condition = Branch->getCondition();
  const bool IsWanted = IfTrue >= IfFalse;
  WorthIt |= require(Condition, IsWanted) || avoidOneRound(Condition, IsWanted);
}

void LoopConditions::preferOperand(Instruction &I) {
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    preferArm(*Select);
    return;
  }
  if (!I.getType()->isIntegerTy() || !isa<MinMaxIntrinsic>(I) || !isIndex(I))
    return;
  auto &Extremum = cast<MinMaxIntrinsic>(I);
  for (auto [Kept, Other] : {std::pair(Extremum.getLHS(), Extremum.getRHS()),
                             std::pair(Extremum.getRHS(), Extremum.getLHS())}) {
    if (!isa<SCEVAddRecExpr>(evolutionOf(Kept)) ||
        !requireRange(Kept, firstOperandIf(Extremum), Other))
      continue;
    Replacements.push_back({&I, replaced(Kept), Other});
    WorthIt = true;
    return;
  }
}

void LoopConditions::preferArm(SelectInst &Select) {
  Type *Ty = Select.getType();
  if (!Evolution.isSCEVable(Ty) || !isIndex(Select))
    return;
  auto IsCounted = [&](Value *V) {
    return isa<SCEVAddRecExpr>(evolutionOf(V));
  };
  const bool First = IsCounted(Select.getTrueValue());
  if (First != IsCounted(Select.getFalseValue()) &&
      require(Select.getCondition(), First))
    WorthIt = true;
}

bool LoopConditions::require(Value *Condition, bool IsWanted, unsigned Depth) {
  if (isa<Constant>(Condition) || !Condition->getType()->isIntegerTy(1))
    return false;
  if (auto *Known = dyn_cast<ConstantInt>(replaced(Condition)))
    return Known->isOne() == IsWanted;
  if (Depth == MaximumDepth)
    return false;
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return require(A, !IsWanted, Depth + 1);
  if (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) ||
      match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    const bool IsAnd = match(Condition, m_LogicalAnd());
    if (IsAnd != IsWanted)
      return false;
    const bool First = require(A, IsWanted, Depth + 1);
    return require(B, IsWanted, Depth + 1) || First;
  }
  auto *Compared = dyn_cast<ICmpInst>(Condition);
  if (L.isLoopInvariant(Condition))
    Fixed.push_back({Condition, IsWanted});
  else if (!Compared ||
           (!requireBelowPower(*Compared, IsWanted) &&
            !requireRange(Compared->getOperand(0),
                          IsWanted ? Compared->getCmpPredicate()
                                   : Compared->getInverseCmpPredicate(),
                          Compared->getOperand(1))))
    return false;
  auto *Type = Condition->getType();
  Replacements.push_back({Condition, ConstantInt::getBool(Type, IsWanted),
                          ConstantInt::getBool(Type, !IsWanted)});
  return true;
}

bool LoopConditions::avoidOneRound(Value *Condition, bool IsWanted,
                                   unsigned Depth) {
  Value *A, *B;
  if (Depth == MaximumDepth)
    return false;
  if (IsWanted ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
               : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return avoidOneRound(A, IsWanted, Depth + 1) ||
           avoidOneRound(B, IsWanted, Depth + 1);
  auto *Compared = dyn_cast<ICmpInst>(Condition);
  return Compared && !L.isLoopInvariant(Compared) &&
         Compared->getPredicate() ==
             (IsWanted ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) &&
         require(Compared, !IsWanted);
}

bool LoopConditions::requireBelowPower(const ICmpInst &Compared,
                                       bool IsWanted) {
  Value *X;
  const APInt *Mask;
  unsigned Power, Length;
  if (!Compared.isEquality() ||
      !match(Compared.getOperand(0), m_And(m_Value(X), m_APInt(Mask))) ||
      !match(Compared.getOperand(1), m_Zero()) ||
      !Mask->isShiftedMask(Power, Length) || Power == 0)
    return false;
  const unsigned Bits = Power + Length;
  auto *Ty = IntegerType::get(Compared.getContext(), Bits);
  const SCEV *Counted = evolutionOf(X);
  if (Bits != Mask->getBitWidth()) {
    if (!isPowerOf2_32(Bits))
      return false;
    Counted = Evolution.getTruncateExpr(Counted, Ty);
  }
  const bool IsBelow =
      (Compared.getPredicate() == CmpInst::ICMP_EQ) == IsWanted;
  return requireRange(
      Counted, IsBelow ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE,
      Evolution.getConstant(APInt::getOneBitSet(Bits, Power)));
}

bool LoopConditions::requireRange(Value *Left, CmpPredicate Wanted,
                                  Value *Right) {
  return Left->getType()->isIntegerTy() &&
         requireRange(evolutionOf(Left), Wanted, evolutionOf(Right));
}

bool LoopConditions::requireRange(const SCEV *Left, CmpPredicate Wanted,
                                  const SCEV *Right) {
  if (Ranges.size() == MaximumRanges)
    return false;
  std::optional<RangeCondition> Found =
      rangeConditionOf(L, Evolution, Wanted, Left, Right);
  if (Found)
    Ranges.push_back(*Found);
  return Found.has_value();
}

} // namespace facet
