//===- segment_terms.cpp - What a loop computes between two limits --------===//
//
// See segment_terms.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/segment_terms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Integers that the counter of a segment holds.
constexpr unsigned MaximumWidth = 64;

/// Larger steps are nobody's index; their multiples stay far from overflow.
constexpr uint64_t MaximumStep = 1 << 16;

/// Values of recurrences have at least 2^15 rounds before they wrap around.
constexpr unsigned FewestWraps = 16;

/// Blocks that no loop leaves: masks of this length are extensions.
constexpr unsigned ExtensionBits = 31;

bool isInteger(const Value *V) {
  return V->getType()->isIntegerTy() &&
         V->getType()->getIntegerBitWidth() <= MaximumWidth;
}

bool isMask(unsigned Opcode) {
  return Opcode == Instruction::And || Opcode == Instruction::Or ||
         Opcode == Instruction::Xor;
}

bool isQuotient(unsigned Opcode) {
  return Opcode == Instruction::UDiv || Opcode == Instruction::URem ||
         Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
}

Course fixed() { return {Course::Fixed}; }

/// Unknown if the value wraps around so often that segments would be short:
/// a random number, `char(i)`.
Course stepping(APInt Step) {
  if (Step.isZero())
    return fixed();
  const unsigned Width = Step.getBitWidth();
  if (Width < FewestWraps ||
      Step.abs().ugt(APInt::getOneBitSet(Width, Width - FewestWraps)))
    return {};
  return {Course::Stepping, std::move(Step)};
}

/// The step of \p C, whose value has \p Width bits.
APInt stepOf(const Course &C, unsigned Width) {
  return C.isStepping() ? C.Step : APInt::getZero(Width);
}

/// The step of a term's operand; none if terms of such operands are left.
std::optional<uint64_t> termStep(const Course &C) {
  if (!C.isStepping() || !C.Step.isStrictlyPositive() ||
      C.Step.ugt(MaximumStep))
    return std::nullopt;
  return C.Step.getZExtValue();
}

/// True if one call of \p I takes as long as many instructions.
bool isLongCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::tan:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::exp10:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::pow:
    return true;
  default:
    return false;
  }
}

/// Rounds of a segment that do not fill a vector are executed one by one. Of
/// those that take long, there must be few.
uint64_t minimumRoundsOf(const Loop &L) {
  constexpr uint64_t OfShort = 16, OfLong = 64;
  constexpr unsigned MaximumShort = 100;
  unsigned Size = 0;
  for (BasicBlock *Block : L.blocks()) {
    Size += Block->size();
    if (any_of(*Block, isLongCall))
      return OfLong;
  }
  return Size > MaximumShort ? OfLong : OfShort;
}

/// True if `i | V` has the lowest bits set: \p V is written as `size - 1`.
bool isLowMask(Value *V) {
  return match(V, m_Add(m_Value(), m_AllOnes())) ||
         match(V, m_Not(m_Shl(m_AllOnes(), m_Value()))) ||
         match(V, m_LShr(m_AllOnes(), m_Value()));
}

/// True if `i & V` has the lowest bits cleared: \p V is written as `-size` or
/// `~(size - 1)`. Any other mask of an address is taken for a low one.
bool isHighMask(Value *V) {
  return !isLowMask(V) &&
         (match(V, m_Neg(m_Value())) || match(V, m_Not(m_Value())) ||
          match(V, m_Shl(m_Value(), m_Value())));
}

} // namespace

SegmentTerms::SegmentTerms(Loop &L, LoopInfo &Loops, ScalarEvolution &Evolution)
    : L(L), Evolution(Evolution), MinimumRounds(minimumRoundsOf(L)) {
  findAddresses();
  LoopBlocksRPO Blocks(&L);
  Blocks.perform(&Loops);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block) {
      if (!isInteger(&I))
        continue;
      Course C = classify(I);
      if (C.What == Course::Unknown)
        continue;
      Courses[&I] = std::move(C);
      Values.push_back(&I);
    }
}

/// How many of the lowest bits change in the shortest segments worth it.
unsigned SegmentTerms::shortestBits(uint64_t Step) const {
  return Log2_64_Ceil(MinimumRounds * Step);
}

