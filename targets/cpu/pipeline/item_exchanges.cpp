//===- item_exchanges.cpp - Work-items that exchange with a near one ------===//
//
// See item_exchanges.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_exchanges.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/elementwise.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <memory>
#include <optional>
#include <vector>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// Larger distances are those of whole vectors. So many numbers of 64 bits are
/// within the margin of local memory.
constexpr uint64_t LargestDistance = 8;
static_assert(LargestDistance * 8 <= FACET_CPU_LOCAL_MEMORY_MARGIN);

/// Each two of them are compared before the loop.
constexpr size_t MaximumArrays = 4;

/// Instructions of a loop that is written a second time.
constexpr unsigned MaximumSize = 100;

/// Of a pair.
enum Half : unsigned { Low, High };

/// A condition, and what it must be.
struct Wanted {
  Value *Condition;
  bool IsTrue;
};

/// An access to an array in local memory, behind the guard.
struct Access {
  Instruction *I;
  Value *Base; ///< Where the array starts.
  Half Of;
};

/// A loop whose rounds are work-items of which those that have a bit in their
/// index, or have not, exchange with the others.
class ExchangeLoop {
public:
  ExchangeLoop(Loop &L, LoopInfo &Loops) : L(L), Blocks(&L) {
    Blocks.perform(&Loops);
  }

  bool find();

  /// True if all that come to \p Block have come to \p Before.
  bool isBehind(BasicBlock *Block, BasicBlock *Before) const {
    while (Block && Block != Before)
      Block = Ways.lookup(Block).second;
    return Block == Before;
  }

  /// True if something must be so for \p Block but that there is a partner.
  bool isConditional(BasicBlock *Block) const {
    for (; Block; Block = Ways.lookup(Block).second)
      if (!Ways.lookup(Block).first.empty())
        return true;
    return false;
  }

  Type *elementOf(Value *Base) const {
    return getLoadStoreType(Arrays.find(Base)->second);
  }
  Align alignmentOf(Value *Base) const {
    Align Result = getLoadStoreAlignment(Arrays.find(Base)->second);
    for (const Access &A : Accesses)
      if (A.Base == Base)
        Result = std::min(Result, getLoadStoreAlignment(A.I));
    return Result;
  }

  Loop &L;
  PHINode *Index = nullptr; ///< Counts the rounds from zero on.
  /// The bit, and of which half of a pair the work-item is that does something.
  uint64_t Distance = 0;
  Half Own = Low;
  /// Where they start, and the first access to each.
  MapVector<Value *, Instruction *> Arrays;
  std::vector<Access> Accesses; ///< In their order.
  /// What must be so for a block behind the guard, and the block before it.
  DenseMap<BasicBlock *, std::pair<SmallVector<Wanted, 2>, BasicBlock *>> Ways;

private:
  bool enter(BasicBlock &Block);
  bool addWay(BasicBlock &Block, Wanted Each);
  bool addAccess(Instruction &I);
  std::optional<Half> halfOf(Value *V) const;
  bool isIndex(Value *V) const;
  bool isPartner(Value *V) const;
  bool isGuard(Wanted Each);

  Half other() const { return Own == Low ? High : Low; }

  LoopBlocksRPO Blocks;
  /// Blocks that are executed by work-items that are behind the guard.
  SmallPtrSet<BasicBlock *, 4> Guarded;
};

/// \p V without what leaves an index of a work-item as it is: extensions and
/// truncations, and masks of all its bits, but perhaps for \p Unset, which it
/// has not. Groups have fewer than 2^31 work-items.
Value *withoutCasts(Value *V, uint64_t Unset) {
  constexpr uint64_t AllBits = 0x7fffffff;
  for (;;) {
    Value *Of;
    const APInt *Mask;
    if (match(V, m_And(m_Value(Of), m_APInt(Mask))) &&
        ((Mask->getLimitedValue() | Unset) & AllBits) == AllBits)
      V = Of;
    else if (isa<ZExtInst, SExtInst, TruncInst>(V) &&
             V->getType()->getScalarSizeInBits() >= 32 &&
             cast<CastInst>(V)->getSrcTy()->getScalarSizeInBits() >= 32)
      V = cast<CastInst>(V)->getOperand(0);
    else
      return V;
  }
}

bool ExchangeLoop::isIndex(Value *V) const {
  return withoutCasts(V, Own == Low ? Distance : 0) == Index;
}

