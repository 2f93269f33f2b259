//===- item_exchanges.cpp - Work-items that exchange with a near one ------===//
//
// See item_exchanges.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_exchanges.h"

#include "targets/cpu/pipeline/elementwise.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <memory>
#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Larger distances are those of whole vectors.
constexpr uint64_t LargestDistance = 8;

/// Instructions of a loop that is written a second time.
constexpr unsigned MaximumSize = 100;

/// Of a pair.
enum Half : unsigned { Low, High };

/// Numbers in local memory that a work-item exchanges with its partner's.
struct Array {
  Type *Element;
  Align Alignment;
  bool IsLoaded[2] = {false, false}; ///< By its Half.
};

/// An access to an array, behind the guard.
struct Access {
  Instruction *I;
  Value *Base;
  Half Of;
};

/// A loop whose rounds are work-items of which those that have not the bit of
/// the distance in their index exchange with those that have it.
class ExchangeLoop {
public:
  ExchangeLoop(Loop &L, LoopInfo &Loops, ScalarEvolution &Evolution)
      : L(L), Evolution(Evolution), Blocks(&L) {
    Blocks.perform(&Loops);
  }

  bool find();

  Loop &L;
  /// Counts the rounds from zero on, which are so many.
  PHINode *Index = nullptr;
  const SCEV *LastRound = nullptr;
  uint64_t Distance = 0;
  MapVector<Value *, Array> Arrays;
  std::vector<Access> Accesses; ///< In their order, stores behind loads.
  /// The branches that lead to a block behind the guard, and which way.
  DenseMap<BasicBlock *, std::pair<BranchInst *, unsigned>> Ways;

private:
  bool findIndex();
  bool findGuard();
  bool visit(BasicBlock &Block, BasicBlock &Guarded);
  bool addAccess(Instruction &I);
  std::optional<Half> halfOf(Value *V) const;
  bool isIndex(Value *V) const;
  bool isPartner(Value *V) const;
  bool isGuard(Value *Condition, bool IsTrue);

  ScalarEvolution &Evolution;
  LoopBlocksRPO Blocks;
};

