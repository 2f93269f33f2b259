//===- row_vectors.cpp - Vectors of work-items that go through rows --------===//
//
// See row_vectors.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/row_vectors.h"

#include "targets/cpu/pipeline/elementwise.h"
#include "targets/cpu/pipeline/jammed_items.h"
#include "targets/cpu/pipeline/split_rounds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

using namespace llvm;

namespace facet {
namespace {

/// Work-items of a vector, and rounds that are transposed together.
constexpr unsigned Length = 8;

/// Elements of 16 bytes, within which shuffles are cheap.
constexpr unsigned Half = Length / 2;

/// Work-items of a round: two vectors hide half of how long additions take.
/// With four, rows of a power of two share too few places of the first cache.
constexpr unsigned ItemsOfRound = 2 * Length;

/// Instructions of an inner loop for which there are registers.
constexpr unsigned LongestLoop = 64;

bool isElement(const Type &Ty) {
  return Ty.isFloatTy() || Ty.isIntegerTy(32);
}

/// An inner loop whose rounds can be computed for vectors of work-items.
class RowLoop {
public:
  RowLoop(Loop &Inner, const SmallPtrSetImpl<Instruction *> &Own,
          ScalarEvolution &Evolution)
      : Inner(Inner), Own(Own) {
    for (Instruction &I : *Inner.getHeader())
      Fits = Fits && classify(I, Evolution);
  }

  /// True if its chains are of `float`, each of its operations exists for
  /// vectors, and it waits for a sum of what goes through rows.
  bool gains() const {
    return Fits && Inner.getLoopPreheader() && !Rows.empty() && HasChain &&
           Inner.getHeader()->size() <= LongestLoop;
  }

  Loop &Inner;
  const SmallPtrSetImpl<Instruction *> &Own;
  /// What is a vector: sums, and what is made of loaded elements.
  SmallPtrSet<Value *, 16> Vectors;
  /// Loads of neighbours, round by round.
  SmallPtrSet<LoadInst *, 4> Rows;
  /// How many rounds it has, computed in its preheader.
  Value *Rounds = nullptr;

private:
  bool classify(Instruction &I, ScalarEvolution &Evolution);
  bool goesThroughRow(LoadInst &Load, ScalarEvolution &Evolution) const;

  bool Fits = true;
  bool HasChain = false;
};

/// Finds what \p I is; false if there are no vectors of it.
bool RowLoop::classify(Instruction &I, ScalarEvolution &Evolution) {
  if (I.mayWriteToMemory() || (I.isTerminator() && Own.contains(&I)))
    return false;
  if (!Own.contains(&I))
    return true; // the same for all
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Vectors.insert(Phi);
    HasChain |= isChain(*Phi, Inner);
    return Phi->getType()->isFloatTy();
  }
  const bool UsesVectors = any_of(I.operands(), [&](const Use &Operand) {
    return Vectors.contains(Operand);
  });
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Vectors.insert(Load);
    Rows.insert(Load);
    return !UsesVectors && goesThroughRow(*Load, Evolution);
  }
  if (!UsesVectors) // of each work-item: addresses
    return !I.mayReadFromMemory();
  Vectors.insert(&I);
  return isElementwise(I);
}

/// True if \p Load reads neighbours, round by round, and other work-items do not
/// read the same ones.
bool RowLoop::goesThroughRow(LoadInst &Load, ScalarEvolution &Evolution) const {
  const auto *Place = dyn_cast<SCEVAddRecExpr>(
      Evolution.getSCEV(Load.getPointerOperand()));
  if (!isElement(*Load.getType()) || !Place || Place->getLoop() != &Inner ||
      !Place->isAffine())
    return false;
  const uint64_t Bytes = Load.getType()->getScalarSizeInBits() / 8;
  const auto *Step =
      dyn_cast<SCEVConstant>(Place->getStepRecurrence(Evolution));
  if (!Step || Step->getAPInt() != Bytes)
    return false;
  const auto *Row = dyn_cast<SCEVAddRecExpr>(Place->getStart());
  const auto *Pitch =
      Row ? dyn_cast<SCEVConstant>(Row->getStepRecurrence(Evolution)) : nullptr;
  return !Pitch || Pitch->getAPInt().abs().uge(Length * Bytes);
}

//===-- The loop ----------------------------------------------------------===//

/// Builds the loop in front of a row loop, which the copies of its instructions
/// for other work-items than the first are in by now. One to Length of the
/// rounds are left to it.
class RowLoopBuilder {
public:
  RowLoopBuilder(const RowLoop &Plan, const JammedLoop::Copies &Items)
      : Plan(Plan), Items(Items), Block(*Plan.Inner.getHeader()),
        Before(*Plan.Inner.getLoopPreheader()), IR(Block.getContext()) {}

