//===- value_sets.cpp - Which values the variables of an access have ------===//
//
// See value_sets.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/value_sets.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Expressions that are deeper are not of indices.
constexpr unsigned MostDepth = 24;

bool isOneNumber(const LinearForm &Form) { return Form.Factors.empty(); }

} // namespace

ValueSetBuilder::ValueSetBuilder(Function &Kernel, Analyses &A,
                                 IRBuilder<> &Builder)
    : A(A), PostDominators(Kernel), Controllers(Kernel, PostDominators),
      Builder(Builder), Of(A.Evolution, A.Dominators, Builder) {}

//===-- Sums --------------------------------------------------------------===//

bool ValueSetBuilder::isUniform(const Value *V) const {
  if (isa<Constant>(V) || isa<Argument>(V) || isa<LoadInst>(V))
    return true; // those that are not have no uniformValue
  auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return false;
  const Intrinsic::ID Id = Callee->getIntrinsicID();
  return Callee->getName() == builtin::LocalArena ||
         (isUniformQuery(Id) && Id != Intrinsic::spv_group_id);
}

Value *ValueSetBuilder::uniformValue(Value *V) {
  if (!isUniform(V))
    return nullptr;
  if (auto *Call = dyn_cast<CallInst>(V))
    switch (Call->getIntrinsicID()) {
    case Intrinsic::spv_workgroup_size:
    case Intrinsic::spv_num_subgroups:
      NeedsFullGroups = true;
      break;
    default:
      break;
    }
  return Of.uniformValue(V);
}

bool ValueSetBuilder::isUniform(const SCEV *S) const {
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    if (auto *Unknown = dyn_cast<SCEVUnknown>(Part))
      return !isUniform(Unknown->getValue());
    return isa<SCEVAddRecExpr>(Part);
  });
}

/// Null if it is not the same in the whole launch, or not known.
Value *ValueSetBuilder::numberOf(const SCEV *S) {
  if (!isUniform(S))
    return nullptr;
  if (SCEVExprContains(S, [&](const SCEV *Part) {
        auto *Unknown = dyn_cast<SCEVUnknown>(Part);
        return Unknown && !uniformValue(Unknown->getValue());
      }))
    return nullptr;
  std::optional<Bounds> Found = Of.boundsOf(S, A.Dominators.getRoot());
  if (!Found)
    return nullptr;
  Of.fail(Builder.CreateICmpNE(Found->Least, Found->Most));
  return Found->Least;
}

LinearForm ValueSetBuilder::scaled(const LinearForm &A, Value *By) {
  LinearForm Result;
  Result.Constant = Of.multiply(A.Constant, By);
  for (auto [Variable, Factor] : A.Factors)
    Result.Factors[Variable] = Of.multiply(Factor, By);
  return Result;
}

LinearForm ValueSetBuilder::sum(const LinearForm &A, const LinearForm &B) {
  LinearForm Result = A;
  Result.Constant = Of.add(A.Constant, B.Constant);
  for (auto [Variable, Factor] : B.Factors) {
    Value *&All = Result.Factors[Variable];
    All = All ? Of.add(All, Factor) : Factor;
    auto *Number = dyn_cast<ConstantInt>(All);
    if (Number && Number->isZero())
      Result.Factors.erase(Variable);
  }
  return Result;
}

