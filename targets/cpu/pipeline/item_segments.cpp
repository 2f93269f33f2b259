//===- item_segments.cpp - Loops whose index is taken apart ---------------===//
//
// See item_segments.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_segments.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/segment_terms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace facet {
namespace {

/// A loop of more instructions has no second version.
constexpr unsigned MaximumSize = 1000;

/// Loops of so few rounds keep their form.
constexpr uint64_t FewRounds = 16;

/// More rounds than that are counted by the old version.
constexpr uint64_t MaximumRounds = uint64_t(1) << 62;

bool isLarge(const Loop &L) {
  unsigned Size = 0;
  for (BasicBlock *Block : L.blocks())
    Size += Block->size();
  return Size > MaximumSize;
}

/// What is computed once a segment, from what its first round has.
class SegmentStart {
public:
  SegmentStart(const SegmentTerms &Terms, const Loop &L)
      : Terms(Terms), L(L), Before(*L.getLoopPreheader()) {}

  /// \p Round is the number of the segment's first round.
  void compute(IRBuilder<> &At, Value *Round);

  /// The value that \p V has in the first round.
  Value *valueOf(Value *V);

  /// How many rounds behind the first one are within the limits, at most
  /// \p Most.
  Value *lastRound(IRBuilder<> &At, Value *Most);

  /// What segments are worth it for.
  Value *meets(IRBuilder<> &At, const SegmentRequirement &Requirement);

private:
  Value *startOf(IRBuilder<> &At, Instruction &I, Value *Round);
  Value *divide(IRBuilder<> &At, Instruction::BinaryOps Opcode, Value *Of,
                Value *By);
  Value *extend(IRBuilder<> &At, Value *V, bool IsSigned, Type *To);
  Value *roomOf(IRBuilder<> &At, const SegmentLimit &Limit);
  Value *lowestBits(IRBuilder<> &At, const SegmentLimit &Limit);

  const SegmentTerms &Terms;
  const Loop &L;
  BasicBlock &Before;
  DenseMap<Value *, Value *> Known;
  std::map<std::tuple<unsigned, Value *, Value *>, Value *> Quotients;
};

/// A value of before the loop must be one value wherever it is used: what is
/// computed from it is computed where the program may not have done so.
Value *SegmentStart::valueOf(Value *V) {
  if (isa<Constant>(V) && isGuaranteedNotToBeUndefOrPoison(V))
    return V;
  Value *&Result = Known[V];
  if (!Result)
    Result = isGuaranteedNotToBeUndefOrPoison(V)
                 ? V
                 : new FreezeInst(V, "", Before.getTerminator()->getIterator());
  return Result;
}

/// Division and remainder of the same values become one instruction if they
/// are next to each other.
Value *SegmentStart::divide(IRBuilder<> &At, Instruction::BinaryOps Opcode,
                            Value *Of, Value *By) {
  Value *&Result = Quotients[{Opcode, Of, By}];
  if (!Result)
    Result = At.CreateBinOp(Opcode, Of, By);
  return Result;
}

Value *SegmentStart::extend(IRBuilder<> &At, Value *V, bool IsSigned,
                            Type *To) {
  if (!Terms.extendsByOperands(V, IsSigned))
    return IsSigned ? At.CreateSExt(valueOf(V), To)
                    : At.CreateZExt(valueOf(V), To);
  auto *I = cast<BinaryOperator>(V);
  Value *A = extend(At, I->getOperand(0), IsSigned, To);
  if (I->getOpcode() == Instruction::Shl)
    return At.CreateShl(A, cast<ConstantInt>(I->getOperand(1))->getZExtValue());
  return At.CreateBinOp(I->getOpcode(), A,
                        extend(At, I->getOperand(1), IsSigned, To));
}

Value *SegmentStart::startOf(IRBuilder<> &At, Instruction &I, Value *Round) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Value *First = valueOf(Phi->getIncomingValueForBlock(L.getLoopPreheader()));
    Type *Ty = Phi->getType();
    const APInt Step = Terms.courseOf(Phi).Step;
    Value *Change = At.CreateZExtOrTrunc(Round, Ty);
    if (!Step.isOne())
      Change = At.CreateMul(Change, ConstantInt::get(Ty, Step));
    auto *Zero = dyn_cast<ConstantInt>(First);
    return Zero && Zero->isZero() ? Change : At.CreateAdd(First, Change);
  }
  if (isa<ZExtInst, SExtInst>(I) && Terms.courseOf(&I).isStepping())
    return extend(At, I.getOperand(0), isa<SExtInst>(I), I.getType());
  if (I.isIntDivRem())
    return divide(At, cast<BinaryOperator>(I).getOpcode(),
                  valueOf(I.getOperand(0)), valueOf(I.getOperand(1)));
  if (isa<FreezeInst>(I))
    return valueOf(I.getOperand(0));
  Instruction *New = I.clone();
  for (Use &Operand : New->operands())
    if (!isa<Function>(Operand))
      Operand.set(valueOf(Operand));
  // What overflows in the first round need not do so in others.
  New->dropPoisonGeneratingAnnotations();
  New->dropUBImplyingAttrsAndMetadata();
  return At.Insert(New);
}

