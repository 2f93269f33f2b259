//===- item_strips.cpp - Rounds of a few work-items at a time -------------===//
//
// See item_strips.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_strips.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "targets/cpu/pipeline/strip_plan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

/// Uses of a group's memory up to which it is found out who knows its address.
constexpr unsigned MaximumUses = 1 << 14;

/// Of what becomes vectors.
constexpr uint64_t VariableAlignment = 64;

/// Makes what a plan says. No analysis is updated.
class StripBuilder {
public:
  explicit StripBuilder(StripPlan &Plan)
      : Plan(Plan), L(Plan.L), F(*L.getHeader()->getParent()),
        Before(*L.getLoopPreheader()), Builder(Before.getTerminator()) {}

  void run();

private:
  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(F.getContext(), Name, &F, L.getHeader());
  }
  void openStrips();
  void closeStrips();
  void copyRounds();
  void placeVariables();
  void copyKept(bool IsBack);
  void limitLoops();
  Value *fits(const Extension &E, Value *First, Value *Others);
  Value *fixedFit();
  Value *othersFit();
  Value *firstOfStrip(IRBuilder<> &Place, const Extension &E, Value *OfGroup);
  void extendFirst();
  void divideByExtensions();
  void useVariables();
  void leaveRest(BasicBlock &Rest);

  /// What \p V of the loop is in that of a strip, and in the loops there whose
  /// indices do not wrap.
  template <typename T> T *inStrip(T *V) const {
    Value *Copy = Map.lookup(V);
    return cast<T>(Copy ? Copy : V);
  }
  template <typename T> T *inFast(T *V) const {
    T *Copy = inStrip(V);
    Value *Fast = FastMap.lookup(Copy);
    return cast<T>(Fast ? Fast : Copy);
  }

  StripPlan &Plan;
  Loop &L;
  Function &F;
  BasicBlock &Before;
  IRBuilder<> Builder;
  /// The first work-item, or row, of the running strip in each loop of the
  /// nest.
  SmallVector<PHINode *> Start;
  /// For each of AllKept, its elements.
  SmallVector<AllocaInst *> Variables;
  ValueToValueMapTy Map, FastMap;
};

void StripBuilder::run() {
  usePhisBehind(L);
  BasicBlock *Rest = newBlock("rest"), *Strips = newBlock("strips");
  Value *HasStrips = fixedFit();
  for (Value *Each : Plan.Full)
    HasStrips = Builder.CreateAnd(HasStrips, Builder.CreateIsNotNull(Each));
  Builder.CreateCondBr(HasStrips, Strips, Rest);
  Before.getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Strips);
  placeVariables();
  openStrips();
  copyRounds();
  copyKept(/*IsBack=*/false);
  BasicBlock *Entry = Builder.GetInsertBlock();
  Builder.CreateBr(inStrip(L.getHeader()));
  for (PHINode &Phi : inStrip(L.getHeader())->phis())
    Phi.replaceIncomingBlockWith(&Before, Entry);
  limitLoops();
  if (any_of(Plan.Extensions, [](const Extension &E) { return !E.IsFixed; }))
    divideByExtensions();
  extendFirst();
  for (Loop *Rows : drop_end(Plan.Nest))
    setLoopProperties(*inFast(Rows->getLoopLatch())->getTerminator(),
                      {"llvm.loop.unroll.full"});
  useVariables();
  BasicBlock *Done = newBlock("strip.end");
  inStrip(L.getLoopLatch())
      ->getTerminator()
      ->replaceSuccessorWith(L.getExitBlock(), Done);
  Builder.SetInsertPoint(Done);
  copyKept(/*IsBack=*/true);
  closeStrips();
  for (PHINode &Phi : L.getExitBlock()->phis())
    Phi.addIncoming(inStrip(Phi.getIncomingValueForBlock(L.getLoopLatch())),
                    Builder.GetInsertBlock());
  Value *IsAll = Builder.getTrue();
  for (auto [Part, All] : zip(Plan.Full, Plan.Counts))
    IsAll = Builder.CreateAnd(IsAll, Builder.CreateICmpEQ(Part, All));
  BasicBlock *Last = Builder.GetInsertBlock();
  Builder.CreateCondBr(IsAll, L.getExitBlock(), Rest);
  Builder.SetInsertPoint(Rest);
  leaveRest(*Last);
}

