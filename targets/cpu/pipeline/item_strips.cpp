//===- item_strips.cpp - Rounds of a few work-items at a time -------------===//
//
// See item_strips.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_strips.h"

#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace facet {
namespace {

/// A property of the loop over the rounds.
constexpr char RoundsWithoutBarrier[] = "facet.rounds";

/// Work-items of the longest strip of a row, and of the shortest one that is
/// worth a copy of the loop.
constexpr uint64_t LongestStrip = 64, ShortestStrip = 8;

/// Vectors of sums that a processor adds to side by side, of one row where a
/// strip has several, and the most rows.
constexpr uint64_t VectorsOfStrip = 8, VectorsOfRow = 2;

/// Of what becomes vectors.
constexpr uint64_t VariableAlignment = 64;

/// Gives the loop that \p Back ends \p Properties.
void setLoopProperties(Instruction &Back, ArrayRef<const char *> Properties) {
  LLVMContext &Context = Back.getContext();
  SmallVector<Metadata *> All{nullptr};
  for (const char *Each : Properties)
    All.push_back(MDNode::get(Context, MDString::get(Context, Each)));
  MDNode *Loop = MDNode::getDistinct(Context, All);
  Loop->replaceOperandWith(0, Loop);
  Back.setMetadata(LLVMContext::MD_loop, Loop);
}

/// True if a vector of calls of \p I is an instruction or few, so that what is in
/// registers stays there.
bool isCheap(const CallBase &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::abs:
  case Intrinsic::assume:
  case Intrinsic::bswap:
  case Intrinsic::copysign:
  case Intrinsic::ctpop:
  case Intrinsic::fabs:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::maximum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::minnum:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::sqrt:
  case Intrinsic::umax:
  case Intrinsic::umin:
    return true;
  default:
    return false;
  }
}

/// True for memory that the runtime gives a group for its work-items' values:
/// nothing else points there.
bool isScratch(const Value *Address) {
  auto *Call = dyn_cast<CallBase>(getUnderlyingObject(Address));
  return Call && Call->isIndirectCall() && Call->returnDoesNotAlias();
}

/// What work-items keep between rounds: an element for each.
struct Kept {
  const SCEV *First; // the address in the first row
  /// From row to row, the outermost loop's first.
  SmallVector<const SCEV *, 2> Steps;
  Type *Ty;
  SmallVector<Instruction *> Accesses;
  bool IsLoaded = false, IsStored = false;

  uint64_t size(const DataLayout &Layout) const {
    return Layout.getTypeAllocSize(Ty);
  }
};

/// An index that is made longer, and may wrap around before. If it does not in a
/// strip, neighbours access neighbouring memory there.
struct Extension {
  CastInst *I;
  const SCEV *First; // of the group's first work-item
  int64_t Step;
  bool IsFixed; // the same in all rounds

  bool isSigned() const { return isa<SExtInst>(I); }
};

/// A loop over rounds and the loops over work-items in it: what may become
/// strips, and which.
class StripPlan {
public:
  /// Null if \p L is not such a loop, or does not gain by it.
  static std::unique_ptr<StripPlan> find(Loop &L, ScalarEvolution &Evolution,
                                         const TargetTransformInfo &Target);

  /// Computes what the strips are, before the loop and in its rounds. False if
  /// that is not possible.
  bool compute();

  bool hasRows() const { return Nest.size() > 1; }
  Loop &rows() const { return *Nest[Nest.size() - 2]; }

  Loop &L;
  SmallVector<Loop *> Nest; // the last one is over the work-items of a row
  Loop &Row;
  SmallVector<Kept> AllKept;
  SmallVector<Extension> Extensions;
  /// Work-items of a strip's row, and its rows.
  uint64_t Width = 0, Height = 1;
  /// For each loop of the nest: how many rounds it has, how many of these are in
  /// strips, and how many are in one.
  SmallVector<Value *> Counts, Full;
  SmallVector<uint64_t> Steps;
  /// For each of AllKept, its first address, and distances as in Kept::Steps.
  SmallVector<SmallVector<Value *>> Places;
  /// For each of Extensions, the first number of the round.
  SmallVector<Value *> Firsts;

private:
  StripPlan(Loop &L, SmallVector<Loop *> Nest, ScalarEvolution &Evolution)
      : L(L), Nest(std::move(Nest)), Row(*this->Nest.back()),
        Evolution(Evolution) {}

