//===- loop_cutting.cpp - Loops that a group should execute together ------===//
//
// See loop_cutting.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/loop_cutting.h"

#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// More values of one work-item than this between two rounds of a loop cost
/// more than vectors bring.
constexpr unsigned MaximumCarried = 8;

/// The same where they also cost less than going through memory in other order.
constexpr unsigned MaximumCarriedBeside = 32;

/// The tile of a product is unrolled, a row of a matrix is not.
constexpr unsigned MaximumUnrolled = 64;
constexpr uint64_t MaximumUnrolledSize = 2048;

/// On the branch back of a loop that strides over the work-items, but has no
/// counter of their own any more.
constexpr char StridingLoop[] = "facet.strides";

/// Of sums of a counter, sums of sums.
constexpr unsigned MaximumNarrowed = 4;

} // namespace

LoopCutting::LoopCutting(Function &F, UniformityInfo &Uniformity,
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
      Result.AreKept |=
          isa<AllocaInst, FenceInst>(I) ||
          (Address && isa<AllocaInst>(getUnderlyingObject(Address, /*MaxLookup=*/0)));
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

/// One work-item after the other would go through all of the memory.
bool LoopCutting::stridesOverItems(Loop &L) {
  if (L.getLoopLatch()->getTerminator()->hasMetadata(StridingLoop))
    return true;
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    const int64_t Length = Lengths.of(&Phi).value_or(0);
    if (Length == 0)
      return false;
    const SCEV *Counter = Evolution.isSCEVable(Phi.getType())
                              ? Evolution.getSCEV(&Phi)
                              : nullptr;
    auto *Rounds = dyn_cast_or_null<SCEVAddRecExpr>(Counter);
    if (!Rounds || Rounds->getLoop() != &L)
      return false;
    auto *Step = dyn_cast<SCEVConstant>(Rounds->getStepRecurrence(Evolution));
    return !Step || Step->getAPInt().abs().ugt(std::abs(Length));
  });
}