/// Opens the loops over strips.
void StripBuilder::openStrips() {
  for (Loop *Each : Plan.Nest) {
    BasicBlock *Place = Builder.GetInsertBlock();
    BasicBlock *Header = newBlock(Each == &Plan.Row ? "strip" : "strip.rows");
    Builder.CreateBr(Header);
    Builder.SetInsertPoint(Header);
    Start.push_back(Builder.CreatePHI(Builder.getInt64Ty(), 2));
    Start.back()->addIncoming(Builder.getInt64(0), Place);
  }
}

void StripBuilder::closeStrips() {
  for (auto [Phi, Step, End] : reverse(zip(Start, Plan.Steps, Plan.Full))) {
    BasicBlock *Exit = newBlock("strips.end");
    Value *Next =
        Builder.CreateAdd(Phi, Builder.getInt64(Step), "", true, true);
    Phi->addIncoming(Next, Builder.GetInsertBlock());
    Builder.CreateCondBr(Builder.CreateICmpEQ(Next, End), Exit,
                         Phi->getParent());
    Builder.SetInsertPoint(Exit);
  }
}

void StripBuilder::copyRounds() {
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *Block : L.blocks()) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".strip", &F);
    Map[Block] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
}

void StripBuilder::placeVariables() {
  IRBuilder<> Early(&F.getEntryBlock(), F.getEntryBlock().begin());
  for (const Kept &K : Plan.AllKept)
    Variables.push_back(createArrayOfItems(
        Early, Plan.Height * Plan.Width * K.size(F.getDataLayout()),
        Align(VariableAlignment)));
}

/// Takes what the strip's work-items have kept into variables, or back.
void StripBuilder::copyKept(bool IsBack) {
  const DataLayout &Layout = F.getDataLayout();
  for (auto [K, Place, Variable] : zip(Plan.AllKept, Plan.Places, Variables)) {
    if (IsBack && !K.IsStored)
      continue;
    const uint64_t Bytes = Plan.Width * K.size(Layout);
    const Align Known = Layout.getABITypeAlign(K.Ty);
    Value *At = Builder.CreatePtrAdd(
        Place.front(),
        Builder.CreateMul(Start.back(), Builder.getInt64(K.size(Layout))));
    for (auto [Phi, Step] : zip(Start, drop_begin(Place)))
      At = Builder.CreatePtrAdd(At, Builder.CreateMul(Phi, Step));
    for (uint64_t Y = 0; Y != Plan.Height; ++Y) {
      Value *Piece =
          Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Variable, Y * Bytes);
      const Align OfPiece =
          commonAlignment(Align(VariableAlignment), Y * Bytes);
      if (IsBack)
        Builder.CreateMemCpy(At, Known, Piece, OfPiece, Bytes);
      else
        Builder.CreateMemCpy(Piece, OfPiece, At, Known, Bytes);
      if (Y + 1 != Plan.Height)
        At = Builder.CreatePtrAdd(At, Place.back());
    }
  }
}

/// Lets the loops of a strip have its work-items and rows only.
void StripBuilder::limitLoops() {
  for (auto [Each, First, Rounds] : zip(Plan.Nest, Start, Plan.Steps)) {
    auto *Counter = inStrip(cast<PHINode>(&Each->getHeader()->front()));
    BasicBlock *Latch = inStrip(Each->getLoopLatch());
    auto *Branch = cast<BranchInst>(Latch->getTerminator());
    IRBuilder<> Inner(Counter->getParent(),
                      Counter->getParent()->getFirstInsertionPt());
    Value *Own = Inner.CreateAdd(First, Counter, "", true, true);
    Counter->replaceUsesWithIf(Own, [&](Use &U) { return U.getUser() != Own; });
    Inner.SetInsertPoint(Branch);
    Value *Next = Inner.CreateAdd(Counter, Inner.getInt64(1), "", true, true);
    Counter->setIncomingValueForBlock(Latch, Next);
    BranchInst *Back = Inner.CreateCondBr(
        Inner.CreateICmpEQ(Next, Inner.getInt64(Rounds)),
        inStrip(Each->getExitBlock()), inStrip(Each->getHeader()));
    Back->copyMetadata(*Branch, {LLVMContext::MD_loop});
    Branch->eraseFromParent();
  }
}