void SegmentStart::compute(IRBuilder<> &At, Value *Round) {
  for (Instruction *I : Terms.values()) {
    At.SetCurrentDebugLocation(I->getDebugLoc());
    Value *Start = startOf(At, *I, Round);
    Known[I] = Start;
  }
}

/// Ones where the value may have anything until it leaves its block.
Value *SegmentStart::lowestBits(IRBuilder<> &At, const SegmentLimit &Limit) {
  Value *By = valueOf(Limit.By);
  Type *Ty = By->getType();
  if (Limit.What == SegmentLimit::Shift)
    return At.CreateNot(At.CreateShl(Constant::getAllOnesValue(Ty), By));
  // Bits below the step are what they are.
  const APInt Still = APInt::getLowBitsSet(
      Ty->getIntegerBitWidth(), Terms.courseOf(Limit.Of).Step.countr_zero());
  Value *One = ConstantInt::get(Ty, 1);
  if (Limit.What == SegmentLimit::Zeros) {
    if (!Still.isZero())
      By = At.CreateAnd(By, ConstantInt::get(Ty, ~Still));
    return At.CreateAnd(At.CreateNot(By), At.CreateSub(By, One));
  }
  if (!Still.isZero())
    By = At.CreateOr(By, ConstantInt::get(Ty, Still));
  return At.CreateAnd(By, At.CreateNot(At.CreateAdd(By, One)));
}

/// Returns how much the value may change, without sign.
Value *SegmentStart::roomOf(IRBuilder<> &At, const SegmentLimit &Limit) {
  Value *Of = valueOf(Limit.Of);
  Type *Ty = Of->getType();
  const unsigned Width = Ty->getIntegerBitWidth();
  const bool Down = Terms.courseOf(Limit.Of).Step.isNegative();
  auto *Most = ConstantInt::get(Ty, APInt::getSignedMaxValue(Width));
  auto *Zero = ConstantInt::get(Ty, 0);
  switch (Limit.What) {
  case SegmentLimit::UnsignedRange:
    return Down ? Of : At.CreateNot(Of);
  case SegmentLimit::SignedRange:
    return Down ? At.CreateXor(Of,
                               ConstantInt::get(Ty, APInt::getSignMask(Width)))
                : At.CreateSub(Most, Of);
  case SegmentLimit::Quotient: {
    Value *By = valueOf(Limit.By);
    Value *Rest = divide(At, Instruction::URem, Of, By);
    Value *Room = At.CreateSub(At.CreateSub(By, ConstantInt::get(Ty, 1)), Rest);
    return At.CreateBinaryIntrinsic(Intrinsic::umin, Room, At.CreateNot(Of));
  }
  case SegmentLimit::SignedQuotient: {
    // Quotients are rounded towards zero: a block of negative values ends with
    // the multiple, one of positive values before it.
    Value *By = valueOf(Limit.By);
    Value *Rest = divide(At, Instruction::SRem, Of, By);
    Value *Room = At.CreateSub(At.CreateSub(By, ConstantInt::get(Ty, 1)), Rest);
    Room =
        At.CreateBinaryIntrinsic(Intrinsic::umin, Room, At.CreateSub(Most, Of));
    return At.CreateSelect(At.CreateICmpSLT(Of, Zero), At.CreateNeg(Rest),
                           Room);
  }
  default:
    return At.CreateAnd(At.CreateNot(Of), lowestBits(At, Limit));
  }
}

