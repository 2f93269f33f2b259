//===- loop_cutting.cpp - Loops that a group should execute together ------===//
//
// See loop_cutting.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/loop_cutting.h"

#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// More values of one work-item than this between two rounds of a loop cost
/// more than vectors bring.
constexpr unsigned MaximumCarried = 8;

/// The tile of a product is unrolled, a row of a matrix is not.
constexpr unsigned MaximumUnrolled = 64;
constexpr uint64_t MaximumUnrolledSize = 2048;

/// Of so many neighbours' elements LLVM makes vectors of one each.
constexpr int64_t MaximumInterleaved = 8;

} // namespace

LoopCutting::LoopCutting(Function &F, const UniformityInfo &Uniformity,
                         DominatorTree &Dominators, LoopInfo &Loops)
    : F(F), Uniformity(Uniformity), Lengths(Uniformity, F.getDataLayout()),
      FunctionsImpl(F.getParent()->getTargetTriple()), Functions(FunctionsImpl),
      Assumptions(F), Evolution(F, Functions, Assumptions, Dominators, Loops) {}

/// True for a loop of few rounds that is unrolled instead: each work-item
/// keeps its values in registers, and the loop over the work-items is still
/// an innermost one. Marks it.
bool LoopCutting::unrolls(Loop &L) {
  unsigned Rounds = Evolution.getSmallConstantTripCount(&L);
  uint64_t Size = 0;
  for (BasicBlock *Block : L.blocks())
    Size += Block->size();
  if (Rounds == 0 || Rounds > MaximumUnrolled ||
      Rounds * Size > MaximumUnrolledSize)
    return false;
  if (!findOptionMDForLoop(&L, "llvm.loop.unroll.full"))
    addStringMetadataToLoop(&L, "llvm.loop.unroll.full");
  return true;
}

/// False for a kernel that asks for no id, as that of a single work-item: what
/// its work-items read may change between them, but they do the same with it.
bool LoopCutting::workItemsDiffer() {
  if (!Differ)
    Differ = any_of(instructions(F), [&](const Instruction &I) {
      auto *Call = dyn_cast<CallInst>(&I);
      return Call && Call->getCalledFunction() &&
             needsWorkItem(*Call->getCalledFunction()) &&
             !Call->getType()->isVoidTy() && Uniformity.isDivergent(Call);
    });
  return *Differ;
}

/// What the rounds of \p L do with memory, and whether that allows to cut it.
LoopCutting::Accesses LoopCutting::accessesOf(Loop &L) {
  Accesses Result;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address || I.isAtomic()) {
        Result.AreOther |= isa<AllocaInst, FenceInst>(I) ||
                           (I.mayReadOrWriteMemory() && !isa<AtomicRMWInst>(I));
        Result.AreAnywhere |= I.isAtomic();
        continue;
      }
      const std::optional<int64_t> Stride = Lengths.of(Address);
      const int64_t Size =
          F.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
      if (!Stride || *Stride % Size != 0 ||
          std::abs(*Stride) > MaximumInterleaved * Size)
        Result.AreOther = true;
      else if (*Stride == Size)
        Result.AreNeighbours = true;
      else if (*Stride != 0)
        Result.AreInterleaved = true;
    }
  return Result;
}

bool LoopCutting::pays(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || !L.isInnermost() || L.getExitingBlock() != Latch)
    return false;
  unsigned Carried = 0;
  for (PHINode &Phi : L.getHeader()->phis())
    // One that follows the ids is computed again.
    Carried += Uniformity.isDivergent(&Phi) && !Lengths.of(&Phi);
  const Accesses Found = accessesOf(L);
  if (Found.AreOther)
    return false;
  // A tile of which each work-item has several rows and columns: too much to be
  // kept for each of them between two rounds.
  if (Found.AreInterleaved || Carried > MaximumCarried) {
    if (Carried != 0 && !Found.AreAnywhere)
      unrolls(L);
    return false;
  }
  // Vectors bring nothing where a bin is counted up; that what the work-items
  // read lies side by side does, if that is all there is to it.
  if (Found.AreAnywhere && (Carried != 0 || !Found.AreNeighbours))
    return false;
  return (Found.AreNeighbours || (Carried != 0 && workItemsDiffer())) &&
         !unrolls(L);
}

namespace {

/// An int in a register of 64 bits: all that is used of a counter are its lower
/// 32 bits, to which each round adds.
class WideCounter {
public:
  WideCounter(PHINode &Phi, Loop &L) : Phi(Phi), L(L) {
    auto *Add = dyn_cast<BinaryOperator>(
        Phi.getIncomingValueForBlock(L.getLoopLatch()));
    IsFound = Phi.getType()->isIntegerTy(64) && Add &&
              Add->getOpcode() == Instruction::Add &&
              all_of(Phi.users(), [&](User *U) { return addUse(*U); });
    if (!IsFound)
      return;
    bool IsLeft = isLowerHalf(Add->getOperand(0));
    Step = Add->getOperand(IsLeft);
    IsFound = isLowerHalf(Add->getOperand(!IsLeft)) && L.isLoopInvariant(Step);
  }