bool ExchangeLoop::isPartner(Value *V) const {
  Value *Of;
  const APInt *By;
  V = withoutCasts(V, Own == Low ? 0 : Distance);
  if (Own == High && V == Index)
    return true; // by a mask, since it is not isIndex()
  if (match(V, m_Xor(m_Value(Of), m_APInt(By))))
    return *By == Distance && isIndex(Of);
  if (match(V, m_Add(m_Value(Of), m_APInt(By))))
    return (Own == Low ? *By : -*By) == Distance && isIndex(Of);
  return Own == Low && match(V, m_Or(m_Value(Of), m_APInt(By))) &&
         *By == Distance && isIndex(Of);
}

std::optional<Half> ExchangeLoop::halfOf(Value *V) const {
  if (isIndex(V))
    return Own;
  return isPartner(V) ? std::optional(other()) : std::nullopt;
}

/// True if \p Each says that the index has a bit, or that it has not.
bool ExchangeLoop::isGuard(Wanted Each) {
  CmpPredicate Predicate;
  Value *A, *B, *Of;
  const APInt *By;
  if (!match(Each.Condition, m_ICmp(Predicate, m_Value(A), m_Value(B))))
    return false;
  if (!Each.IsTrue)
    Predicate = CmpInst::getInversePredicate(Predicate);
  if (ICmpInst::isEquality(Predicate)) { // (i & m) == 0
    if (!match(B, m_Zero()) || !match(A, m_And(m_Value(Of), m_APInt(By))))
      return false;
    Own = Predicate == CmpInst::ICMP_EQ ? Low : High;
  } else { // (i ^ m) > i
    if (!match(A, m_Xor(m_Value(Of), m_APInt(By)))) {
      std::swap(A, B);
      Predicate = CmpInst::getSwappedPredicate(Predicate);
    }
    if (!match(A, m_Xor(m_Value(Of), m_APInt(By))) || !isIndex(B))
      return false;
    Own = ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate) ? Low : High;
  }
  const uint64_t Bit = By->getLimitedValue();
  if (!isIndex(Of) || !isPowerOf2_64(Bit) || Bit > LargestDistance)
    return false;
  Distance = Bit;
  return true;
}

/// \p Each must be so for \p Block; false if vectors cannot ask for it.
bool ExchangeLoop::addWay(BasicBlock &Block, Wanted Each) {
  Value *A, *B;
  if (Each.IsTrue ? match(Each.Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                  : match(Each.Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return addWay(Block, {A, Each.IsTrue}) && addWay(Block, {B, Each.IsTrue});
  if (Distance == 0 && isGuard(Each))
    Guarded.insert(&Block);
  else
    Ways[&Block].first.push_back(Each);
  return true;
}

/// Finds what must be so for \p Block, which is entered from one other.
bool ExchangeLoop::enter(BasicBlock &Block) {
  BasicBlock *From = Block.getSinglePredecessor();
  auto *Branch = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || !Block.phis().empty())
    return false;
  Ways[&Block].second = From;
  if (Guarded.contains(From))
    Guarded.insert(&Block);
  return addWay(Block,
                {Branch->getCondition(), Branch->getSuccessor(0) == &Block});
}

bool ExchangeLoop::addAccess(Instruction &I) {
  auto *Address = dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&I));
  Type *Ty = getLoadStoreType(&I);
  const DataLayout &Layout = I.getDataLayout();
  const unsigned Bits = Ty->isVectorTy() ? 0 : Ty->getScalarSizeInBits();
  if (!Address || I.isVolatile() || I.isAtomic() || !isPowerOf2_32(Bits) ||
      Bits < 8 || Bits > 64)
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
  if (Of && !Offset.isZero()) {
    const Half Other = *Of == Low ? High : Low;
    Of = (Other == High ? Offset : -Offset) == Distance * Bytes
             ? std::optional(Other)
             : std::nullopt;
  }
  Value *Base = Inner->getPointerOperand();
  if (!Of || !L.isLoopInvariant(Base) || !isOfLocalMemory(*Base))
    return false;
  BasicBlock *First = Arrays.try_emplace(Base, &I).first->second->getParent();
  Accesses.push_back({&I, Base, *Of});
  return elementOf(Base) == Ty && isBehind(I.getParent(), First);
}