bool LoopCutting::pays(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch(), *Exiting = L.getExitingBlock();
  if (!Latch || !Exiting)
    return false;
  const bool Strides = stridesOverItems(L);
  const bool IsSimple = L.isInnermost() && Exiting == Latch;
  if (!Strides && !IsSimple)
    return false;
  // There are no versions of others (agreements.h): all leave them together.
  if (Exiting != Latch && Uniformity.hasDivergentTerminator(*Exiting))
    return false;
  unsigned Carried = 0;
  for (PHINode &Phi : L.getHeader()->phis())
    // One that follows the ids is computed again.
    Carried += Uniformity.isDivergent(&Phi) && !Lengths.of(&Phi);
  const Accesses Found = accessesOf(L);
  if (Strides && Carried <= MaximumCarriedBeside && !Found.AreKept)
    return !unrolls(L);
  if (Found.AreOther || !IsSimple)
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

/// An int in a register of 64 bits: all that matters of a counter are its lower
/// 32 bits, to which each round adds.
class WideCounter {
public:
  WideCounter(PHINode &Phi, Loop &L, DemandedBits &Bits)
      : Phi(Phi), L(L), Bits(Bits) {
    Next = dyn_cast<BinaryOperator>(
        Phi.getIncomingValueForBlock(L.getLoopLatch()));
    if (!Phi.getType()->isIntegerTy(64) || !Next ||
        Next->getOpcode() != Instruction::Add || !L.contains(Next))
      return;
    const bool IsLeft = isLowerHalf(*Next->getOperand(0));
    Step = Next->getOperand(IsLeft);
    IsFound = isLowerHalf(*Next->getOperand(!IsLeft)) &&
              L.isLoopInvariant(Step) &&
              Bits.getDemandedBits(&Phi).getActiveBits() <= 32;
  }

  /// Makes it an int, if it is one. Returns whether it was.
  bool narrow() {
    if (!IsFound)
      return false;
    Type *Int = Type::getInt32Ty(Phi.getContext());
    BasicBlock *Before = L.getLoopPreheader(), *Latch = L.getLoopLatch();
    IRBuilder<> Start(Before->getTerminator());
    Value *First = lowerHalfOfStart();
    if (!First)
      First = Start.CreateTrunc(Phi.getIncomingValueForBlock(Before), Int);
    Value *By = Start.CreateTrunc(Step, Int);
    forgetUpperHalf();
    IRBuilder<> Builder(&Phi);
    PHINode *Counter = Builder.CreatePHI(Int, 2, "int");
    Builder.SetInsertPoint(Next);
    Value *Sum = Builder.CreateAdd(Counter, By);
    Counter->addIncoming(First, Before);
    Counter->addIncoming(Sum, Latch);
    replaceLowerHalves(*Next, *Sum);
    replaceLowerHalves(Phi, *Counter);
    Builder.SetInsertPoint(Phi.getParent(),
                           Phi.getParent()->getFirstInsertionPt());
    WeakTrackingVH Extended = Builder.CreateSExt(Counter, Phi.getType());
    Phi.replaceAllUsesWith(Extended);
    Phi.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Next);
    if (Extended)
      RecursivelyDeleteTriviallyDeadInstructions(Extended);
    return true;
  }

private:
  /// What a twin of 32 bits starts with; null if there is none.
  Value *lowerHalfOfStart() const {
    using namespace PatternMatch;
    BasicBlock *Before = L.getLoopPreheader();
    Value *Wide = Phi.getIncomingValueForBlock(Before);
    for (PHINode &Other : Phi.getParent()->phis())
      if (Value *First = Other.getIncomingValueForBlock(Before);
          First->getType()->isIntegerTy(32) &&
          match(First, m_Trunc(m_Specific(Wide))))
        return First;
    return nullptr;
  }

  /// Whether \p V has the lower half of the counter's bits for its own.
  bool isLowerHalf(const Value &V) const {
    using namespace PatternMatch;
    const auto IsPhi = m_Specific(&Phi);
    return &V == &Phi || match(&V, m_And(IsPhi, m_SpecificInt(UINT32_MAX))) ||
           match(&V, m_SExt(m_Trunc(IsPhi))) ||
           match(&V, m_ZExt(m_Trunc(IsPhi))) ||
           match(&V, m_AShr(m_Shl(IsPhi, m_SpecificInt(32)),
                            m_SpecificInt(32)));
  }

  /// Replaces what takes the lower half of \p Wide, and no more, by \p Half, and
  /// what takes that of sums and the like of \p Wide, by those of \p Half.
  static void replaceLowerHalves(Value &Wide, Value &Half, unsigned Depth = 0) {
    using namespace PatternMatch;
    for (User *U : make_early_inc_range(Wide.users())) {
      auto *I = cast<Instruction>(U);
      IRBuilder<> Builder(I);
      Value *Lower = nullptr;
      if (isa<TruncInst>(I) && I->getType() == Half.getType()) {
        Lower = &Half;
      } else if (match(I, m_And(m_Specific(&Wide),
                                m_SpecificInt(UINT32_MAX)))) {
        Lower = Builder.CreateZExt(&Half, I->getType());
      } else if (match(I, m_Shl(m_Specific(&Wide), m_SpecificInt(32)))) {
        extendHalves(*I, Half);
        continue;
      } else if (auto *Constant = dyn_cast<ConstantInt>(I->getOperand(
                     I->getNumOperands() - 1));
                 Constant && Depth != MaximumNarrowed &&
                 is_contained({Instruction::Add, Instruction::Sub,
                               Instruction::Mul},
                              I->getOpcode())) {
        Instruction *Part = Builder.Insert(BinaryOperator::Create(
            cast<BinaryOperator>(I)->getOpcode(), &Half,
            Builder.CreateTrunc(Constant, Half.getType())));
        replaceLowerHalves(*I, *Part, Depth + 1);
        for (Instruction *Unused : {I, Part})
          if (Unused->use_empty())
            Unused->eraseFromParent();
        continue;
      } else {
        continue;
      }
      I->replaceAllUsesWith(Lower);
      I->eraseFromParent();
    }
  }

  /// Of \p Shifted, a counter whose lower half is \p Half, to the left.
  static void extendHalves(Instruction &Shifted, Value &Half) {
    using namespace PatternMatch;
    for (User *Back : make_early_inc_range(Shifted.users()))
      if (match(Back, m_AShr(m_Specific(&Shifted), m_SpecificInt(32)))) {
        auto *Signed = cast<Instruction>(Back);
        Signed->replaceAllUsesWith(
            IRBuilder<>(Signed).CreateSExt(&Half, Signed->getType()));
        Signed->eraseFromParent();
      }
    if (Shifted.use_empty())
      Shifted.eraseFromParent();
  }

  /// What is computed of the counter may not promise anything about bits that
  /// nobody needs.
  void forgetUpperHalf() {
    SmallVector<Instruction *> Left{&Phi};
    SmallPtrSet<Instruction *, 16> Seen{&Phi};
    while (!Left.empty())
      for (User *U : Left.pop_back_val()->users()) {
        auto *I = cast<Instruction>(U);
        if (!I->getType()->isIntegerTy() || !Seen.insert(I).second ||
            Bits.getDemandedBits(I).isAllOnes())
          continue;
        I->dropPoisonGeneratingAnnotations();
        Left.push_back(I);
      }
  }

  PHINode &Phi;
  Loop &L;
  DemandedBits &Bits;
  BinaryOperator *Next = nullptr;
  Value *Step = nullptr;
  bool IsFound = false;
};

/// Narrows one counter of \p F. False if there is none.
bool narrowOne(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  AssumptionCache Assumptions(F);
  DemandedBits Bits(F, Assumptions, Dominators);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->getLoopLatch() && L->getLoopPreheader())
      for (PHINode &Phi : L->getHeader()->phis())
        if (WideCounter(Phi, *L, Bits).narrow()) {
          // A twin of 32 bits that took its values from the counter's.
          EliminateDuplicatePHINodes(L->getHeader());
          return true;
        }
  return false;
}

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
  while (narrowOne(F)) {
  }
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
        Cutting.pays(*L)) {
      Found.push_back(L);
      if (Cutting.stridesOverItems(*L))
        L->getLoopLatch()->getTerminator()->setMetadata(
            StridingLoop, MDNode::get(F.getContext(), {}));
    }
  for (Loop *L : Found)
    for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
      separate(Phi, *L, Uniformity);
}

} // namespace facet