/// \p V without extensions and truncations, which leave an index of a work-item
/// what it is: groups have fewer than 2^31.
Value *withoutCasts(Value *V) {
  while (isa<ZExtInst, SExtInst, TruncInst>(V) &&
         V->getType()->getScalarSizeInBits() >= 32 &&
         cast<CastInst>(V)->getOperand(0)->getType()->getScalarSizeInBits() >=
             32)
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

bool ExchangeLoop::isIndex(Value *V) const { return withoutCasts(V) == Index; }

/// Of a work-item that has not the bit of the distance: its index with it.
bool ExchangeLoop::isPartner(Value *V) const {
  Value *Of;
  const APInt *By;
  V = withoutCasts(V);
  return (match(V, m_Xor(m_Value(Of), m_APInt(By))) ||
          match(V, m_Or(m_Value(Of), m_APInt(By))) ||
          match(V, m_Add(m_Value(Of), m_APInt(By)))) &&
         *By == Distance && isIndex(Of);
}

std::optional<Half> ExchangeLoop::halfOf(Value *V) const {
  if (isIndex(V))
    return Low;
  return isPartner(V) ? std::optional(High) : std::nullopt;
}

bool ExchangeLoop::findIndex() {
  BasicBlock *Header = L.getHeader(), *Before = L.getLoopPreheader();
  Index = dyn_cast<PHINode>(&Header->front());
  LastRound = Evolution.getBackedgeTakenCount(&L);
  if (!Index || !hasSingleElement(Header->phis()) ||
      !Index->getType()->isIntegerTy(64) ||
      isa<SCEVCouldNotCompute>(LastRound) ||
      !LastRound->getType()->isIntegerTy() ||
      LastRound->getType()->getIntegerBitWidth() > 64)
    return false;
  return match(Index->getIncomingValueForBlock(Before), m_Zero()) &&
         match(Index->getIncomingValueForBlock(L.getLoopLatch()),
               m_Add(m_Specific(Index), m_One()));
}

/// True if \p Condition says, being \p IsTrue, that the index has not a bit,
/// which is the distance then.
bool ExchangeLoop::isGuard(Value *Condition, bool IsTrue) {
  CmpPredicate Predicate;
  Value *A, *B, *Of;
  const APInt *By;
  if (!match(Condition, m_ICmp(Predicate, m_Value(A), m_Value(B))))
    return false;
  if (!IsTrue)
    Predicate = CmpInst::getInversePredicate(Predicate);
  // (i & m) == 0
  if (Predicate == CmpInst::ICMP_EQ && match(B, m_Zero()) &&
      match(A, m_And(m_Value(Of), m_APInt(By))) && isIndex(Of)) {
    Distance = By->getLimitedValue();
    return true;
  }
  // (i ^ m) > i
  if (ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate)) {
    std::swap(A, B);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (!(ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) ||
      !match(A, m_Xor(m_Value(Of), m_APInt(By))) || !isIndex(Of) || !isIndex(B))
    return false;
  Distance = By->getLimitedValue();
  return true;
}

/// Nothing is done but behind a branch that ends the header.
bool ExchangeLoop::findGuard() {
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  BasicBlock *Latch = L.getLoopLatch();
  if (!Branch || !Branch->isConditional() || L.getHeader() == Latch)
    return false;
  const unsigned Way = Branch->getSuccessor(0) == Latch ? 1 : 0;
  BasicBlock *Guarded = Branch->getSuccessor(Way);
  if (Branch->getSuccessor(1 - Way) != Latch || Guarded == Latch ||
      !isGuard(Branch->getCondition(), Way == 0) || !isPowerOf2_64(Distance) ||
      Distance > LargestDistance)
    return false;
  for (BasicBlock *Block : Blocks)
    if (!visit(*Block, *Guarded))
      return false;
  return !Arrays.empty();
}

/// Of blocks behind the guard, each is entered from one other.
bool ExchangeLoop::visit(BasicBlock &Block, BasicBlock &Guarded) {
  BasicBlock *Latch = L.getLoopLatch();
  const bool IsBehindGuard = &Block != L.getHeader() && &Block != Latch;
  if (IsBehindGuard) {
    BasicBlock *From = Block.getSinglePredecessor();
    auto *Branch = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (!Branch || !Block.phis().empty())
      return false;
    if (Branch->isConditional() && &Block != &Guarded)
      Ways[&Block] = {Branch, Branch->getSuccessor(0) == &Block ? 0u : 1u};
    else if (&Block != &Guarded)
      return false;
  } else if (&Block == Latch && !Block.phis().empty()) {
    return false;
  }
  for (Instruction &I : Block) {
    if (isa<LoadInst, StoreInst>(I)) {
      // What is loaded in the guarded block is loaded for each pair.
      if (!IsBehindGuard || (isa<LoadInst>(I) && &Block != &Guarded) ||
          !addAccess(I))
        return false;
    } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects() ||
               (I.isTerminator() && !isa<BranchInst>(I))) {
      return false;
    }
  }
  return true;
}