  /// Makes it an int, if it is one.
  void narrow() {
    if (!IsFound)
      return;
    Type *Int = Type::getInt32Ty(Phi.getContext());
    BasicBlock *Before = L.getLoopPreheader(), *Latch = L.getLoopLatch();
    IRBuilder<> Start(Before->getTerminator());
    Value *First = Start.CreateTrunc(Phi.getIncomingValueForBlock(Before), Int);
    Value *By = Start.CreateTrunc(Step, Int);
    IRBuilder<> Builder(&Phi);
    PHINode *Counter = Builder.CreatePHI(Int, 2, "int");
    for (Instruction *I : Lower) {
      bool IsSigned = I->getOpcode() == Instruction::AShr;
      I->replaceAllUsesWith(
          IRBuilder<>(I).CreateIntCast(Counter, I->getType(), IsSigned));
      I->eraseFromParent();
    }
    for (Instruction *I : Shifted)
      I->eraseFromParent();
    Builder.SetInsertPoint(Latch->getTerminator());
    Counter->addIncoming(First, Before);
    Counter->addIncoming(Builder.CreateAdd(Counter, By), Latch);
    Phi.eraseFromParent();
  }

private:
  bool isLowerHalf(Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return I && Lower.contains(I);
  }

  bool addUse(User &U) {
    auto *I = cast<Instruction>(&U);
    auto *Number =
        I->isBinaryOp() ? dyn_cast<ConstantInt>(I->getOperand(1)) : nullptr;
    if (I->getOpcode() == Instruction::Trunc && I->getType()->isIntegerTy(32))
      return Lower.insert(I), true;
    if (I->getOpcode() == Instruction::And && Number &&
        Number->getZExtValue() == UINT32_MAX)
      return Lower.insert(I), true;
    if (I->getOpcode() != Instruction::Shl || !Number ||
        Number->getZExtValue() != 32)
      return false;
    Shifted.insert(I);
    return all_of(I->users(), [&](User *Back) {
      auto *By = cast<Instruction>(Back)->isBinaryOp()
                     ? dyn_cast<ConstantInt>(Back->getOperand(1))
                     : nullptr;
      if (cast<Instruction>(Back)->getOpcode() != Instruction::AShr || !By ||
          By->getZExtValue() != 32)
        return false;
      return Lower.insert(cast<Instruction>(Back)), true;
    });
  }

  PHINode &Phi;
  Loop &L;
  Value *Step = nullptr;
  SmallSetVector<Instruction *, 4> Lower, Shifted;
  bool IsFound = false;
};

void separate(PHINode &Phi, Loop &L, const UniformityInfo &Uniformity) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
  if (!Next || Next->getOpcode() != Instruction::Add ||
      !is_contained(Next->operands(), &Phi) || !Uniformity.isDivergent(&Phi))
    return;
  Value *By = Next->getOperand(Next->getOperand(0) == &Phi);
  if (By == &Phi || !L.isLoopInvariant(By) || Uniformity.isDivergent(By))
    return;
  BasicBlock *Before = L.getLoopPreheader();
  IRBuilder<> Builder(&Phi);
  PHINode *Offset = Builder.CreatePHI(Phi.getType(), 2, "rounds");
  Builder.SetInsertPoint(Phi.getParent(),
                         Phi.getParent()->getFirstInsertionPt());
  Phi.replaceAllUsesWith(Builder.CreateAdd(Phi.getIncomingValueForBlock(Before),
                                           Offset, "counter"));
  Builder.SetInsertPoint(Next->getNextNode());
  Offset->addIncoming(Constant::getNullValue(Phi.getType()), Before);
  Offset->addIncoming(Builder.CreateAdd(Offset, By), Latch);
  Phi.eraseFromParent();
}

} // namespace

void narrowCounters(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->getLoopLatch() && L->getLoopPreheader())
      for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
        WideCounter(Phi, *L).narrow();
}

void separateRounds(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  CpuUniformity Analysis(F, uniformityInKernel(F));
  UniformityInfo &Uniformity = Analysis.uniformity();
  LoopCutting Cutting(F, Uniformity, Dominators, Loops);
  SmallVector<Loop *> Found;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->getLoopLatch() && L->getLoopPreheader() &&
        !Uniformity.hasDivergentTerminator(*L->getLoopLatch()) &&
        Cutting.pays(*L))
      Found.push_back(L);
  for (Loop *L : Found)
    for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
      separate(Phi, *L, Uniformity);
}

} // namespace facet