  void build() {
    findCopies();
    makeBlocks();
    startPhis();
    for (Group = 0; Group != ItemsOfRound / Length; ++Group) {
      Current.clear();
      Columns.clear();
      for (auto [Phi, Scalar] : Shared)
        Current[Phi] = Scalar;
      for (const Sum &S : Sums)
        if (S.Group == Group)
          Current[S.Phi] = S.Vector;
      for (unsigned Round = 0; Round != Length; ++Round)
        addRound(Round);
      for (Sum &S : Sums)
        if (S.Group == Group)
          S.End = Current.lookup(S.Phi);
    }
    finishPhis();
    handOver();
  }

private:
  /// before: enter or skip; enter: loop; loop; leave: join; join: the loop.
  void makeBlocks() {
    Function *F = Block.getParent();
    LLVMContext &Context = Block.getContext();
    Enter = BasicBlock::Create(Context, "rows.enter", F, &Block);
    VectorLoop = BasicBlock::Create(Context, "rows.loop", F, &Block);
    Leave = BasicBlock::Create(Context, "rows.leave", F, &Block);
    Join = BasicBlock::Create(Context, "rows.rest", F, &Block);
    Instruction *Old = Before.getTerminator();
    IR.SetInsertPoint(Old);
    // All but the last rounds, which are at least one.
    Count = IR.CreateUDiv(IR.CreateSub(Plan.Rounds, IR.getInt64(1)),
                          IR.getInt64(Length));
    IR.CreateCondBr(IR.CreateICmpNE(Count, IR.getInt64(0)), Enter, Join);
    Old->eraseFromParent();
    IR.SetInsertPoint(Enter);
    IR.CreateBr(VectorLoop);
    IR.SetInsertPoint(Join);
    IR.CreateBr(&Block);
  }

  /// What \p V is for a work-item.
  Value *of(Value &V, unsigned Item) const {
    if (Item == 0)
      return &V;
    Value *Found = Items[Item - 1]->lookup(&V);
    return Found ? Found : &V;
  }

  void findCopies() {
    for (Instruction &I : Block)
      if (Plan.Own.contains(&I))
        for (unsigned Item = 1; Item <= Items.size(); ++Item)
          Copies.insert(of(I, Item));
    for (Instruction &I : Block)
      if (!isa<PHINode>(I) && !I.isTerminator() && !isCopy(I))
        Body.push_back(&I);
  }

  /// True if \p I is another work-item's.
  bool isCopy(const Instruction &I) const { return Copies.contains(&I); }

  /// The vector of what a value is for the work-items of the group.
  Value *gather(function_ref<Value *(unsigned Item)> ValueOf, Type &Ty) {
    Value *Result = PoisonValue::get(FixedVectorType::get(&Ty, Length));
    for (unsigned Item = 0; Item != Length; ++Item)
      Result = IR.CreateInsertElement(Result, ValueOf(Group * Length + Item),
                                      Item);
    return Result;
  }

  void startPhis() {
    IR.SetInsertPoint(VectorLoop);
    Index = IR.CreatePHI(IR.getInt64Ty(), 2);
    Index->addIncoming(IR.getInt64(0), Enter);
    for (PHINode &Phi : Block.phis()) {
      if (isCopy(Phi))
        continue;
      if (!Plan.Own.contains(&Phi)) {
        PHINode *Scalar = IR.CreatePHI(Phi.getType(), 2, Phi.getName());
        Scalar->addIncoming(Phi.getIncomingValueForBlock(&Before), Enter);
        Shared.push_back({&Phi, Scalar});
        continue;
      }
      for (Group = 0; Group != ItemsOfRound / Length; ++Group) {
        PHINode *Vector =
            IR.CreatePHI(FixedVectorType::get(Phi.getType(), Length), 2);
        IRBuilder<>::InsertPointGuard Guard(IR);
        IR.SetInsertPoint(Enter->getTerminator());
        auto Start = [&](unsigned Item) {
          return cast<PHINode>(of(Phi, Item))
              ->getIncomingValueForBlock(&Before);
        };
        Vector->addIncoming(gather(Start, *Phi.getType()), Enter);
        Sums.push_back({&Phi, Group, Vector});
      }
    }
  }

  void addRound(unsigned Round) {
    OfItems.clear();
    Vectors.clear();
    for (Instruction *I : Body) {
      if (!Plan.Own.contains(I))
        Current[I] = copy(*I);
      else if (auto *Load = dyn_cast<LoadInst>(I);
               Load && Plan.Rows.contains(Load))
        Current[I] = column(*Load, Round);
      else if (Plan.Vectors.contains(I))
        Current[I] = vector(*I);
    }
    advance();
  }