std::optional<LinearForm> ValueSetBuilder::linearForm(const SCEV *S,
                                                      const ValueSet &Values) {
  if (Depth == MostDepth || !S->getType()->isIntegerTy() ||
      S->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  Value *Before = Of.failed();
  ++Depth;
  Result Found = compute(S, Values);
  --Depth;
  if (!Found)
    Of.forgetSince(Before);
  return Found;
}

ValueSetBuilder::Result ValueSetBuilder::compute(const SCEV *S,
                                                 const ValueSet &Values) {
  if (Value *Number = numberOf(S))
    return LinearForm{Number, {}};
  switch (S->getSCEVType()) {
  case scSignExtend:
    return linearForm(cast<SCEVCastExpr>(S)->getOperand(), Values);
  case scZeroExtend: {
    Result Form = linearForm(cast<SCEVCastExpr>(S)->getOperand(), Values);
    if (Form)
      Of.fail(Builder.CreateICmpSLT(boundsOf(*Form, Values).Least,
                                    Builder.getInt64(0)));
    return Form;
  }
  case scTruncate:
    return fitting(linearForm(cast<SCEVCastExpr>(S)->getOperand(), Values), S,
                   Values);
  case scAddExpr: {
    LinearForm All = {Builder.getInt64(0), {}};
    for (const SCEV *Operand : cast<SCEVNAryExpr>(S)->operands()) {
      Result Form = linearForm(Operand, Values);
      if (!Form)
        return std::nullopt;
      All = sum(All, *Form);
    }
    return cast<SCEVNAryExpr>(S)->hasNoSignedWrap() ? All
                                                    : fitting(All, S, Values);
  }
  case scMulExpr:
    return ofProduct(*cast<SCEVNAryExpr>(S), Values);
  case scAddRecExpr:
    return ofRecurrence(*cast<SCEVAddRecExpr>(S), Values);
  case scUnknown:
    if (auto *Call = dyn_cast<CallInst>(cast<SCEVUnknown>(S)->getValue()))
      return fitting(ofQuery(*Call), S, Values);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

ValueSetBuilder::Result ValueSetBuilder::ofQuery(const CallInst &Query) const {
  if (!Query.getCalledFunction() || Query.arg_size() != 1)
    return std::nullopt;
  auto *Dimension = dyn_cast<ConstantInt>(Query.getArgOperand(0));
  if (!Dimension || Dimension->getZExtValue() > 2)
    return std::nullopt;
  unsigned First;
  switch (Query.getIntrinsicID()) {
  case Intrinsic::spv_thread_id:
    First = FACET_CPU_GLOBAL_IDS;
    break;
  case Intrinsic::spv_thread_id_in_group:
    First = FACET_CPU_LOCAL_IDS;
    break;
  case Intrinsic::spv_group_id:
    First = FACET_CPU_GROUP_IDS;
    break;
  default:
    return std::nullopt;
  }
  LinearForm Form = {Builder.getInt64(0), {}};
  Form.Factors[First + static_cast<unsigned>(Dimension->getZExtValue())] =
      Builder.getInt64(1);
  return Form;
}

ValueSetBuilder::Result
ValueSetBuilder::ofProduct(const SCEVNAryExpr &S, const ValueSet &Values) {
  LinearForm Product = {Builder.getInt64(1), {}};
  for (const SCEV *Operand : S.operands()) {
    Result Form = linearForm(Operand, Values);
    if (!Form || (!isOneNumber(Product) && !isOneNumber(*Form)))
      return std::nullopt;
    Product = isOneNumber(*Form) ? scaled(Product, Form->Constant)
                                 : scaled(*Form, Product.Constant);
  }
  if (S.hasNoSignedWrap())
    return Product;
  return fitting(Product, &S, Values);
}

ValueSetBuilder::Result
ValueSetBuilder::ofRecurrence(const SCEVAddRecExpr &S, const ValueSet &Values) {
  const auto *Found = find(Values.Loops, S.getLoop());
  if (!S.isAffine() || Found == Values.Loops.end())
    return std::nullopt;
  const unsigned Variable =
      FACET_CPU_LOOPS + static_cast<unsigned>(Found - Values.Loops.begin());
  if (!Values.Of[Variable].Last)
    return std::nullopt;
  Value *Step = numberOf(S.getStepRecurrence(A.Evolution));
  Result Start = Step ? linearForm(S.getStart(), Values) : std::nullopt;
  if (!Start)
    return std::nullopt;
  LinearForm All = *Start;
  All = sum(All, LinearForm{Builder.getInt64(0), {{Variable, Step}}});
  return S.hasNoSignedWrap() ? All : *fitting(All, &S, Values);
}

/// Where \p S has fewer bits than numbers here.
ValueSetBuilder::Result ValueSetBuilder::fitting(Result Form, const SCEV *S,
                                                 const ValueSet &Values) {
  const unsigned Bits = S->getType()->getIntegerBitWidth();
  if (!Form || Bits == 64)
    return Form;
  auto Limit = [&](const APInt &Number) {
    return Builder.getInt64(static_cast<uint64_t>(Number.getSExtValue()));
  };
  const Bounds All = boundsOf(*Form, Values);
  Of.fail(Builder.CreateICmpSLT(All.Least, Limit(APInt::getSignedMinValue(Bits))));
  Of.fail(Builder.CreateICmpSGT(All.Most, Limit(APInt::getSignedMaxValue(Bits))));
  return Form;
}

Bounds ValueSetBuilder::boundsOf(const LinearForm &Form,
                                 const ValueSet &Values) {
  Bounds All = {Form.Constant, Form.Constant};
  for (auto [Variable, Factor] : Form.Factors) {
    const ValueSet::Range &Range = Values.Of[Variable];
    Value *First = Of.multiply(Factor, Range.First),
          *Last = Of.multiply(Factor, Range.Last);
    All = {Of.add(All.Least, Of.smaller(First, Last)),
           Of.add(All.Most, Of.larger(First, Last))};
  }
  return All;
}

//===-- Values ------------------------------------------------------------===//

ValueSet ValueSetBuilder::valuesAt(BasicBlock &Block,
                                   ArrayRef<ValueSet::Range> Ids) {
  ValueSet Values;
  copy(Ids, Values.Of);
  Values.IsExact = Builder.getTrue();
  Values.IsAbsent = Builder.getFalse();
  addLoops(Block, Values);
  addGuards(Block, Values);
  return Values;
}

void ValueSetBuilder::addLoops(BasicBlock &Block, ValueSet &Values) {
  for (Loop *L = A.Loops.getLoopFor(&Block); L; L = L->getParentLoop())
    Values.Loops.insert(Values.Loops.begin(), L);
  if (Values.Loops.size() > FACET_CPU_MOST_LOOPS) {
    Values.MayBeExact = false;
    Values.Loops.truncate(FACET_CPU_MOST_LOOPS);
  }
  for (auto [Index, L] : enumerate(Values.Loops)) {
    BasicBlock *Exit = L->getExitingBlock();
    const SCEV *Count = Exit ? A.Evolution.getExitCount(L, Exit) : nullptr;
    Value *Last = nullptr;
    Value *Before = Of.failed();
    if (Count && !isa<SCEVCouldNotCompute>(Count) && L->getLoopLatch())
      Last = numberOf(Count);
    if (!Last) {
      Of.forgetSince(Before);
      Values.MayBeExact = false;
      continue;
    }
    // A count is no signed number.
    Of.fail(Builder.CreateICmpSLT(Last, Builder.getInt64(0)));
    // Behind the test for the end, the last iteration does not get there.
    if (Exit != &Block && A.Dominators.dominates(Exit, &Block))
      Last = Builder.CreateSub(Last, Builder.getInt64(1));
    Values.Of[FACET_CPU_LOOPS + Index] = {Builder.getInt64(0), Last};
  }
}

/// Conditions on all paths to \p Block.
void ValueSetBuilder::addGuards(BasicBlock &Block, ValueSet &Values) {
  const auto IsEndOfLoop = [&](BasicBlock *Branch) {
    Loop *L = A.Loops.getLoopFor(Branch);
    while (L && !(L->contains(&Block) && L->isLoopExiting(Branch)))
      L = L->getParentLoop();
    return L && L->getExitingBlock();
  };
  SmallPtrSet<BasicBlock *, 8> Known;
  SmallVector<std::pair<Value *, bool>> Conditions;
  const auto Deciding = Controllers.allOf({&Block});
  for (auto *Node = A.Dominators.getNode(&Block)->getIDom(); Node;
       Node = Node->getIDom()) {
    BasicBlock *Branch = Node->getBlock();
    auto *End = dyn_cast<BranchInst>(Branch->getTerminator());
    if (!Deciding.contains(Branch) || !End || End->isUnconditional() ||
        End->getSuccessor(0) == End->getSuccessor(1) || IsEndOfLoop(Branch))
      continue;
    for (unsigned Way : {0, 1})
      if (A.Dominators.dominates(BasicBlockEdge(Branch, End->getSuccessor(Way)),
                                 &Block)) {
        Conditions.push_back({End->getCondition(), Way == 0});
        Known.insert(Branch);
      }
  }
  for (BasicBlock *Branch : Deciding)
    if (!Known.contains(Branch) && !IsEndOfLoop(Branch))
      Values.MayBeExact = false;
  // The outer ones first: they bound what the inner ones compare.
  for (auto [Condition, Holds] : reverse(Conditions))
    restrict(Condition, Holds, Values);
}

void ValueSetBuilder::restrict(Value *Condition, bool Holds, ValueSet &Values) {
  Value *Left, *Right;
  if (match(Condition, m_Not(m_Value(Left))))
    return restrict(Left, !Holds, Values);
  if (match(Condition, m_Freeze(m_Value(Left))))
    return restrict(Left, Holds, Values);
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(Left), m_Value(Right)))
            : match(Condition, m_LogicalOr(m_Value(Left), m_Value(Right)))) {
    restrict(Left, Holds, Values);
    return restrict(Right, Holds, Values);
  }
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  Value *Before = Of.failed();
  ValueSet Saved = Values;
  if (Compare && Compare->getOperand(0)->getType()->isIntegerTy() &&
      restrictTo(*Compare, Holds, Values))
    return;
  Of.forgetSince(Before);
  Values = Saved;
  Values.MayBeExact = false;
}

