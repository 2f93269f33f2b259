//===- item_loops.cpp - Loops over work-items before the vectorizer -------===//
//
// See item_loops.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_loops.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// The mark; LLVM knows NotUnrolledLoop.
constexpr char KeptLoop[] = "facet.loop.kept";

/// Of an index in programs.
constexpr unsigned IndexBits = 32;

/// Values that one branch computes again: how long a chain of them is followed.
constexpr unsigned MaximumDepth = 4;

void allowUnrolling(Loop &L) {
  MDNode *Id = L.getLoopID();
  if (Id && findOptionMDForLoopID(Id, KeptLoop))
    L.setLoopID(makePostTransformationMetadata(
        Id->getContext(), Id, {KeptLoop, NotUnrolledLoop}, {}));
}

/// What may be computed where it was not, and costs next to nothing there.
bool isAddressArithmetic(const Instruction &I) {
  return isa<CastInst, GetElementPtrInst>(I) ||
         I.getOpcode() == Instruction::Add ||
         I.getOpcode() == Instruction::Sub || I.getOpcode() == Instruction::Mul;
}

/// Both ways of a branch, whose ends meet again in one block.
class Diamond {
public:
  Diamond(BasicBlock &Head, BasicBlock &First, BasicBlock &Second)
      : Head(Head), First(First), Second(Second) {}

  /// True if anything was united, parts of what is not equal as a whole, too.
  bool changed() const { return Changed; }

  /// Returns a value that is both \p A, as the first way computes it, and
  /// \p B, as the second does, computed before the branch; null if they differ
  /// or if that is more than arithmetic.
  Value *unite(Value *A, Value *B, unsigned Depth = 0) {
    if (A == B)
      return isKnown(A) ? A : nullptr;
    auto *X = dyn_cast<Instruction>(A), *Y = dyn_cast<Instruction>(B);
    if (Depth == MaximumDepth || !X || !Y || X->getParent() != &First ||
        Y->getParent() != &Second || !isAddressArithmetic(*X) ||
        !X->isSameOperationAs(Y))
      return nullptr;
    for (unsigned I = 0, N = X->getNumOperands(); I != N; ++I)
      if (!unite(X->getOperand(I), Y->getOperand(I), Depth + 1))
        return nullptr;
    // Each way computes the value whenever it is taken: what is poison before
    // the branch was poison behind it.
    X->andIRFlags(Y);
    X->applyMergedLocation(X->getDebugLoc(), Y->getDebugLoc());
    X->moveBefore(Head.getTerminator()->getIterator());
    Y->replaceAllUsesWith(X);
    Y->eraseFromParent();
    Changed = true;
    return X;
  }

private:
  bool isKnown(Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return !I || (I->getParent() != &First && I->getParent() != &Second);
  }

  BasicBlock &Head, &First, &Second;
  bool Changed = false;
};

/// Returns the block whose branch leads to \p First and \p Second, if nothing
/// else does; null otherwise.
BasicBlock *headOf(BasicBlock &First, BasicBlock &Second) {
  BasicBlock *Head = First.getSinglePredecessor();
  if (!Head || Head != Second.getSinglePredecessor() || &First == &Second)
    return nullptr;
  auto *Branch = dyn_cast<BranchInst>(Head->getTerminator());
  return Branch && Branch->isConditional() ? Head : nullptr;
}