bool SegmentTerms::mayHave(const Loop &L) {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const unsigned Opcode = I.getOpcode();
      if (!isInteger(&I) ||
          (!isQuotient(Opcode) && !isMask(Opcode) &&
           Opcode != Instruction::LShr && Opcode != Instruction::AShr))
        continue;
      if (L.isLoopInvariant(I.getOperand(1)) ||
          (isMask(Opcode) && L.isLoopInvariant(I.getOperand(0))))
        return true;
    }
  return false;
}

Course SegmentTerms::courseOf(const Value *V) const {
  if (!isInteger(V))
    return {};
  if (L.isLoopInvariant(V))
    return fixed();
  return Courses.lookup(V);
}

/// What addresses are computed from: other masks are no obstacle to vectors.
void SegmentTerms::findAddresses() {
  SmallVector<Value *> Work;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (isa<GetElementPtrInst, IntToPtrInst>(I))
        append_range(Work, I.operands());
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !isInteger(I) || !L.contains(I) || isa<LoadInst>(I) ||
        !InAddresses.insert(I).second)
      continue;
    append_range(Work, I->operands());
  }
}

Course SegmentTerms::classify(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return classifyPhi(*Phi);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return classifyCast(*Cast);
  if (auto *Comparison = dyn_cast<ICmpInst>(&I))
    return classifyComparison(*Comparison);
  if (isa<FreezeInst>(I)) {
    Course C = courseOf(I.getOperand(0));
    return C.isStepping() ? term(I, C) : C;
  }
  if (isa<SelectInst, MinMaxIntrinsic>(I))
    return ifFixed(I);
  auto *Operation = dyn_cast<BinaryOperator>(&I);
  if (!Operation)
    return {};
  switch (Operation->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return classifySum(*Operation);
  case Instruction::Mul:
  case Instruction::Shl:
    return classifyProduct(*Operation);
  case Instruction::LShr:
  case Instruction::AShr:
    return classifyShift(*Operation);
  default:
    return isMask(Operation->getOpcode()) ? classifyMask(*Operation)
                                          : classifyQuotient(*Operation);
  }
}

Course SegmentTerms::classifyPhi(PHINode &Phi) const {
  if (Phi.getParent() != L.getHeader())
    return {};
  auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi));
  if (!Recurrence || Recurrence->getLoop() != &L || !Recurrence->isAffine())
    return {};
  auto *Step = dyn_cast<SCEVConstant>(Recurrence->getOperand(1));
  return Step ? stepping(Step->getAPInt()) : Course{};
}

Course SegmentTerms::ifFixed(const Instruction &I) const {
  for (const Use &Operand : I.operands())
    if (!isa<Function>(Operand) && !courseOf(Operand).isFixed())
      return {};
  return fixed();
}

Course SegmentTerms::classifySum(const BinaryOperator &I) const {
  const Course A = courseOf(I.getOperand(0)), B = courseOf(I.getOperand(1));
  if (A.What == Course::Unknown || B.What == Course::Unknown)
    return {};
  const unsigned Width = I.getType()->getIntegerBitWidth();
  const APInt Other = stepOf(B, Width);
  return stepping(stepOf(A, Width) +
                  (I.getOpcode() == Instruction::Add ? Other : -Other));
}

/// Also of shifts to the left.
Course SegmentTerms::classifyProduct(const BinaryOperator &I) const {
  const Course A = courseOf(I.getOperand(0)), B = courseOf(I.getOperand(1));
  auto *Factor = dyn_cast<ConstantInt>(I.getOperand(1));
  if (I.getOpcode() == Instruction::Mul) {
    if (A.isFixed() && B.isFixed())
      return fixed();
    return A.isStepping() && Factor ? stepping(A.Step * Factor->getValue())
                                    : Course{};
  }
  const unsigned Width = I.getType()->getIntegerBitWidth();
  if (!Factor || Factor->getValue().uge(Width))
    return {};
  return A.isStepping() ? stepping(A.Step.shl(Factor->getValue())) : A;
}