Value *SegmentStart::lastRound(IRBuilder<> &At, Value *Most) {
  for (const SegmentLimit &Limit : Terms.limits()) {
    Value *Rounds = roomOf(At, Limit);
    const APInt Step = Terms.courseOf(Limit.Of).Step.abs();
    if (!Step.isOne())
      Rounds = At.CreateUDiv(Rounds, ConstantInt::get(Rounds->getType(), Step));
    Rounds = At.CreateZExt(Rounds, Most->getType());
    Most = At.CreateBinaryIntrinsic(Intrinsic::umin, Most, Rounds);
  }
  return Most;
}

Value *SegmentStart::meets(IRBuilder<> &At,
                           const SegmentRequirement &Requirement) {
  Value *Of = valueOf(Requirement.Of);
  Type *Ty = Of->getType();
  auto *Number = ConstantInt::get(Ty, Requirement.Number);
  switch (Requirement.What) {
  case SegmentRequirement::NotZero:
    return At.CreateIsNotNull(Of);
  case SegmentRequirement::AtLeast:
    return At.CreateICmpSGE(Of, Number);
  case SegmentRequirement::ShiftAtLeast: {
    const uint64_t Amounts = Ty->getIntegerBitWidth() - Requirement.Number;
    return At.CreateICmpULT(At.CreateSub(Of, Number),
                            ConstantInt::get(Ty, Amounts));
  }
  case SegmentRequirement::ZerosAtLeast:
    return At.CreateIsNull(At.CreateAnd(Of, Number));
  case SegmentRequirement::OnesAtLeast:
    return At.CreateICmpEQ(At.CreateAnd(Of, Number), Number);
  }
  llvm_unreachable("unknown requirement");
}

/// Writes the second version of one loop.
class Segmenter {
public:
  Segmenter(Loop &L, ScalarEvolution &Evolution, const SegmentTerms &Terms)
      : L(L), Evolution(Evolution), Terms(Terms),
        F(*L.getHeader()->getParent()), Context(F.getContext()),
        Before(L.getLoopPreheader()), Header(L.getHeader()),
        Latch(L.getLoopLatch()), Exit(L.getExitBlock()), Start(Terms, L) {}

  /// \p LastRound is the number of the loop's last round.
  void run(const SCEV *LastRound);

private:
  BasicBlock *block(const Twine &Name);
  void cloneBody();
  void decide(const SCEV *LastRound);
  void openSegment();
  Value *whatMayBeLeftOut();
  void enterSegment(IRBuilder<> &At);
  void closeSegment();
  void replaceTerms();
  void replaceBy(Instruction &I, Value *New);
  Value *recurrence(Instruction &I);
  void join();
  void removeUnused();

  Loop &L;
  ScalarEvolution &Evolution;
  const SegmentTerms &Terms;
  Function &F;
  LLVMContext &Context;
  BasicBlock *Before, *Header, *Latch, *Exit;
  SegmentStart Start;
  ValueToValueMapTy Clones;
  SmallVector<BasicBlock *> Body;
  /// The outer loop is from Segment to SegmentEnd, the inner one between Rows
  /// and RowsEnd; Whole is before the old one.
  BasicBlock *Whole = nullptr, *Segment = nullptr, *Rows = nullptr,
             *RowsEnd = nullptr, *SegmentEnd = nullptr;
  Value *Last = nullptr, *All = nullptr, *Rounds = nullptr;
  PHINode *Done = nullptr, *Round = nullptr;
  MapVector<PHINode *, PHINode *> Carried;
};