bool unitePhis(BasicBlock &Block) {
  bool Changed = false;
  for (PHINode &Phi : make_early_inc_range(Block.phis())) {
    if (Phi.getNumIncomingValues() != 2 || Phi.hasConstantValue())
      continue;
    BasicBlock *First = Phi.getIncomingBlock(0),
               *Second = Phi.getIncomingBlock(1);
    BasicBlock *Head = headOf(*First, *Second);
    if (!Head)
      continue;
    Diamond Ways(*Head, *First, *Second);
    Value *One =
        Ways.unite(Phi.getIncomingValue(0), Phi.getIncomingValue(1));
    Changed |= Ways.changed();
    if (!One)
      continue;
    Phi.replaceAllUsesWith(One);
    Phi.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

bool hasSideEffects(const BasicBlock &Block) {
  return any_of(Block, [](const Instruction &I) {
    return I.mayHaveSideEffects() ||
           !isGuaranteedToTransferExecutionToSuccessor(&I);
  });
}

/// True if only the first round of \p L does something:
/// `for (i = 0; …; ++i) if (i == 0) …`.
bool onlyFirstRoundActs(const Loop &L) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  BasicBlock *Before = L.getLoopPreheader();
  if (!Latch || !Before || Header == Latch || L.getExitingBlock() != Latch)
    return false;
  auto *Id = dyn_cast<PHINode>(&Header->front());
  auto *Test = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Id || isa<PHINode>(Id->getNextNode()) || !Test ||
      !Test->isConditional() || isa<PHINode>(Latch->front()) ||
      !match(Id->getIncomingValueForBlock(Before), m_Zero()))
    return false;
  // From zero upwards, without coming back to it.
  auto *Next =
      dyn_cast<OverflowingBinaryOperator>(Id->getIncomingValueForBlock(Latch));
  if (!Next || !match(Next, m_Add(m_Specific(Id), m_One())) ||
      !Next->hasNoUnsignedWrap())
    return false;
  CmpPredicate Predicate;
  if (!match(Test->getCondition(),
             m_ICmp(Predicate, m_Specific(Id), m_Zero())) ||
      !ICmpInst::isEquality(Predicate))
    return false;
  const bool Way = Predicate == ICmpInst::ICMP_NE;
  return Test->getSuccessor(!Way) == Latch && !hasSideEffects(*Header) &&
         !hasSideEffects(*Latch) && !isUsedBehind(L);
}

/// Ends loops over work-items of which the first alone does something behind
/// its round.
bool endAfterFirst(Loop &L) {
  auto *Back = L.getLoopLatch()
                   ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
                   : nullptr;
  if (!Back || !Back->isConditional() || !onlyFirstRoundActs(L))
    return false;
  const bool ExitsIfTrue = !L.contains(Back->getSuccessor(0));
  Back->setCondition(ConstantInt::getBool(Back->getContext(), ExitsIfTrue));
  return true;
}

/// An extension of an int as one: `ashr (shl X, 32), 30` is four times it.
Value *extensionOf(Instruction &Shift) {
  Value *X;
  uint64_t Left, Right;
  if (!match(&Shift, m_AShr(m_Shl(m_Value(X), m_ConstantInt(Left)),
                            m_ConstantInt(Right))) ||
      !X->getType()->isIntegerTy(64) || Left != IndexBits || Right > Left)
    return nullptr;
  IRBuilder<> Builder(&Shift);
  Value *Index = Builder.CreateSExt(
      Builder.CreateTrunc(X, Builder.getIntNTy(IndexBits)), X->getType());
  return Builder.CreateShl(Index, Left - Right, "", /*HasNUW=*/false,
                           /*HasNSW=*/true);
}

/// The same of `and X, 2^31 - 1` where a branch has found the int not to be
/// negative.
Value *knownExtensionOf(Instruction &Mask) {
  Value *X;
  uint64_t Bits;
  if (!match(&Mask, m_And(m_Value(X), m_ConstantInt(Bits))) ||
      !X->getType()->isIntegerTy(64) || Bits != maxIntN(IndexBits))
    return nullptr;
  for (User *U : X->users()) {
    auto *Index = dyn_cast<TruncInst>(U);
    if (!Index || !Index->getType()->isIntegerTy(IndexBits))
      continue;
    auto *Zero = ConstantInt::get(Index->getType(), 0);
    // The branch is on the value, so the value is computed before it.
    if (isImpliedByDomCondition(ICmpInst::ICMP_SGE, Index, Zero, &Mask,
                                Mask.getDataLayout())
            .value_or(false))
      return IRBuilder<>(&Mask).CreateSExt(Index, X->getType());
  }
  return nullptr;
}

bool extendInts(BasicBlock &Block) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(Block)) {
    Value *New = extensionOf(I);
    if (!New)
      New = knownExtensionOf(I);
    if (!New)
      continue;
    I.replaceAllUsesWith(New);
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace

void keepUntilVectorized(LLVMContext &Context,
                         SmallVectorImpl<Metadata *> &Properties) {
  for (const char *Name : {KeptLoop, NotUnrolledLoop})
    Properties.push_back(MDNode::get(Context, MDString::get(Context, Name)));
}

PreservedAnalyses ItemLoops::run(Function &F,
                                 FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    allowUnrolling(*L);
    Changed |= endAfterFirst(*L);
    if (!L->isInnermost())
      continue;
    for (BasicBlock *Block : L->blocks()) {
      Changed |= extendInts(*Block);
      Changed |= unitePhis(*Block);
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace facet