bool ExchangeLoop::addAccess(Instruction &I) {
  auto *Address = dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&I));
  Type *Ty = getLoadStoreType(&I);
  const DataLayout &Layout = I.getDataLayout();
  const unsigned Bits = Ty->isVectorTy() ? 0 : Ty->getScalarSizeInBits();
  if (!Address || I.isVolatile() || I.isAtomic() || !isPowerOf2_32(Bits) ||
      Bits < 8 || Bits > 64)
    return false;
  if (isa<LoadInst>(I) && !Accesses.empty() &&
      isa<StoreInst>(Accesses.back().I))
    return false;
  // A partner's address may be so far from the work-item's.
  const uint64_t Bytes = Bits / 8;
  APInt Offset(64, 0);
  auto *Inner = Address;
  if (Address->accumulateConstantOffset(Layout, Offset))
    Inner = dyn_cast<GetElementPtrInst>(Address->getPointerOperand());
  if (!Inner || Inner->getNumIndices() != 1 ||
      Layout.getTypeAllocSize(Inner->getSourceElementType()) != Bytes)
    return false;
  std::optional<Half> Of = halfOf(Inner->getOperand(1));
  if (Of && !Offset.isZero())
    Of = *Of == Low && Offset == Distance * Bytes ? std::optional(High)
                                                  : std::nullopt;
  Value *Base = Inner->getPointerOperand();
  if (!Of || !L.isLoopInvariant(Base) || !isOfLocalMemory(*Base))
    return false;
  const Align Alignment = getLoadStoreAlignment(&I);
  Array &Found =
      Arrays.try_emplace(Base, Array{Ty, Alignment}).first->second;
  Found.Alignment = std::min(Found.Alignment, Alignment);
  Found.IsLoaded[*Of] |= isa<LoadInst>(I);
  Accesses.push_back({&I, Base, *Of});
  return Found.Element == Ty;
}

bool ExchangeLoop::find() {
  if (!findIndex() || !findGuard())
    return false;
  // What is not loaded might be another work-item's.
  return any_of(Accesses,
                [](const Access &A) { return isa<StoreInst>(A.I); }) &&
         all_of(Arrays, [](const auto &A) {
           return A.second.IsLoaded[Low] && A.second.IsLoaded[High];
         });
}

/// Writes the loop for vectors.
class ExchangeBuilder {
public:
  ExchangeBuilder(const ExchangeLoop &Plan, unsigned Length)
      : Plan(Plan), Length(Length), IR(Plan.L.getHeader()->getContext()) {}

  /// True if all that is stored can be computed for vectors.
  bool isPossible() {
    for (const Access &A : Plan.Accesses) {
      auto *Store = dyn_cast<StoreInst>(A.I);
      if (Store && !(canWiden(*Store->getValueOperand()) &&
                     canWidenWays(Store->getParent())))
        return false;
    }
    return true;
  }

  /// Computes before the loop how many rounds it has.
  void countRounds(ScalarEvolution &Evolution);
  /// Changes blocks, of which analyses do not know.
  void build();

private:
  bool canWiden(Value &V);
  bool canWidenWays(BasicBlock *Block);
  void loadArrays();
  void storeAccesses();
  Value *widen(Value &V);
  Value *wayTo(BasicBlock *Block);
  Value *addressOf(Value *Base);
  SmallVector<int> lanes(Half Of) const;

  const ExchangeLoop &Plan;
  const unsigned Length;
  IRBuilder<> IR;
  Value *Rounds = nullptr;
  PHINode *Start = nullptr; ///< The index of the vector's first element.
  DenseMap<Value *, bool> Possible;
  DenseMap<Value *, Value *> Known;
  /// What lies in a half of an array now, for each element of the vector.
  DenseMap<std::pair<Value *, unsigned>, Value *> Current;
};

bool ExchangeBuilder::canWiden(Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Plan.L.contains(I) || I == Plan.Index || isa<LoadInst>(I))
    return true;
  auto [Found, IsNew] = Possible.try_emplace(I, false);
  if (!IsNew)
    return Found->second;
  bool Result = isElementwise(*I) && !I->getType()->isVectorTy();
  for (unsigned N = 0; Result && N != countElementOperands(*I); ++N)
    Result = canWiden(*I->getOperand(N));
  return Possible[I] = Result;
}

bool ExchangeBuilder::canWidenWays(BasicBlock *Block) {
  for (auto Way = Plan.Ways.find(Block); Way != Plan.Ways.end();
       Way = Plan.Ways.find(Block)) {
    if (!canWiden(*Way->second.first->getCondition()))
      return false;
    Block = Way->second.first->getParent();
  }
  return true;
}