  bool findKept();
  bool addKept(Instruction &Access);
  Kept *keptAt(const SCEV *First, ArrayRef<const SCEV *> Steps, Type *Ty);
  bool findExtensions();
  bool chooseStrip(const TargetTransformInfo &Target);

  ScalarEvolution &Evolution;
};

/// True if \p Inner counts work-items, and nothing else goes from one to another
/// but the memory that they access.
bool countsItems(const Loop &Inner) {
  if (!canSplitRounds(Inner) || isUsedBehind(Inner))
    return false;
  auto Phis = Inner.getHeader()->phis();
  return std::distance(Phis.begin(), Phis.end()) == 1 &&
         countsRounds(Inner, *Phis.begin());
}

std::unique_ptr<StripPlan> StripPlan::find(Loop &L, ScalarEvolution &Evolution,
                                           const TargetTransformInfo &Target) {
  if (!findOptionMDForLoop(&L, RoundsWithoutBarrier) || !canSplitRounds(L) ||
      L.getNumBlocks() > MaximumCopiedBlocks)
    return nullptr;
  SmallVector<Loop *> Nest;
  for (Loop *Next = &L; !Next->isInnermost();) {
    if (Next->getSubLoops().size() != 1)
      return nullptr;
    Next = Next->getSubLoops().front();
    const SCEV *Taken = Evolution.getBackedgeTakenCount(Next);
    if (!countsItems(*Next) || isa<SCEVCouldNotCompute>(Taken) ||
        !Evolution.isLoopInvariant(Taken, &L))
      return nullptr;
    Nest.push_back(Next);
  }
  if (Nest.empty() || !isMarkedParallel(*Nest.back()) ||
      Nest.back()->getNumBlocks() != 1)
    return nullptr;
  std::unique_ptr<StripPlan> Plan(
      new StripPlan(L, std::move(Nest), Evolution));
  return Plan->findKept() && Plan->findExtensions() && Plan->chooseStrip(Target)
             ? std::move(Plan)
             : nullptr;
}

/// Finds what work-items keep. False if something else lies there, or nothing
/// goes from round to round.
bool StripPlan::findKept() {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const bool IsOfItem = Row.contains(&I);
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (!isCheap(*Call))
          return false;
      } else if (isa<LoadInst, StoreInst>(I)) {
        if (I.isAtomic() || I.isVolatile() || (!IsOfItem && isa<StoreInst>(I)))
          return false;
        if (isScratch(getLoadStorePointerOperand(&I)) &&
            (!IsOfItem || !addKept(I)))
          return false;
      } else if (I.mayReadOrWriteMemory()) {
        return false;
      }
    }
  return any_of(AllKept,
                [](const Kept &K) { return K.IsLoaded && K.IsStored; });
}

/// Adds \p Access to an element of an array. False if it is to something else.
bool StripPlan::addKept(Instruction &Access) {
  const SCEV *At = Evolution.getSCEV(getLoadStorePointerOperand(&Access));
  Type *Ty = getLoadStoreType(&Access);
  const uint64_t Size = Access.getDataLayout().getTypeAllocSize(Ty);
  if (Ty->isVectorTy()) // of which LLVM makes no vectors
    return false;
  SmallVector<const SCEV *, 2> Steps;
  for (Loop *Each : reverse(Nest)) {
    auto *Counted = dyn_cast<SCEVAddRecExpr>(At);
    if (!Counted || Counted->getLoop() != Each) {
      if (Each == &Row)
        return false;
      Steps.push_back(Evolution.getZero(Type::getInt64Ty(Ty->getContext())));
      continue;
    }
    const SCEV *Step = Counted->getStepRecurrence(Evolution);
    if (!Counted->isAffine() || !Evolution.isLoopInvariant(Step, &L))
      return false;
    if (Each != &Row)
      Steps.push_back(Step);
    else if (auto *Known = dyn_cast<SCEVConstant>(Step);
             !Known || Known->getAPInt() != Size)
      return false;
    At = Counted->getStart();
  }
  if (!Evolution.isLoopInvariant(At, &L))
    return false;
  std::reverse(Steps.begin(), Steps.end());
  Kept *K = keptAt(At, Steps, Ty);
  if (!K)
    return false;
  K->Accesses.push_back(&Access);
  (isa<StoreInst>(Access) ? K->IsStored : K->IsLoaded) = true;
  return true;
}