/// Makes copies of a strip's loops for rounds in which no index wraps around:
/// only these use the variables.
void StripBuilder::divideByExtensions() {
  Loop &Nest = *Plan.Nest.front();
  BasicBlock *Place = inStrip(Nest.getLoopPreheader()),
             *Header = inStrip(Nest.getHeader()),
             *Exit = inStrip(Nest.getExitBlock());
  BasicBlock *Fast = newBlock("fast"), *Slow = newBlock("slow"),
             *FastEnd = newBlock("fast.end"), *SlowEnd = newBlock("slow.end");
  SmallVector<BasicBlock *> Copies;
  for (BasicBlock *Block : Nest.blocks()) {
    BasicBlock *Own = inStrip(Block);
    BasicBlock *Copy = CloneBasicBlock(Own, FastMap, ".fast", &F);
    FastMap[Own] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, FastMap);
  Builder.SetInsertPoint(Place->getTerminator());
  Builder.CreateCondBr(othersFit(), Fast, Slow);
  Place->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Slow);
  copyKept(/*IsBack=*/true);
  Builder.CreateBr(Header);
  Builder.SetInsertPoint(SlowEnd);
  copyKept(/*IsBack=*/false);
  Builder.CreateBr(Exit);
  BranchInst::Create(inFast(Nest.getHeader()), Fast);
  BranchInst::Create(Exit, FastEnd);
  BasicBlock *Latch = Nest.getLoopLatch();
  for (PHINode &Phi : Header->phis())
    Phi.replaceIncomingBlockWith(Place, Slow);
  for (PHINode &Phi : inFast(Nest.getHeader())->phis())
    Phi.replaceIncomingBlockWith(Place, Fast);
  inStrip(Latch)->getTerminator()->replaceSuccessorWith(Exit, SlowEnd);
  for (Loop *Each : Plan.Nest)
    setLoopProperties(*inStrip(Each->getLoopLatch())->getTerminator(),
                      {"llvm.loop.disable_nonforced"});
  inFast(Latch)->getTerminator()->replaceSuccessorWith(Exit, FastEnd);
}

/// Returns whether the number that is \p Others steps behind \p First is one of
/// its type, too.
Value *StripBuilder::fits(const Extension &E, Value *First, Value *Others) {
  Value *Last = Builder.CreateAdd(
      Builder.CreateIntCast(First, Builder.getInt64Ty(), E.isSigned()),
      Builder.CreateMul(Others, Builder.getInt64(E.Step)));
  Value *Back =
      Builder.CreateIntCast(Builder.CreateTrunc(Last, First->getType()),
                            Builder.getInt64Ty(), E.isSigned());
  return Builder.CreateICmpEQ(Back, Last);
}

/// Returns whether the indices that are the same in all rounds wrap around for
/// no work-item of a row.
Value *StripBuilder::fixedFit() {
  Value *Result = Builder.getTrue();
  Value *Others = Builder.CreateSub(Plan.Counts.back(), Builder.getInt64(1));
  for (auto [E, First] : zip(Plan.Extensions, Plan.Firsts))
    if (E.IsFixed)
      Result = Builder.CreateAnd(Result, fits(E, First, Others));
  return Result;
}

/// Returns whether the other indices wrap around for no work-item of the strip
/// in this round.
Value *StripBuilder::othersFit() {
  Value *Result = Builder.getTrue();
  for (auto [E, InRound] : zip(Plan.Extensions, Plan.Firsts))
    if (!E.IsFixed)
      Result =
          Builder.CreateAnd(Result, fits(E, firstOfStrip(Builder, E, InRound),
                                         Builder.getInt64(Plan.Width - 1)));
  return Result;
}

/// The number of the strip's first work-item.
Value *StripBuilder::firstOfStrip(IRBuilder<> &Place, const Extension &E,
                                  Value *OfGroup) {
  Value *First = inStrip(OfGroup);
  Type *Ty = First->getType();
  return Place.CreateAdd(First,
                         Place.CreateMul(Place.CreateTrunc(Start.back(), Ty),
                                         ConstantInt::getSigned(Ty, E.Step)));
}