  /// The values of phis in the next round.
  void advance() {
    SmallVector<std::pair<PHINode *, Value *>> Next;
    for (PHINode &Phi : Block.phis())
      if (!isCopy(Phi))
        Next.push_back({&Phi, operand(*Phi.getIncomingValueForBlock(&Block),
                                      *Phi.getType(),
                                      Plan.Own.contains(&Phi))});
    for (auto [Phi, V] : Next)
      Current[Phi] = V;
  }

  Instruction *copy(Instruction &I) {
    Instruction *Copy = I.clone();
    for (Use &Operand : Copy->operands())
      if (Value *Found = Current.lookup(Operand.get()))
        Operand.set(Found);
    IR.Insert(Copy);
    return Copy;
  }

  /// What \p I, of each work-item, is for one of them in this round.
  Value *scalar(Value &V, unsigned Item) {
    auto *I = dyn_cast<Instruction>(&V);
    if (!I || I->getParent() != &Block)
      return of(V, Item);
    if (!Plan.Own.contains(I))
      return Current.lookup(I);
    if (Value *Known = OfItems[I][Item % Length])
      return Known;
    Instruction *Copy = I->clone();
    for (Use &Operand : Copy->operands())
      Operand.set(scalar(*Operand.get(), Item));
    IR.Insert(Copy);
    return OfItems[I][Item % Length] = Copy;
  }

  /// \p V as an operand of vectors, or of what all share.
  Value *operand(Value &V, Type &Ty, bool IsVector) {
    auto *I = dyn_cast<Instruction>(&V);
    const bool IsOfRound = I && I->getParent() == &Block;
    if (!IsOfRound && !IsVector)
      return &V;
    if (IsOfRound && (!IsVector || Plan.Vectors.contains(I)))
      return Current.lookup(I);
    if (Value *Known =
            IsOfRound ? Vectors.lookup(&V) : Fixed.lookup({&V, Group}))
      return Known;
    IRBuilder<>::InsertPointGuard Guard(IR);
    if (!IsOfRound)
      IR.SetInsertPoint(Enter->getTerminator());
    Value *Result =
        I && Plan.Own.contains(I)
            ? gather([&](unsigned Item) { return scalar(V, Item); }, Ty)
            : IR.CreateVectorSplat(Length, IsOfRound ? Current.lookup(I) : &V);
    return (IsOfRound ? Vectors[&V] : Fixed[{&V, Group}]) = Result;
  }

  Value *vector(Instruction &I) {
    SmallVector<Value *> Operands;
    for (unsigned N = 0; N != countElementOperands(I); ++N)
      Operands.push_back(
          operand(*I.getOperand(N), *I.getOperand(N)->getType(), true));
    return makeElementwise(IR, I, Operands, Length);
  }

  /// The elements of \p Load in round \p Round of those that are transposed.
  Value *column(LoadInst &Load, unsigned Round) {
    if (Round == 0)
      Columns[&Load] = transposed(Load);
    return Columns[&Load][Round];
  }

  /// A half of row \p Item from its element \p First on.
  Value *piece(LoadInst &Load, unsigned Item, unsigned First) {
    Value *Start = scalar(*Load.getPointerOperand(), Item);
    Type *Ty = Load.getType();
    Value *Address = IR.CreateConstInBoundsGEP1_64(Ty, Start, First);
    auto *New = IR.CreateAlignedLoad(FixedVectorType::get(Ty, Half), Address,
                                     Load.getAlign());
    New->setDebugLoc(Load.getDebugLoc());
    return New;
  }

  /// Each of the two halves of a row's piece is loaded beside that of the row
  /// four further, so that what crosses the middle of a register is a load.
  std::array<Value *, Length> transposed(LoadInst &Load) {
    std::array<Value *, Length> Result;
    for (unsigned First = 0; First != Length; First += Half) {
      std::array<Value *, Half> R;
      for (unsigned N = 0; N != Half; ++N) {
        const unsigned Item = Group * Length + N;
        R[N] = shuffle(piece(Load, Item, First),
                       piece(Load, Item + Half, First),
                       {0, 1, 2, 3, 4, 5, 6, 7});
      }
      constexpr std::array<int, Length> Low = {0, 8, 1, 9, 4, 12, 5, 13},
                                        High = {2, 10, 3, 11, 6, 14, 7, 15},
                                        Front = {0, 1, 8, 9, 4, 5, 12, 13},
                                        Back = {2, 3, 10, 11, 6, 7, 14, 15};
      Value *A = shuffle(R[0], R[1], Low), *B = shuffle(R[2], R[3], Low);
      Value *C = shuffle(R[0], R[1], High), *D = shuffle(R[2], R[3], High);
      Result[First] = shuffle(A, B, Front);
      Result[First + 1] = shuffle(A, B, Back);
      Result[First + 2] = shuffle(C, D, Front);
      Result[First + 3] = shuffle(C, D, Back);
    }
    return Result;
  }