/// Null if there are parts of elements, or elements of another kind.
Kept *StripPlan::keptAt(const SCEV *First, ArrayRef<const SCEV *> Steps,
                        Type *Ty) {
  for (Kept &K : AllKept) {
    if (K.First == First)
      return K.Ty == Ty && ArrayRef(K.Steps) == Steps ? &K : nullptr;
    if (isa<SCEVConstant>(Evolution.getMinusSCEV(K.First, First)))
      return nullptr;
  }
  return &AllKept.emplace_back(
      Kept{First, {Steps.begin(), Steps.end()}, Ty, {}});
}

/// Finds which indices may wrap around. False if it would have to be asked for
/// each row whether they do.
bool StripPlan::findExtensions() {
  for (Instruction &I : *Row.getHeader()) {
    if (!isa<SExtInst, ZExtInst>(I) || !I.getType()->isIntegerTy(64) ||
        !isa<SCEVCastExpr>(Evolution.getSCEV(&I)))
      continue;
    auto *Counted =
        dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(I.getOperand(0)));
    if (!Counted || Counted->getLoop() != &Row || !Counted->isAffine())
      continue;
    auto *Step = dyn_cast<SCEVConstant>(Counted->getStepRecurrence(Evolution));
    if (!Step)
      continue;
    if (!Evolution.isLoopInvariant(Counted->getStart(), Nest.front()))
      return false;
    Extensions.push_back(
        {cast<CastInst>(&I), Counted->getStart(),
         Step->getAPInt().getSExtValue(),
         Evolution.isLoopInvariant(Counted->getStart(), &L)});
  }
  return true;
}

bool StripPlan::chooseStrip(const TargetTransformInfo &Target) {
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  uint64_t Bytes = 0, Largest = 1;
  for (const Kept &K : AllKept) {
    Bytes += K.size(Layout);
    Largest = std::max(Largest, K.size(Layout));
  }
  const uint64_t Vector =
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue() /
      8;
  // The other half is for what a round computes.
  const uint64_t Registers = Target.getNumberOfRegisters(
      Target.getRegisterClassForType(/*Vector=*/true));
  const uint64_t Room = std::min(VectorsOfStrip, Registers / 2) * Vector;
  const auto Fit = [&](uint64_t Length, const Loop &Inner) {
    const uint64_t Known = Evolution.getSmallConstantTripCount(&Inner);
    while (Known % Length != 0)
      Length /= 2;
    return Length;
  };
  Width = bit_floor(Room / Bytes);
  if (Width < ShortestStrip)
    return false;
  Width = std::min(hasRows() ? VectorsOfRow * Vector / Largest : LongestStrip,
                   Width);
  Width = Fit(Width, Row);
  if (hasRows())
    Height = Fit(std::clamp<uint64_t>(Room / (Width * Bytes), 1, RowsOfStrip),
                 rows());
  for (Loop *Each : Nest)
    Steps.push_back(Each == &Row                        ? Width
                    : hasRows() && Each == &rows() ? Height
                                                        : 1);
  return Width >= ShortestStrip;
}