/// Lets the indices of the fast loops count in 64 bits.
void StripBuilder::extendFirst() {
  auto *Item = inFast(cast<PHINode>(&Plan.Row.getHeader()->front()));
  for (auto [E, OfGroup] : zip(Plan.Extensions, Plan.Firsts)) {
    Instruction *Fast = inFast(static_cast<Instruction *>(E.I));
    IRBuilder<> Inner(Fast);
    Value *Wide = Inner.CreateIntCast(firstOfStrip(Inner, E, OfGroup),
                                      Inner.getInt64Ty(), E.isSigned());
    Fast->replaceAllUsesWith(
        Inner.CreateAdd(Wide, Inner.CreateMul(Item, Inner.getInt64(E.Step))));
    Fast->eraseFromParent();
  }
}

void StripBuilder::useVariables() {
  const auto CounterOf = [&](Loop &Each) {
    return inFast(cast<PHINode>(&Each.getHeader()->front()));
  };
  for (auto [K, Variable] : zip(Plan.AllKept, Variables))
    for (Instruction *Access : K.Accesses) {
      Instruction *Copy = inFast(Access);
      IRBuilder<> Inner(Copy);
      Value *Place = CounterOf(Plan.Row);
      if (Plan.hasRows())
        Place = Inner.CreateAdd(
            Inner.CreateMul(CounterOf(Plan.rows()), Inner.getInt64(Plan.Width)),
            Place);
      Value *At = Inner.CreateInBoundsGEP(K.Ty, Variable, {Place});
      Copy->setOperand(isa<LoadInst>(Copy)
                           ? LoadInst::getPointerOperandIndex()
                           : StoreInst::getPointerOperandIndex(),
                       At);
    }
}

/// Lets the loop as it was have the work-items that are in no strip: behind
/// those of \p Last, or all if there are no strips. In the rows of strips these
/// are the last ones, in the others all.
void StripBuilder::leaveRest(BasicBlock &Last) {
  const auto DoneOf = [&](Value *InStrips) {
    PHINode *Phi = Builder.CreatePHI(Builder.getInt64Ty(), 2);
    Phi->addIncoming(Builder.getInt64(0), &Before);
    Phi->addIncoming(InStrips, &Last);
    return Phi;
  };
  PHINode *Items = DoneOf(Plan.Full.back());
  PHINode *Item = cast<PHINode>(&Plan.Row.getHeader()->front());
  Value *First = Items;
  if (Plan.hasRows()) {
    PHINode *Rows = DoneOf(Plan.Full[Plan.Full.size() - 2]);
    auto *Y = cast<PHINode>(&Plan.rows().getHeader()->front());
    Y->setIncomingValueForBlock(
        Plan.rows().getLoopPreheader(),
        Builder.CreateSelect(Builder.CreateICmpEQ(Items, Plan.Counts.back()),
                             Rows, Builder.getInt64(0)));
    IRBuilder<> InRow(Plan.Row.getLoopPreheader()->getTerminator());
    First = InRow.CreateSelect(InRow.CreateICmpULT(Y, Rows), Items,
                               InRow.getInt64(0));
  }
  Item->setIncomingValueForBlock(Plan.Row.getLoopPreheader(), First);
  for (PHINode &Phi : L.getHeader()->phis())
    Phi.replaceIncomingBlockWith(&Before, Builder.GetInsertBlock());
  Builder.CreateBr(L.getHeader());
}

} // namespace

PreservedAnalyses ItemStrips::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  std::vector<std::unique_ptr<StripPlan>> Plans;
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
  DenseMap<const CallBase *, bool> Known;
  const auto IsKnownElsewhere = [&](const CallBase &Memory) {
    auto [At, IsNew] = Known.try_emplace(&Memory, false);
    if (IsNew)
      At->second =
          PointerMayBeCaptured(&Memory, /*ReturnCaptures=*/true, MaximumUses);
    return At->second;
  };
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    auto Plan = StripPlan::find(*L, Evolution, Target, IsKnownElsewhere);
    if (Plan && Plan->compute())
      Plans.push_back(std::move(Plan));
  }
  for (const std::unique_ptr<StripPlan> &Plan : Plans)
    StripBuilder(*Plan).run();
  return Plans.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