bool ValueSetBuilder::restrictTo(ICmpInst &Compare, bool Holds,
                                 ValueSet &Values) {
  ICmpInst::Predicate Is =
      Holds ? Compare.getPredicate() : Compare.getInversePredicate();
  Value *Left = Compare.getOperand(0), *Right = Compare.getOperand(1);
  if (ICmpInst::isGT(Is) || ICmpInst::isGE(Is)) {
    Is = ICmpInst::getSwappedPredicate(Is);
    std::swap(Left, Right);
  }
  Result A = linearForm(this->A.Evolution.getSCEV(Left), Values);
  Result B =
      A ? linearForm(this->A.Evolution.getSCEV(Right), Values) : std::nullopt;
  if (!B)
    return false;
  Value *MinusOne = Builder.getInt64(~uint64_t(0));
  const LinearForm Difference = sum(*A, scaled(*B, MinusOne));
  if (ICmpInst::isUnsigned(Is)) {
    // Less than a number that is not negative: between 0 and it.
    Of.fail(Builder.CreateICmpSLT(boundsOf(*B, Values).Least,
                                  Builder.getInt64(0)));
    if (!restrictTo(scaled(*A, MinusOne), Relation::NotPositive, Values))
      return false;
  }
  switch (Is) {
  case ICmpInst::ICMP_EQ:
    return restrictTo(Difference, Relation::Zero, Values);
  case ICmpInst::ICMP_NE:
    return restrictTo(Difference, Relation::NotZero, Values);
  case ICmpInst::ICMP_ULT:
  case ICmpInst::ICMP_SLT:
    return restrictTo(Difference, Relation::Negative, Values);
  default:
    return restrictTo(Difference, Relation::NotPositive, Values);
  }
}