BasicBlock *Segmenter::block(const Twine &Name) {
  return BasicBlock::Create(Context, Name, &F, Header);
}

void Segmenter::run(const SCEV *LastRound) {
  Whole = block("whole");
  Segment = block("segment");
  Rows = block("segment.rows");
  RowsEnd = block("segment.rows.end");
  SegmentEnd = block("segment.end");
  decide(LastRound);
  cloneBody();
  openSegment();
  replaceTerms();
  closeSegment();
  join();
  removeUnused();
}

/// Before the loop: what runs.
void Segmenter::decide(const SCEV *LastRound) {
  Instruction *End = Before->getTerminator();
  IRBuilder<> Builder(End->getParent(), End->getIterator());
  Type *Counter = Builder.getInt64Ty();
  SCEVExpander Expander(Evolution, "rounds");
  Last = Expander.expandCodeFor(
      Evolution.getNoopOrZeroExtend(LastRound, Counter), Counter, End);
  Builder.SetInsertPoint(End);
  if (!isGuaranteedNotToBeUndefOrPoison(Last))
    Last = Builder.CreateFreeze(Last);
  auto *Fewest = Builder.getInt64(Terms.minimumRounds() - 1);
  Value *Good = Builder.CreateICmpULT(Builder.CreateSub(Last, Fewest),
                                      Builder.getInt64(MaximumRounds));
  for (const SegmentRequirement &Requirement : Terms.requirements())
    Good = Builder.CreateAnd(Good, Start.meets(Builder, Requirement));
  All = Builder.CreateAdd(Last, Builder.getInt64(1), "", true, true);
  Builder.CreateCondBr(Good, Segment, Whole);
  End->eraseFromParent();
  BranchInst::Create(Header, Whole);
  Header->replacePhiUsesWith(Before, Whole);
}

void Segmenter::cloneBody() {
  Clones[Whole] = Rows;
  for (BasicBlock *Block : L.blocks()) {
    BasicBlock *New = CloneBasicBlock(Block, Clones, ".seg", &F);
    New->moveBefore(RowsEnd);
    Clones[Block] = New;
    Body.push_back(New);
  }
  remapInstructionsInBlocks(Body, Clones);
}

/// What a segment starts with.
void Segmenter::openSegment() {
  IRBuilder<> Builder(Segment);
  Type *Counter = Last->getType();
  Done = Builder.CreatePHI(Counter, 2, "done");
  Done->addIncoming(ConstantInt::get(Counter, 0), Before);
  for (PHINode &Phi : Header->phis())
    if (!Terms.courseOf(&Phi).isStepping()) {
      PHINode *New = Builder.CreatePHI(Phi.getType(), 2, Phi.getName());
      New->addIncoming(Phi.getIncomingValueForBlock(Whole), Before);
      Carried[&Phi] = New;
    }
  Start.compute(Builder, Done);
  Builder.SetCurrentDebugLocation(DebugLoc());
  Rounds = Start.lastRound(Builder, Builder.CreateSub(Last, Done));
  Rounds = Builder.CreateAdd(Rounds, ConstantInt::get(Counter, 1), "rounds",
                             true, true);
  enterSegment(Builder);
  auto *NewHeader = cast<BasicBlock>(Clones[Header]);
  for (PHINode &Phi : Header->phis()) {
    auto *New = cast<PHINode>(Clones[&Phi]);
    Value *First = Carried.count(&Phi) ? Carried[&Phi] : Start.valueOf(&Phi);
    New->setIncomingValueForBlock(Rows, First);
  }
  Builder.SetInsertPoint(NewHeader, NewHeader->begin());
  Round = Builder.CreatePHI(Counter, 2, "round");
  Round->addIncoming(ConstantInt::get(Counter, 0), Rows);
}

