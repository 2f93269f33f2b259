//===- item_loops.cpp - Loops over work-items before the vectorizer -------===//
//
// See item_loops.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_loops.h"

#include "postlink/retarget/preserved.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
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

/// Values whose lower half is zero, as LLVM computes an int that is to be
/// extended: `shl X, 32` is X, and so are sums of such, and products.
class UpperHalf {
public:
  /// Returns the int that is the upper half of \p V, computed at \p Builder;
  /// null if the lower one may have bits.
  static Value *of(Value *V, IRBuilder<> &Builder) {
    return isOne(V, 0) ? take(V, Builder) : nullptr;
  }

private:
  static bool isOne(const Value *V, unsigned Depth) {
    uint64_t Bits;
    if (!V->getType()->isIntegerTy(2 * IndexBits) || Depth == MaximumDepth)
      return false;
    if (match(V, m_ConstantInt(Bits)))
      return Lo_32(Bits) == 0;
    const auto *I = dyn_cast<BinaryOperator>(V);
    if (!I)
      return false;
    const Value *A = I->getOperand(0), *B = I->getOperand(1);
    switch (I->getOpcode()) {
    case Instruction::Shl:
      return match(B, m_ConstantInt(Bits)) && Bits >= IndexBits &&
             Bits < 2 * IndexBits;
    case Instruction::Mul:
      return isOne(B, Depth + 1) || isOne(A, Depth + 1);
    case Instruction::Add:
    case Instruction::Sub:
      return isOne(A, Depth + 1) && isOne(B, Depth + 1);
    default:
      return false;
    }
  }

  static Value *take(Value *V, IRBuilder<> &Builder) {
    IntegerType *Index = Builder.getIntNTy(IndexBits);
    uint64_t Bits;
    if (match(V, m_ConstantInt(Bits)))
      return ConstantInt::get(Index, Hi_32(Bits));
    auto *I = cast<BinaryOperator>(V);
    Value *A = I->getOperand(0), *B = I->getOperand(1);
    if (match(V, m_Shl(m_Value(), m_ConstantInt(Bits)))) {
      Value *Low = Builder.CreateTrunc(A, Index);
      return Bits == IndexBits ? Low
                               : Builder.CreateShl(Low, Bits - IndexBits);
    }
    if (I->getOpcode() == Instruction::Mul) {
      if (!isOne(B, 1))
        std::swap(A, B);
      return Builder.CreateMul(Builder.CreateTrunc(A, Index), take(B, Builder));
    }
    // A sum that does not leave 64 bits leaves no upper half either.
    auto Compute = I->getOpcode() == Instruction::Add ? &IRBuilder<>::CreateAdd
                                                      : &IRBuilder<>::CreateSub;
    return (Builder.*Compute)(take(A, Builder), take(B, Builder), "",
                              I->hasNoUnsignedWrap(), I->hasNoSignedWrap());
  }
};