  Value *shuffle(Value *A, Value *B, const std::array<int, Length> &Mask) {
    return IR.CreateShuffleVector(A, B, Mask);
  }

  void finishPhis() {
    Value *Next = IR.CreateAdd(Index, IR.getInt64(1), "", true, true);
    IR.CreateCondBr(IR.CreateICmpEQ(Next, Count), Leave, VectorLoop);
    Index->addIncoming(Next, VectorLoop);
    for (const Sum &S : Sums)
      S.Vector->addIncoming(S.End, VectorLoop);
    for (auto [Phi, Scalar] : Shared)
      Scalar->addIncoming(Current.lookup(Phi), VectorLoop);
  }

  /// Lets the inner loop go on where the vectors end.
  void handOver() {
    IR.SetInsertPoint(Leave);
    SmallVector<std::pair<PHINode *, Value *>> Last;
    for (const Sum &S : Sums)
      for (unsigned N = 0; N != Length; ++N)
        Last.push_back({cast<PHINode>(of(*S.Phi, S.Group * Length + N)),
                        IR.CreateExtractElement(S.End, N)});
    for (auto [Phi, Scalar] : Shared)
      Last.push_back({Phi, Current.lookup(Phi)});
    IR.CreateBr(Join);
    IR.SetInsertPoint(Join, Join->begin());
    for (auto [Phi, End] : Last) {
      PHINode *Start = IR.CreatePHI(Phi->getType(), 2);
      Start->addIncoming(Phi->getIncomingValueForBlock(&Before), &Before);
      Start->addIncoming(End, Leave);
      const int Place = Phi->getBasicBlockIndex(&Before);
      Phi->setIncomingValue(Place, Start);
      Phi->setIncomingBlock(Place, Join);
    }
  }

  /// A phi of the loop, as a vector of the work-items of a group.
  struct Sum {
    PHINode *Phi;
    unsigned Group;
    PHINode *Vector;
    Value *End = nullptr; ///< behind the rounds
  };

  const RowLoop &Plan;
  const JammedLoop::Copies &Items;
  BasicBlock &Block, &Before;
  IRBuilder<> IR;
  BasicBlock *Enter, *VectorLoop, *Leave, *Join;
  Value *Count;
  PHINode *Index;
  SmallPtrSet<const Value *, 32> Copies;
  SmallVector<Instruction *> Body;
  /// Phis that all work-items share, and what they are in the loop.
  SmallVector<std::pair<PHINode *, PHINode *>> Shared;
  SmallVector<Sum> Sums;
  /// Of the work-items that are built, a vector of them.
  unsigned Group = 0;
  /// What values of the loop are in the round that is built.
  DenseMap<Value *, Value *> Current;
  /// Vectors that are made of other values: in this round, and before the loop.
  DenseMap<Value *, Value *> Vectors;
  DenseMap<std::pair<Value *, unsigned>, Value *> Fixed;
  DenseMap<Instruction *, std::array<Value *, Length>> OfItems;
  DenseMap<LoadInst *, std::array<Value *, Length>> Columns;
};

/// A loop over work-items, and its inner loops.
struct Plan {
  std::unique_ptr<JammedLoop> Items;
  std::vector<RowLoop> Rows;
};

std::optional<Plan> planFor(Loop &L, ScalarEvolution &Evolution) {
  Plan Result{JammedLoop::find(L, Evolution), {}};
  if (!Result.Items)
    return std::nullopt;
  for (Loop *Inner : L.getSubLoops()) {
    Result.Rows.emplace_back(*Inner, Result.Items->own(), Evolution);
    if (!Result.Rows.back().gains())
      return std::nullopt;
  }
  for (RowLoop &Rows : Result.Rows)
    if (!(Rows.Rounds = computeRounds(Rows.Inner, Evolution)))
      return std::nullopt;
  if (!Result.Items->plan(ItemsOfRound, Evolution))
    return std::nullopt;
  return Result;
}

} // namespace

PreservedAnalyses RowVectors::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  std::vector<Plan> Plans;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (!L->isInnermost())
      if (auto Found =
              planFor(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F)))
        Plans.push_back(std::move(*Found));
  for (const Plan &Next : Plans) {
    const JammedLoop::Copies Items = Next.Items->execute();
    for (const RowLoop &Rows : Next.Rows)
      RowLoopBuilder(Rows, Items).build();
  }
  return Plans.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace facet