bool StripPlan::compute() {
  SCEVExpander Expander(Evolution, "strips");
  Instruction *Place = L.getLoopPreheader()->getTerminator();
  Instruction *InRound = Nest.front()->getLoopPreheader()->getTerminator();
  SmallVector<const SCEV *> Taken;
  for (Loop *Each : Nest)
    Taken.push_back(Evolution.getBackedgeTakenCount(Each));
  const auto IsSafe = [&](const SCEV *S) {
    return Expander.isSafeToExpandAt(S, Place);
  };
  if (!all_of(Taken, IsSafe) || !all_of(AllKept, [&](const Kept &K) {
        return IsSafe(K.First) && all_of(K.Steps, IsSafe);
      }) || !all_of(Extensions, [&](const Extension &E) {
        return Expander.isSafeToExpandAt(E.First, E.IsFixed ? Place : InRound);
      }))
    return false;
  IRBuilder<> Builder(Place);
  const auto Expand = [&](const SCEV *S, Instruction *Where) {
    return Expander.expandCodeFor(S, S->getType(), Where);
  };
  for (auto [S, Step] : zip(Taken, Steps)) {
    Value *Others = Builder.CreateZExtOrTrunc(Expand(S, Place),
                                              Builder.getInt64Ty());
    Counts.push_back(Builder.CreateAdd(Others, Builder.getInt64(1)));
    Full.push_back(Builder.CreateAnd(Counts.back(), Builder.getInt64(-Step)));
  }
  for (const Kept &K : AllKept) {
    SmallVector<Value *> &Own = Places.emplace_back();
    Own.push_back(Expand(K.First, Place));
    for (const SCEV *Step : K.Steps)
      Own.push_back(Builder.CreateZExtOrTrunc(Expand(Step, Place),
                                              Builder.getInt64Ty()));
  }
  for (const Extension &E : Extensions)
    Firsts.push_back(Expand(E.First, E.IsFixed ? Place : InRound));
  return true;
}

//===-- The strips --------------------------------------------------------===//

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
  /// The first work-item, or row, of the running strip in each loop of the nest.
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
    HasStrips =
        Builder.CreateAnd(HasStrips, Builder.CreateIsNotNull(Each));
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
    Value *Next = Builder.CreateAdd(Phi, Builder.getInt64(Step), "", true, true);
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
    Counter->replaceUsesWithIf(Own,
                               [&](Use &U) { return U.getUser() != Own; });
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

/// Returns whether the indices that are the same in all rounds wrap around for no
/// work-item of a row.
Value *StripBuilder::fixedFit() {
  Value *Result = Builder.getTrue();
  Value *Others = Builder.CreateSub(Plan.Counts.back(), Builder.getInt64(1));
  for (auto [E, First] : zip(Plan.Extensions, Plan.Firsts))
    if (E.IsFixed)
      Result = Builder.CreateAnd(Result, fits(E, First, Others));
  return Result;
}

/// Returns whether the other indices wrap around for no work-item of the strip in
/// this round.
Value *StripBuilder::othersFit() {
  Value *Result = Builder.getTrue();
  for (auto [E, InRound] : zip(Plan.Extensions, Plan.Firsts))
    if (!E.IsFixed)
      Result = Builder.CreateAnd(
          Result, fits(E, firstOfStrip(Builder, E, InRound),
                       Builder.getInt64(Plan.Width - 1)));
  return Result;
}

/// The number of the strip's first work-item.
Value *StripBuilder::firstOfStrip(IRBuilder<> &Place, const Extension &E,
                                  Value *OfGroup) {
  Value *First = inStrip(OfGroup);
  Type *Ty = First->getType();
  return Place.CreateAdd(
      First, Place.CreateMul(Place.CreateTrunc(Start.back(), Ty),
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
    Fast->replaceAllUsesWith(Inner.CreateAdd(
        Wide, Inner.CreateMul(Item, Inner.getInt64(E.Step))));
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
            Inner.CreateMul(CounterOf(Plan.rows()),
                            Inner.getInt64(Plan.Width)),
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

void markRoundsWithoutBarrier(Instruction &Back) {
  setLoopProperties(Back, {RoundsWithoutBarrier});
}

PreservedAnalyses ItemStrips::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  std::vector<std::unique_ptr<StripPlan>> Plans;
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    auto Plan = StripPlan::find(*L, Evolution, Target);
    if (Plan && Plan->compute())
      Plans.push_back(std::move(Plan));
  }
  for (const std::unique_ptr<StripPlan> &Plan : Plans)
    StripBuilder(*Plan).run();
  return Plans.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