/// For each element, the one of its pair that is the \p Of.
SmallVector<int> ExchangeBuilder::lanes(Half Of) const {
  SmallVector<int> Result;
  for (unsigned Lane = 0; Lane != Length; ++Lane)
    Result.push_back(int(Of == Low ? Lane & ~Plan.Distance
                                   : Lane | Plan.Distance));
  return Result;
}

Value *ExchangeBuilder::widen(Value &V) {
  if (Value *Found = Known.lookup(&V))
    return Found;
  auto *I = dyn_cast<Instruction>(&V);
  Value *Result;
  if (!I || !Plan.L.contains(I)) {
    Result = IR.CreateVectorSplat(Length, &V);
  } else if (I == Plan.Index) {
    SmallVector<Constant *> Items;
    for (int Lane : lanes(Low))
      Items.push_back(IR.getInt64(Lane));
    Result = IR.CreateNUWAdd(IR.CreateVectorSplat(Length, Start),
                             ConstantVector::get(Items));
  } else {
    SmallVector<Value *> Operands;
    for (unsigned N = 0; N != countElementOperands(*I); ++N)
      Operands.push_back(widen(*I->getOperand(N)));
    Result = makeElementwise(IR, *I, Operands, Length);
  }
  return Known[&V] = Result;
}

/// Whether the work-item comes to \p Block; null if each does that has a
/// partner.
Value *ExchangeBuilder::wayTo(BasicBlock *Block) {
  Value *Result = nullptr;
  for (auto Way = Plan.Ways.find(Block); Way != Plan.Ways.end();
       Way = Plan.Ways.find(Block)) {
    auto [Branch, Number] = Way->second;
    Value *Condition = widen(*Branch->getCondition());
    if (Number == 1)
      Condition = IR.CreateNot(Condition);
    // What is asked later may be poison where what was asked first is false.
    Result = Result ? IR.CreateLogicalAnd(Condition, Result) : Condition;
    Block = Branch->getParent();
  }
  return Result ? IR.CreateFreeze(Result) : nullptr;
}

Value *ExchangeBuilder::addressOf(Value *Base) {
  return IR.CreateInBoundsGEP(Plan.Arrays.lookup(Base).Element, Base, Start);
}

void ExchangeBuilder::loadArrays() {
  for (const auto &[Base, A] : Plan.Arrays) {
    Value *All = IR.CreateAlignedLoad(FixedVectorType::get(A.Element, Length),
                                      addressOf(Base), A.Alignment);
    for (Half Of : {Low, High})
      Current[{Base, Of}] = IR.CreateShuffleVector(All, lanes(Of));
  }
  for (const Access &A : Plan.Accesses)
    if (isa<LoadInst>(A.I))
      Known[A.I] = Current[{A.Base, A.Of}];
}

void ExchangeBuilder::storeAccesses() {
  for (const Access &A : Plan.Accesses) {
    auto *Store = dyn_cast<StoreInst>(A.I);
    if (!Store)
      continue;
    Value *&Now = Current[{A.Base, A.Of}];
    Value *New = widen(*Store->getValueOperand());
    Value *Way = wayTo(Store->getParent());
    Now = Way ? IR.CreateSelect(Way, New, Now) : New;
  }
  SmallVector<int> Own;
  for (unsigned Lane = 0; Lane != Length; ++Lane)
    Own.push_back(int(Lane & Plan.Distance ? Length + Lane : Lane));
  for (const auto &[Base, A] : Plan.Arrays)
    IR.CreateAlignedStore(IR.CreateShuffleVector(Current[{Base, Low}],
                                                 Current[{Base, High}], Own),
                          addressOf(Base), A.Alignment);
}