Course SegmentTerms::classifyQuotient(BinaryOperator &I) {
  const unsigned Opcode = I.getOpcode();
  if (!isQuotient(Opcode))
    return {};
  Value *Divisor = I.getOperand(1);
  const Course Of = courseOf(I.getOperand(0));
  if (Of.What == Course::Unknown || !L.isLoopInvariant(Divisor))
    return {};
  const bool IsSigned =
      Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
  const bool IsRemainder =
      Opcode == Instruction::URem || Opcode == Instruction::SRem;
  auto *Known = dyn_cast<ConstantInt>(Divisor);
  if (Of.isFixed()) {
    if (Known && (Known->isZero() || (IsSigned && Known->isNegative())))
      return {};
    // The least negative number divided by minus one overflows.
    if (!Known && IsSigned)
      require({SegmentRequirement::AtLeast, Divisor, 1});
    else if (!Known)
      require({SegmentRequirement::NotZero, Divisor});
    return fixed();
  }
  const std::optional<uint64_t> Step = termStep(Of);
  const unsigned Width = I.getType()->getIntegerBitWidth();
  if (!Step || Log2_64_Ceil(MinimumRounds * *Step) + 1 >= Width)
    return {};
  if (Known && Known->getValue().slt(int64_t(MinimumRounds * *Step)))
    return {};
  if (!Known)
    require({SegmentRequirement::AtLeast, Divisor, MinimumRounds * *Step});
  limit({IsSigned ? SegmentLimit::SignedQuotient : SegmentLimit::Quotient,
         I.getOperand(0), Divisor});
  Useful = true;
  if (!IsRemainder)
    return fixed();
  // The divisor is positive.
  return term(I, {Course::Stepping, Of.Step, /*NeverWrapsUnsigned=*/!IsSigned,
                  /*NeverWrapsSigned=*/true});
}

Course SegmentTerms::classifyShift(BinaryOperator &I) {
  Value *Of = I.getOperand(0), *Amount = I.getOperand(1);
  const Course C = courseOf(Of);
  const unsigned Width = I.getType()->getIntegerBitWidth();
  auto *Known = dyn_cast<ConstantInt>(Amount);
  if (C.What == Course::Unknown || !L.isLoopInvariant(Amount) ||
      (Known && Known->getValue().uge(Width)))
    return {};
  if (C.isFixed()) {
    if (!Known)
      require({SegmentRequirement::ShiftAtLeast, Amount, 0});
    return fixed();
  }
  const bool IsSigned = I.getOpcode() == Instruction::AShr;
  if (Known && C.Step.countr_zero() >= Known->getZExtValue()) {
    // An extension, as LLVM writes it, times a power of two.
    keepFromWrapping(Of, IsSigned);
    return term(I,
                {Course::Stepping, C.Step.ashr(unsigned(Known->getZExtValue())),
                 !IsSigned, IsSigned});
  }
  const std::optional<uint64_t> Step = termStep(C);
  if (!Step || !InAddresses.contains(&I))
    return {};
  const unsigned Shortest = shortestBits(*Step);
  if (Shortest >= Width || (Known && Known->getValue().ult(Shortest)))
    return {};
  if (!Known)
    require({SegmentRequirement::ShiftAtLeast, Amount, Shortest});
  Useful |= !Known || Known->getValue().ult(ExtensionBits);
  limit({SegmentLimit::Shift, Of, Amount});
  return fixed();
}

Course SegmentTerms::classifyMask(BinaryOperator &I) {
  Value *Of = I.getOperand(0), *Mask = I.getOperand(1);
  if (L.isLoopInvariant(Of))
    std::swap(Of, Mask);
  const Course C = courseOf(Of);
  if (C.isFixed() && courseOf(Mask).isFixed())
    return fixed();
  const std::optional<uint64_t> Step = termStep(C);
  if (!Step || !L.isLoopInvariant(Mask) || !InAddresses.contains(&I))
    return {};
  const unsigned Opcode = I.getOpcode();
  const unsigned Shortest = shortestBits(*Step);
  const unsigned Width = I.getType()->getIntegerBitWidth();
  auto *Known = dyn_cast<ConstantInt>(Mask);
  // The lowest bits do not change.
  const unsigned Still = C.Step.countr_zero();
  bool WithOnes = Opcode == Instruction::And  ? !isHighMask(Mask)
                  : Opcode == Instruction::Or ? isLowMask(Mask)
                                              : false;
  if (Known && Opcode != Instruction::Xor)
    WithOnes = Known->getValue()[Still];
  if (Shortest >= Width)
    return {};
  bool Ends = false;
  if (Known) {
    const APInt Changing = Known->getValue().lshr(Still);
    const unsigned Bits =
        Still + (WithOnes ? Changing.countr_one() : Changing.countr_zero());
    if (Bits < Shortest)
      return {};
    Ends = Bits < Width;
    Useful |= Bits < ExtensionBits;
  } else {
    require({WithOnes ? SegmentRequirement::OnesAtLeast
                      : SegmentRequirement::ZerosAtLeast,
             Mask,
             maskTrailingOnes<uint64_t>(Shortest) &
                 ~maskTrailingOnes<uint64_t>(Still)});
    Useful = true;
  }
  limit({WithOnes ? SegmentLimit::Ones : SegmentLimit::Zeros, Of, Mask});
  if (WithOnes != (Opcode == Instruction::And))
    return fixed();
  return term(I, {Course::Stepping, C.Step, /*NeverWrapsUnsigned=*/true,
                  /*NeverWrapsSigned=*/Ends});
}