/// An extension of an int as one: `ashr (shl X, 32), 30` is four times it.
Value *extensionOf(Instruction &Shift) {
  Value *X;
  uint64_t Right;
  if (!match(&Shift, m_AShr(m_Value(X), m_ConstantInt(Right))) ||
      Right > IndexBits)
    return nullptr;
  IRBuilder<> Builder(&Shift);
  Value *Index = UpperHalf::of(X, Builder);
  if (!Index)
    return nullptr;
  Value *Extended = Builder.CreateSExt(Index, X->getType());
  if (Right == IndexBits)
    return Extended;
  return Builder.CreateShl(Extended, IndexBits - Right, "", /*HasNUW=*/false,
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

/// The int of which \p I is the lower half of the extension.
Value *extendedIntOf(Instruction &I) {
  Value *X;
  return match(&I, m_Trunc(m_SExt(m_Value(X)))) && X->getType() == I.getType()
             ? X
             : nullptr;
}

/// A test of an int as one: `(X & 0xffffffff) == 0`.
Value *testOf(Instruction &Test) {
  Value *X;
  const APInt *Bits, *Constant;
  CmpPredicate Predicate;
  if (!match(&Test, m_ICmp(Predicate, m_And(m_Value(X), m_APInt(Bits)),
                           m_APInt(Constant))) ||
      !ICmpInst::isEquality(Predicate) ||
      !X->getType()->isIntegerTy(2 * IndexBits) || !Bits->isMask(IndexBits) ||
      !Constant->isIntN(IndexBits))
    return nullptr;
  IRBuilder<> Builder(&Test);
  return Builder.CreateICmp(
      Predicate, Builder.CreateTrunc(X, Builder.getIntNTy(IndexBits)),
      Builder.getInt(Constant->trunc(IndexBits)));
}

/// A test whether an int, or a sum of it, is in a range from zero on, as one of
/// the int: `(sext X) + C < N` without signs.
Value *rangeTestOf(Instruction &Test) {
  Value *X;
  const APInt *Bound, *Constant = nullptr;
  CmpPredicate Predicate;
  if (!match(&Test,
             m_ICmp(Predicate, m_CombineOr(m_SExt(m_Value(X)),
                                           m_Add(m_SExt(m_Value(X)),
                                                 m_APInt(Constant))),
                    m_APInt(Bound))) ||
      (Predicate != ICmpInst::ICMP_ULT && Predicate != ICmpInst::ICMP_UGT) ||
      !X->getType()->isIntegerTy(IndexBits) || Bound->getBitWidth() > 64)
    return nullptr;
  // A sum that leaves the int's numbers becomes one from 2^31 - |C| on, which
  // the test does not find below its bound either.
  const int64_t Offset = Constant ? Constant->getSExtValue() : 0;
  const int64_t Most = maxIntN(IndexBits) - std::abs(Offset);
  if (!isInt<IndexBits>(Offset) || Most < 0 || Bound->uge(Most))
    return nullptr;
  IRBuilder<> Builder(&Test);
  auto *Index = cast<IntegerType>(X->getType());
  if (Offset != 0)
    X = Builder.CreateAdd(X, ConstantInt::getSigned(Index, Offset));
  return Builder.CreateICmp(Predicate, X,
                            ConstantInt::get(Index, Bound->getZExtValue()));
}

/// A comparison of an int, or of its sum with a constant, with another int, as
/// one of the int itself: `(sext X) + C < sext N` is `X < N - C`, limited to the
/// numbers that an int has.
Value *comparisonOf(Instruction &Test) {
  Value *X, *Bound;
  const APInt *Constant = nullptr;
  CmpPredicate Predicate;
  if (!match(&Test,
             m_c_ICmp(Predicate, m_CombineOr(m_SExt(m_Value(X)),
                                             m_Add(m_SExt(m_Value(X)),
                                                   m_APInt(Constant))),
                      m_Value(Bound))) ||
      !ICmpInst::isSigned(Predicate) || !X->getType()->isIntegerTy(IndexBits) ||
      !Bound->getType()->isIntegerTy(2 * IndexBits))
    return nullptr;
  const int64_t Offset = Constant ? Constant->getSExtValue() : 0;
  if (!isInt<IndexBits>(Offset) ||
      ComputeMaxSignificantBits(Bound, Test.getDataLayout()) > IndexBits)
    return nullptr;
  IRBuilder<> Builder(&Test);
  Type *Wide = Bound->getType();
  auto Plus = [&](int64_t More) {
    return Builder.CreateAdd(Bound, ConstantInt::getSigned(Wide, More));
  };
  auto Compare = [&](ICmpInst::Predicate How, Value *Limit) {
    return Builder.CreateICmp(How, X, Builder.CreateTrunc(Limit, X->getType()));
  };
  auto Limited = [&](Intrinsic::ID Limit, Value *V, int64_t End) {
    return Builder.CreateBinaryIntrinsic(Limit, V,
                                         ConstantInt::getSigned(Wide, End));
  };
  if (Offset == 0)
    return Compare(Predicate, Bound);
  const bool IsBelow = ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate);
  // X is beyond this number, on the side that the test wants.
  int64_t More = -Offset;
  if (!ICmpInst::isStrictPredicate(Predicate))
    More += IsBelow ? 1 : -1;
  // Of the two ways to say so, that whose limit is the end of the numbers when
  // all or none of these are beyond.
  if (Offset < 0)
    return IsBelow ? Compare(ICmpInst::ICMP_SLE,
                             Limited(Intrinsic::smin, Plus(More - 1),
                                     maxIntN(IndexBits)))
                   : Compare(ICmpInst::ICMP_SGT,
                             Limited(Intrinsic::smin, Plus(More),
                                     maxIntN(IndexBits)));
  return IsBelow ? Compare(ICmpInst::ICMP_SLT,
                           Limited(Intrinsic::smax, Plus(More),
                                   minIntN(IndexBits)))
                 : Compare(ICmpInst::ICMP_SGE,
                           Limited(Intrinsic::smax, Plus(More + 1),
                                   minIntN(IndexBits)));
}

/// What \p I computes of an int in twice its bits, as one of the int; null if it
/// is nothing of that kind.
Value *narrowed(Instruction &I) {
  for (auto Form : {extensionOf, knownExtensionOf, extendedIntOf,
                    testOf, rangeTestOf, comparisonOf})
    if (Value *Found = Form(I))
      return Found;
  return nullptr;
}

bool extendInts(BasicBlock &Block) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(Block)) {
    Value *New = narrowed(I);
    if (!New)
      continue;
    I.replaceAllUsesWith(New);
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Makes a case of what \p Block does where none applies, if that cannot be: a
/// loop with a block that is never reached is not vectorized.
bool endWithCase(BasicBlock &Block) {
  auto *Cases = dyn_cast<SwitchInst>(Block.getTerminator());
  if (!Cases || !Cases->defaultDestUnreachable() || Cases->getNumCases() == 0)
    return false;
  Cases->getDefaultDest()->removePredecessor(&Block);
  auto Last = std::prev(Cases->case_end());
  Cases->setDefaultDest(Last->getCaseSuccessor());
  Cases->removeCase(Last);
  Cases->setMetadata(LLVMContext::MD_prof, nullptr);
  return true;
}

bool endWithCases(Function &F) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= endWithCase(Block);
  if (Changed)
    EliminateUnreachableBlocks(F);
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
  const bool Cut = endWithCases(F);
  if (Cut)
    Analyses.invalidate(F, PreservedAnalyses::none());
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
  if (Cut)
    return PreservedAnalyses::none();
  return preservedWithBranches(Changed);
}

} // namespace facet