/// Nothing is done but behind the guard, and what is done then is accesses to
/// the arrays.
bool ExchangeLoop::find() {
  if (!onlyCountsRounds(L))
    return false;
  Index = cast<PHINode>(&L.getHeader()->front());
  BasicBlock *Latch = L.getLoopLatch();
  for (BasicBlock *Block : Blocks) {
    if (Block == Latch ? !Block->phis().empty()
                       : Block != L.getHeader() && !enter(*Block))
      return false;
    for (Instruction &I : *Block) {
      if (isa<LoadInst, StoreInst>(I)) {
        if (!Guarded.contains(Block) || !addAccess(I))
          return false;
      } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects() ||
                 (I.isTerminator() && !isa<BranchInst>(I))) {
        return false;
      }
    }
  }
  return Arrays.size() <= MaximumArrays &&
         any_of(Accesses, [](const Access &A) { return isa<StoreInst>(A.I); });
}

/// Writes the loop for vectors.
class ExchangeBuilder {
public:
  ExchangeBuilder(const ExchangeLoop &Plan, unsigned Length)
      : Plan(Plan), Length(Length), IR(Plan.L.getHeader()->getContext()) {}

  /// True if all that is stored can be computed for vectors, and what is loaded
  /// for some can be loaded so.
  bool isPossible(const TargetTransformInfo &Target) {
    for (const Access &A : Plan.Accesses) {
      auto *Store = dyn_cast<StoreInst>(A.I);
      if (!canWidenWaysTo(A.I->getParent()) ||
          (Store && !canWiden(*Store->getValueOperand())))
        return false;
    }
    return all_of(Plan.Arrays, [&](const auto &A) {
      Type *Ty = FixedVectorType::get(Plan.elementOf(A.first), Length);
      const uint64_t Bytes =
          A.second->getDataLayout().getTypeStoreSize(Ty).getFixedValue();
      // Elements beside those of the program are accessed: of a pair the other
      // one, and with a mask any that are in a vector.
      return !Plan.isConditional(A.second->getParent()) ||
             (Bytes <= FACET_CPU_LOCAL_MEMORY_MARGIN &&
              Target.isLegalMaskedLoad(Ty, Plan.alignmentOf(A.first),
                                       /*AddressSpace=*/0));
    });
  }

  /// Computes before the loop how many rounds it has; false if that cannot be.
  bool countRounds(ScalarEvolution &Evolution) {
    return (Rounds = computeRounds(Plan.L, Evolution));
  }
  /// Changes blocks, of which analyses do not know.
  void build();

private:
  bool canWiden(Value &V);
  bool canWidenWaysTo(BasicBlock *Block);
  Value *areApart();
  void loadArray(Value *Base, Instruction &First);
  void storeArrays();
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
  /// For which elements an array is accessed; null: all.
  DenseMap<Value *, Value *> Masks;
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

bool ExchangeBuilder::canWidenWaysTo(BasicBlock *Block) {
  for (auto Way = Plan.Ways.find(Block); Way != Plan.Ways.end();
       Way = Plan.Ways.find(Way->second.second))
    if (!all_of(Way->second.first,
                [&](const Wanted &W) { return canWiden(*W.Condition); }))
      return false;
  return true;
}

/// For each element, the one of its pair that is the \p Of.
SmallVector<int> ExchangeBuilder::lanes(Half Of) const {
  SmallVector<int> Result;
  for (unsigned Lane = 0; Lane != Length; ++Lane)
    Result.push_back(
        int(Of == Low ? Lane & ~Plan.Distance : Lane | Plan.Distance));
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
    for (int Lane : lanes(Plan.Own))
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
       Way = Plan.Ways.find(Way->second.second))
    for (const Wanted &W : reverse(Way->second.first)) {
      Value *Condition = widen(*W.Condition);
      if (!W.IsTrue)
        Condition = IR.CreateNot(Condition);
      // What is asked later may be poison where what was asked first is false.
      Result = Result ? IR.CreateLogicalAnd(Condition, Result) : Condition;
    }
  return Result ? IR.CreateFreeze(Result) : nullptr;
}

Value *ExchangeBuilder::addressOf(Value *Base) {
  return IR.CreateInBoundsGEP(Plan.elementOf(Base), Base, Start);
}

/// Loads the numbers of pairs that the first access to an array is for.
void ExchangeBuilder::loadArray(Value *Base, Instruction &First) {
  auto *Ty = FixedVectorType::get(Plan.elementOf(Base), Length);
  Value *Mask = Masks[Base] = wayTo(First.getParent());
  const Align Alignment = Plan.alignmentOf(Base);
  // There may be nothing yet.
  Value *All = IR.CreateFreeze(
      Mask ? cast<Value>(
                 IR.CreateMaskedLoad(Ty, addressOf(Base), Alignment, Mask))
           : IR.CreateAlignedLoad(Ty, addressOf(Base), Alignment));
  for (Half Of : {Low, High})
    Current[{Base, Of}] = IR.CreateShuffleVector(All, lanes(Of));
}