Course SegmentTerms::classifyCast(CastInst &I) {
  Value *Of = I.getOperand(0);
  const Course C = courseOf(Of);
  if (C.isFixed())
    return fixed();
  if (!C.isStepping())
    return {};
  const unsigned Width = I.getType()->getIntegerBitWidth();
  if (isa<TruncInst>(I))
    return stepping(C.Step.trunc(Width));
  if (!isa<ZExtInst, SExtInst>(I))
    return {};
  const bool IsSigned = isa<SExtInst>(I);
  APInt Step = extend(Of, IsSigned, Width);
  if (Step.isZero())
    return {};
  const bool IsExact = !extendsByOperands(Of, IsSigned);
  return term(I, {Course::Stepping, std::move(Step),
                  /*NeverWrapsUnsigned=*/IsExact && !IsSigned,
                  /*NeverWrapsSigned=*/IsExact});
}

/// Two that go up alike stay as they are to each other unless one wraps.
Course SegmentTerms::classifyComparison(CmpInst &I) {
  Value *A = I.getOperand(0), *B = I.getOperand(1);
  const Course First = courseOf(A), Second = courseOf(B);
  if (First.isFixed() && Second.isFixed())
    return fixed();
  if (!First.isStepping() || !Second.isStepping() || First.Step != Second.Step)
    return {};
  if (!I.isEquality()) {
    keepFromWrapping(A, I.isSigned());
    keepFromWrapping(B, I.isSigned());
  }
  return fixed();
}

bool SegmentTerms::extendsByOperands(const Value *V, bool IsSigned) const {
  auto *Operation = dyn_cast<OverflowingBinaryOperator>(V);
  return Operation && courseOf(V).isStepping() &&
         (IsSigned ? Operation->hasNoSignedWrap()
                   : Operation->hasNoUnsignedWrap());
}

/// Returns the step of \p V when it is extended to \p Width.
APInt SegmentTerms::extend(Value *V, bool IsSigned, unsigned Width) {
  const Course C = courseOf(V);
  if (C.isFixed())
    return APInt::getZero(Width);
  if (!extendsByOperands(V, IsSigned)) {
    keepFromWrapping(V, IsSigned);
    return C.Step.sext(Width);
  }
  auto *Operation = cast<BinaryOperator>(V);
  const APInt A = extend(Operation->getOperand(0), IsSigned, Width);
  Value *Other = Operation->getOperand(1);
  switch (Operation->getOpcode()) {
  case Instruction::Add:
    return A + extend(Other, IsSigned, Width);
  case Instruction::Sub:
    return A - extend(Other, IsSigned, Width);
  case Instruction::Shl:
    return A.shl(cast<ConstantInt>(Other)->getValue().zextOrTrunc(Width));
  default: {
    const APInt &Factor = cast<ConstantInt>(Other)->getValue();
    return A * (IsSigned ? Factor.sext(Width) : Factor.zext(Width));
  }
  }
}

/// Ends segments where \p V would wrap around.
void SegmentTerms::keepFromWrapping(Value *V, bool IsSigned) {
  Course &C = Courses[V];
  bool &Never = IsSigned ? C.NeverWrapsSigned : C.NeverWrapsUnsigned;
  if (Never)
    return;
  Never = true;
  limit(
      {IsSigned ? SegmentLimit::SignedRange : SegmentLimit::UnsignedRange, V});
  if (!isa<PHINode>(V))
    Terms.insert(cast<Instruction>(V));
}

Course SegmentTerms::term(Instruction &I, Course C) {
  Terms.insert(&I);
  return C;
}

void SegmentTerms::limit(SegmentLimit Limit) {
  if (!is_contained(Limits, Limit))
    Limits.push_back(Limit);
}

void SegmentTerms::require(SegmentRequirement Requirement) {
  if (!is_contained(Requirements, Requirement))
    Requirements.push_back(Requirement);
}

} // namespace facet