void ExchangeBuilder::countRounds(ScalarEvolution &Evolution) {
  Instruction *End = Plan.L.getLoopPreheader()->getTerminator();
  SCEVExpander Expander(Evolution, "rounds");
  Value *Last = Expander.expandCodeFor(
      Evolution.getNoopOrZeroExtend(Plan.LastRound, IR.getInt64Ty()),
      IR.getInt64Ty(), End->getIterator());
  IR.SetInsertPoint(End);
  Rounds = IR.CreateAdd(IR.CreateFreeze(Last), IR.getInt64(1));
}

/// before: all rounds fill vectors? vectors, or the old loop; both go on with
/// its exit.
void ExchangeBuilder::build() {
  Loop &L = Plan.L;
  BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getExitBlock();
  Function *F = Before->getParent();
  LLVMContext &Context = F->getContext();
  auto *Vectors = BasicBlock::Create(Context, "exchange", F, L.getHeader());
  auto *Whole = BasicBlock::Create(Context, "items", F, L.getHeader());
  Instruction *Old = Before->getTerminator();
  IR.SetInsertPoint(Old);
  IR.CreateCondBr(IR.CreateIsNull(IR.CreateAnd(Rounds, Length - 1)), Vectors,
                  Whole);
  Old->eraseFromParent();
  IR.SetInsertPoint(Whole);
  IR.CreateBr(L.getHeader());
  Plan.Index->replaceIncomingBlockWith(Before, Whole);

  IR.SetInsertPoint(Vectors);
  Start = IR.CreatePHI(IR.getInt64Ty(), 2);
  loadArrays();
  storeAccesses();
  Value *Next =
      IR.CreateAdd(Start, IR.getInt64(Length), "", /*HasNUW=*/true, true);
  IR.CreateCondBr(IR.CreateICmpEQ(Next, Rounds), Exit, Vectors);
  Start->addIncoming(IR.getInt64(0), Before);
  Start->addIncoming(Next, Vectors);
  for (PHINode &Phi : Exit->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(L.getLoopLatch()), Vectors);
}

/// How many elements vectors of \p Plan have: as many as the longest fill a
/// register of, two pairs at least.
unsigned lengthFor(const ExchangeLoop &Plan, const TargetTransformInfo &Target) {
  const unsigned Bits =
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  unsigned Widest = 8;
  for (const auto &[Base, A] : Plan.Arrays)
    Widest = std::max(Widest, unsigned(A.Element->getScalarSizeInBits()));
  return unsigned(std::max<uint64_t>(Bits / Widest, 2 * Plan.Distance));
}

bool mayExchange(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *Block : L.blocks()) {
    Size += Block->size();
    if (any_of(*Block,
               [&](const Instruction &I) { return isUsedBehind(I, L); }))
      return false;
  }
  return isMarkedParallel(L) && L.isInnermost() && L.isLoopSimplifyForm() &&
         Size <= MaximumSize && L.getExitBlock() &&
         L.getExitingBlock() == L.getLoopLatch();
}

} // namespace

PreservedAnalyses ItemExchanges::run(Function &F,
                                     FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  const auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
  std::vector<std::unique_ptr<ExchangeLoop>> Plans;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!mayExchange(*L))
      continue;
    auto Plan = std::make_unique<ExchangeLoop>(*L, Loops, Evolution);
    if (Plan->find())
      Plans.push_back(std::move(Plan));
  }
  std::vector<std::unique_ptr<ExchangeBuilder>> Builders;
  for (const std::unique_ptr<ExchangeLoop> &Plan : Plans) {
    auto Builder =
        std::make_unique<ExchangeBuilder>(*Plan, lengthFor(*Plan, Target));
    if (!Builder->isPossible())
      continue;
    Builder->countRounds(Evolution);
    Builders.push_back(std::move(Builder));
  }
  for (const std::unique_ptr<ExchangeBuilder> &Builder : Builders)
    Builder->build();
  return Builders.empty() ? PreservedAnalyses::all()
                          : PreservedAnalyses::none();
}

} // namespace facet