void ExchangeBuilder::storeArrays() {
  SmallVector<int> Own;
  for (unsigned Lane = 0; Lane != Length; ++Lane)
    Own.push_back(int(Lane & Plan.Distance ? Length + Lane : Lane));
  for (const auto &[Base, Some] : Plan.Arrays) {
    if (none_of(Plan.Accesses, [&](const Access &A) {
          return A.Base == Base && isa<StoreInst>(A.I);
        }))
      continue;
    Value *All = IR.CreateShuffleVector(Current[{Base, Low}],
                                        Current[{Base, High}], Own);
    const Align Alignment = Plan.alignmentOf(Base);
    if (Value *Mask = Masks[Base])
      IR.CreateMaskedStore(All, addressOf(Base), Alignment, Mask);
    else
      IR.CreateAlignedStore(All, addressOf(Base), Alignment);
  }
}

/// Whether no element is one of two arrays; null if there is one array.
Value *ExchangeBuilder::areApart() {
  Value *Result = nullptr;
  for (auto A = Plan.Arrays.begin(); A != Plan.Arrays.end(); ++A)
    for (auto B = std::next(A); B != Plan.Arrays.end(); ++B) {
      const auto sizeOf = [&](Value *Base) {
        const unsigned Bits = Plan.elementOf(Base)->getScalarSizeInBits();
        return IR.CreateMul(Rounds, IR.getInt64(Bits / 8));
      };
      Value *From = IR.CreatePtrToInt(A->first, IR.getInt64Ty());
      Value *To = IR.CreatePtrToInt(B->first, IR.getInt64Ty());
      Value *Apart = IR.CreateAnd(
          IR.CreateICmpUGE(IR.CreateSub(To, From), sizeOf(A->first)),
          IR.CreateICmpUGE(IR.CreateSub(From, To), sizeOf(B->first)));
      Result = Result ? IR.CreateAnd(Result, Apart) : Apart;
    }
  return Result;
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
  Value *Good = IR.CreateIsNull(IR.CreateAnd(Rounds, Length - 1));
  if (Value *Apart = areApart())
    Good = IR.CreateAnd(Good, Apart);
  IR.CreateCondBr(Good, Vectors, Whole);
  Old->eraseFromParent();
  IR.SetInsertPoint(Whole);
  IR.CreateBr(L.getHeader());
  Plan.Index->replaceIncomingBlockWith(Before, Whole);

  IR.SetInsertPoint(Vectors);
  Start = IR.CreatePHI(IR.getInt64Ty(), 2);
  for (const Access &A : Plan.Accesses) {
    if (A.I == Plan.Arrays.lookup(A.Base))
      loadArray(A.Base, *A.I);
    Value *&Now = Current[{A.Base, A.Of}];
    auto *Store = dyn_cast<StoreInst>(A.I);
    if (!Store) {
      Known[A.I] = Now;
      continue;
    }
    Value *New = widen(*Store->getValueOperand());
    Value *Way = wayTo(Store->getParent());
    Now = Way ? IR.CreateSelect(Way, New, Now) : New;
  }
  storeArrays();
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
unsigned lengthFor(const ExchangeLoop &Plan,
                   const TargetTransformInfo &Target) {
  const unsigned Bits =
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  unsigned Widest = 8;
  for (const auto &[Base, Some] : Plan.Arrays)
    Widest =
        std::max(Widest, unsigned(Plan.elementOf(Base)->getScalarSizeInBits()));
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
    auto Plan = std::make_unique<ExchangeLoop>(*L, Loops);
    if (Plan->find())
      Plans.push_back(std::move(Plan));
  }
  std::vector<std::unique_ptr<ExchangeBuilder>> Builders;
  for (const std::unique_ptr<ExchangeLoop> &Plan : Plans) {
    auto Builder =
        std::make_unique<ExchangeBuilder>(*Plan, lengthFor(*Plan, Target));
    if (Builder->isPossible(Target) && Builder->countRounds(Evolution))
      Builders.push_back(std::move(Builder));
  }
  for (const std::unique_ptr<ExchangeBuilder> &Builder : Builders)
    Builder->build();
  return Builders.empty() ? PreservedAnalyses::all()
                          : PreservedAnalyses::none();
}

} // namespace facet