/// Returns the condition of the header's branch if the segment decides it and
/// the loop does nothing on one way; null otherwise.
Value *Segmenter::whatMayBeLeftOut() {
  auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Branch || !Branch->isConditional() || Header == Latch ||
      !is_contained(Branch->successors(), Latch) || !Carried.empty() ||
      !Terms.courseOf(Branch->getCondition()).isFixed())
    return nullptr;
  for (PHINode &Phi : Exit->phis())
    if (!L.isLoopInvariant(Phi.getIncomingValueForBlock(Latch)))
      return nullptr;
  for (BasicBlock *Block : {Header, Latch})
    for (Instruction &I : *Block)
      if (I.mayHaveSideEffects())
        return nullptr;
  return Branch->getCondition();
}

void Segmenter::enterSegment(IRBuilder<> &At) {
  auto *NewHeader = cast<BasicBlock>(Clones[Header]);
  BranchInst::Create(NewHeader, Rows);
  BranchInst::Create(SegmentEnd, RowsEnd);
  Value *Condition = whatMayBeLeftOut();
  if (!Condition) {
    At.CreateBr(Rows);
    return;
  }
  const bool Works = Header->getTerminator()->getSuccessor(0) != Latch;
  At.CreateCondBr(Start.valueOf(Condition), Works ? Rows : SegmentEnd,
                  Works ? SegmentEnd : Rows);
  auto *Branch = cast<BranchInst>(NewHeader->getTerminator());
  Branch->setCondition(ConstantInt::getBool(Context, Works));
  ConstantFoldTerminator(NewHeader);
}

void Segmenter::replaceBy(Instruction &I, Value *New) {
  auto *Old = cast<Instruction>(Clones[&I]);
  Old->replaceAllUsesWith(New);
  Old->eraseFromParent();
  Clones[&I] = New;
}

/// A phi rather than a sum: of sums, LLVM does not know that they do not wrap.
Value *Segmenter::recurrence(Instruction &I) {
  const Course C = Terms.courseOf(&I);
  Type *Ty = I.getType();
  auto *NewHeader = cast<BasicBlock>(Clones[Header]);
  auto *NewLatch = cast<BasicBlock>(Clones[Latch]);
  IRBuilder<> Builder(NewHeader, NewHeader->begin());
  PHINode *Phi = Builder.CreatePHI(Ty, 2, I.getName());
  Phi->addIncoming(Start.valueOf(&I), Rows);
  Builder.SetInsertPoint(NewLatch->getTerminator());
  const bool Up = C.Step.isStrictlyPositive();
  Phi->addIncoming(Builder.CreateAdd(Phi, ConstantInt::get(Ty, C.Step), "",
                                     Up && C.NeverWrapsUnsigned,
                                     C.NeverWrapsSigned),
                   NewLatch);
  return Phi;
}

void Segmenter::replaceTerms() {
  // Users first: of some values, only the extensions are used.
  for (Instruction *I : reverse(Terms.values())) {
    auto *Old = cast<Instruction>(Clones[I]);
    if (Old->use_empty() && !isUsedBehind(*I, L))
      continue;
    if (Terms.courseOf(I).isFixed())
      replaceBy(*I, Start.valueOf(I));
    else if (Terms.terms().contains(I))
      replaceBy(*I, recurrence(*I));
  }
}

void Segmenter::closeSegment() {
  auto *NewHeader = cast<BasicBlock>(Clones[Header]);
  auto *NewLatch = cast<BasicBlock>(Clones[Latch]);
  Instruction *Back = NewLatch->getTerminator();
  IRBuilder<> Builder(NewLatch, Back->getIterator());
  Value *Next = Builder.CreateAdd(Round, ConstantInt::get(Round->getType(), 1),
                                  "", true, true);
  Round->addIncoming(Next, NewLatch);
  Instruction *NewBack = Builder.CreateCondBr(
      Builder.CreateICmpEQ(Next, Rounds), RowsEnd, NewHeader);
  if (MDNode *Old = L.getLoopID()) {
    SmallVector<Metadata *> Properties(Old->operands());
    MDNode *New = MDNode::getDistinct(Context, Properties);
    New->replaceOperandWith(0, New);
    NewBack->setMetadata(LLVMContext::MD_loop, New);
  }
  Back->eraseFromParent();

  Builder.SetInsertPoint(SegmentEnd);
  for (auto [Old, New] : Carried) {
    auto *Inner = cast<PHINode>(Clones[Old]);
    PHINode *Out = PHINode::Create(Inner->getType(), 1, "", RowsEnd->begin());
    Out->addIncoming(Inner->getIncomingValueForBlock(NewLatch), NewLatch);
    New->addIncoming(Out, SegmentEnd);
  }
  Value *NowDone = Builder.CreateAdd(Done, Rounds, "", true, true);
  Done->addIncoming(NowDone, SegmentEnd);
}