bool ValueSetBuilder::restrictTo(const LinearForm &Form, Relation To,
                                 ValueSet &Values) {
  Value *Zero = Builder.getInt64(0);
  if (isOneNumber(Form)) {
    constexpr ICmpInst::Predicate Otherwise[] = {
        ICmpInst::ICMP_SGE, ICmpInst::ICMP_SGT, ICmpInst::ICMP_NE,
        ICmpInst::ICMP_EQ};
    Values.IsAbsent = Builder.CreateOr(
        Values.IsAbsent, Builder.CreateICmp(Otherwise[static_cast<int>(To)],
                                            Form.Constant, Zero));
    return true;
  }
  auto *Factor = dyn_cast<ConstantInt>(Form.Factors.begin()->second);
  if (Form.Factors.size() != 1 || !Factor || Factor->isMinValue(true))
    return false;
  ValueSet::Range &Range = Values.Of[Form.Factors.begin()->first];
  const int64_t Number = Factor->getSExtValue();
  Value *Least = Of.multiply(Form.Constant, Builder.getInt64(~uint64_t(0)));
  if (To == Relation::Negative)
    Least = Of.add(Least, Builder.getInt64(~uint64_t(0)));
  if (To == Relation::Negative || To == Relation::NotPositive) {
    // Number * the variable is at most Least.
    Value *Limit = flooredQuotient(Least, std::abs(Number));
    if (Number > 0)
      Range.Last = Of.smaller(Range.Last, Limit);
    else
      Range.First = Of.larger(
          Range.First, Of.multiply(Limit, Builder.getInt64(~uint64_t(0))));
    return true;
  }
  if (std::abs(Number) != 1)
    return false;
  Value *Only = Of.multiply(Least, Builder.getInt64(static_cast<uint64_t>(Number)));
  if (To == Relation::NotZero) {
    exclude(Only, Range, Values);
    return true;
  }
  Range.First = Of.larger(Range.First, Only);
  Range.Last = Of.smaller(Range.Last, Only);
  return true;
}

void ValueSetBuilder::exclude(Value *Number, ValueSet::Range &Range,
                              ValueSet &Values) {
  Value *One = Builder.getInt64(1);
  Value *IsFirst = Builder.CreateICmpEQ(Number, Range.First),
        *IsLast = Builder.CreateICmpEQ(Number, Range.Last);
  Value *IsBetween =
      Builder.CreateAnd(Builder.CreateICmpSGT(Number, Range.First),
                        Builder.CreateICmpSLT(Number, Range.Last));
  Values.IsExact =
      Builder.CreateAnd(Values.IsExact, Builder.CreateNot(IsBetween));
  Range.First = Builder.CreateSelect(
      IsFirst, Builder.CreateAdd(Range.First, One), Range.First);
  Range.Last = Builder.CreateSelect(
      IsLast, Builder.CreateSub(Range.Last, One), Range.Last);
}

Value *ValueSetBuilder::flooredQuotient(Value *Dividend, int64_t Divisor) {
  if (Divisor == 1)
    return Dividend;
  Value *By = Builder.getInt64(static_cast<uint64_t>(Divisor));
  Value *Quotient = Builder.CreateSDiv(Dividend, By);
  Value *Rest = Builder.CreateSub(Dividend, Builder.CreateMul(Quotient, By));
  Value *IsBelow = Builder.CreateICmpSLT(Rest, Builder.getInt64(0));
  return Builder.CreateSelect(
      IsBelow, Builder.CreateSub(Quotient, Builder.getInt64(1)), Quotient);
}

} // namespace facet