/// Both versions go on with the same block.
void Segmenter::join() {
  BasicBlock *WholeEnd = block("whole.end"), *AllEnd = block("segments.end");
  Latch->getTerminator()->replaceSuccessorWith(Exit, WholeEnd);
  Exit->replacePhiUsesWith(Latch, WholeEnd);
  BranchInst::Create(Exit, WholeEnd);
  IRBuilder<> Builder(SegmentEnd);
  auto *NewLatch = cast<BasicBlock>(Clones[Latch]);
  for (PHINode &Phi : Exit->phis()) {
    Value *Old = Phi.getIncomingValueForBlock(WholeEnd), *New = Old;
    if (auto *I = dyn_cast<Instruction>(Old); I && L.contains(I)) {
      PHINode *Out = PHINode::Create(Phi.getType(), 1, "", RowsEnd->begin());
      Out->addIncoming(Clones[I], NewLatch);
      New = PHINode::Create(Phi.getType(), 1, "", AllEnd);
      cast<PHINode>(New)->addIncoming(Out, SegmentEnd);
    }
    Phi.addIncoming(New, AllEnd);
  }
  Value *IsEnd =
      Builder.CreateICmpEQ(Done->getIncomingValueForBlock(SegmentEnd), All);
  Builder.CreateCondBr(IsEnd, AllEnd, Segment);
  BranchInst::Create(Exit, AllEnd);
}

/// The old conditions, and what no limit needed.
void Segmenter::removeUnused() {
  Body.push_back(Segment);
  for (BasicBlock *Block : reverse(Body))
    for (Instruction &I : make_early_inc_range(reverse(*Block)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
}

/// True if the loop is one over work-items as this pass knows them.
bool mayHaveSegments(const Loop &L) {
  return isMarkedParallel(L) && L.isInnermost() && L.getLoopLatch() &&
         L.getExitingBlock() == L.getLoopLatch() && SegmentTerms::mayHave(L) &&
         !isLarge(L) && L.isSafeToClone();
}

bool segment(Loop &L, Function &F, FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto *Back = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  if (!L.isLoopSimplifyForm() || !L.getExitBlock() || !Back ||
      !L.getExitBlock()->getSinglePredecessor())
    return false;
  const SCEV *LastRound = Evolution.getBackedgeTakenCount(&L);
  auto *Few = dyn_cast<SCEVConstant>(LastRound);
  if (isa<SCEVCouldNotCompute>(LastRound) ||
      !LastRound->getType()->isIntegerTy() ||
      LastRound->getType()->getIntegerBitWidth() > 64 ||
      (Few && Few->getAPInt().ule(FewRounds)))
    return false;
  SCEVExpander Expander(Evolution, "rounds");
  if (!Expander.isSafeToExpandAt(LastRound,
                                 L.getLoopPreheader()->getTerminator()))
    return false;
  SegmentTerms Terms(L, Loops, Evolution);
  if (!Terms.areUseful())
    return false;
  formLCSSARecursively(L, Dominators, &Loops, &Evolution);
  Segmenter(L, Evolution, Terms).run(LastRound);
  return true;
}

} // namespace

PreservedAnalyses ItemSegments::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  SmallVector<BasicBlock *> Headers;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (mayHaveSegments(*L))
      Headers.push_back(L->getHeader());
  bool Changed = false;
  for (BasicBlock *Header : Headers) {
    Loop *L = Analyses.getResult<LoopAnalysis>(F).getLoopFor(Header);
    if (!segment(*L, F, Analyses))
      continue;
    Changed = true;
    Analyses.invalidate(F, PreservedAnalyses::none());
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace facet
