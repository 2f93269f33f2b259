//===- split_rounds.cpp - A loop as several, one behind the other ---------===//
//
// See split_rounds.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/split_rounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

class RoundSplitter {
public:
  explicit RoundSplitter(Loop &L)
      : L(L), Header(*L.getHeader()), Latch(*L.getLoopLatch()),
        Before(*L.getLoopPreheader()), Exit(*L.getExitBlock()),
        F(*Header.getParent()), Counts(Type::getInt64Ty(F.getContext())) {
    for (PHINode &Phi : Header.phis()) {
      Headers.push_back(&Phi);
      if (!Counter && countsRounds(L, Phi))
        Counter = &Phi;
      Carried.push_back(Phi.getIncomingValueForBlock(&Before));
    }
    usePhisBehind(L);
    for (PHINode &Phi : Exit.phis()) {
      Results.push_back(&Phi);
      Carried.push_back(PoisonValue::get(Phi.getType()));
    }
  }

  SmallVector<PartOfRounds> split(ArrayRef<Value *> Ends) {
    SmallVector<PartOfRounds> Parts(Ends.size());
    append_range(Parts.front().Blocks, L.blocks());
    for (PartOfRounds &Part : drop_begin(Parts))
      copyTo(Part);
    Value *Start = ConstantInt::get(Counts, 0);
    BasicBlock *Place = &Before;
    Before.getTerminator()->eraseFromParent();
    for (auto [Part, End] : zip(Parts, Ends)) {
      Place = connect(Part, *Place, Start, End);
      Start = End;
    }
    BranchInst::Create(&Exit, Place);
    for (auto [Phi, Value] :
         zip(Results, drop_begin(Carried, Headers.size()))) {
      Phi->setIncomingValue(0, Value);
      Phi->setIncomingBlock(0, Place);
    }
    return Parts;
  }

private:
  void copyTo(PartOfRounds &Part) {
    Part.Map = std::make_unique<ValueToValueMapTy>();
    for (BasicBlock *Block : L.blocks()) {
      BasicBlock *Copy = CloneBasicBlock(Block, *Part.Map, ".part", &F);
      (*Part.Map)[Block] = Copy;
      Part.Blocks.push_back(Copy);
    }
    remapInstructionsInBlocks(Part.Blocks, *Part.Map);
  }

  /// Makes \p Part execute the rounds from \p Start on that are below \p End
  /// behind \p Place, which has no terminator. Returns the block behind it,
  /// which has none, either.
  BasicBlock *connect(PartOfRounds &Part, BasicBlock &Place, Value *Start,
                      Value *End) {
    LLVMContext &Context = F.getContext();
    auto *First = cast<BasicBlock>(Part.of(&Header)),
         *Last = cast<BasicBlock>(Part.of(&Latch));
    auto *Entry = BasicBlock::Create(Context, "rounds", &F, First);
    auto *Left = BasicBlock::Create(Context, "rounds.end", &F, &Exit);
    auto *Next = BasicBlock::Create(Context, "rounds.next", &F, &Exit);
    IRBuilder<> Builder(&Place);
    Builder.CreateCondBr(Builder.CreateICmpULT(Start, End), Entry, Next);
    BranchInst::Create(First, Entry);
    BranchInst::Create(Next, Left);
    SmallVector<Value *> Old = Carried;
    for (auto [I, Phi] : enumerate(Headers)) {
      auto *Own = cast<PHINode>(Part.of(Phi));
      const int Way = Own->getBasicBlockIndex(&Before);
      Own->setIncomingValue(Way, Phi == Counter ? Start : Carried[I]);
      Own->setIncomingBlock(Way, Entry);
      Carried[I] = Own->getIncomingValueForBlock(Last);
    }
    endAt(Part, *Entry, *Left, Start, End);
    for (auto [I, Phi] : enumerate(Results))
      Carried[Headers.size() + I] = Part.of(Phi->getIncomingValue(0));
    Builder.SetInsertPoint(Next);
    for (auto [Value, Skipped] : zip(Carried, Old)) {
      PHINode *Phi = Builder.CreatePHI(Value->getType(), 2);
      Phi->addIncoming(Skipped, &Place);
      Phi->addIncoming(Value, Left);
      Value = Phi;
    }
    return Next;
  }

  /// Ends the loop from \p First to \p Last at the round \p End.
  void endAt(const PartOfRounds &Part, BasicBlock &Entry, BasicBlock &Left,
             Value *Start, Value *End) {
    auto *First = cast<BasicBlock>(Part.of(&Header)),
         *Last = cast<BasicBlock>(Part.of(&Latch));
    auto *Branch = cast<BranchInst>(Last->getTerminator());
    IRBuilder<> Builder(Branch);
    Value *Next;
    if (Counter) {
      auto *Own = cast<PHINode>(Part.of(Counter));
      Next = Own->getIncomingValueForBlock(Last);
    } else {
      PHINode *Round = PHINode::Create(Counts, 2, "round", First->begin());
      Next = Builder.CreateAdd(Round, ConstantInt::get(Counts, 1), "",
                               /*HasNUW=*/true);
      Round->addIncoming(Start, &Entry);
      Round->addIncoming(Next, Last);
    }
    BranchInst *Back =
        Builder.CreateCondBr(Builder.CreateICmpEQ(Next, End), &Left, First);
    Back->copyMetadata(*Branch, {LLVMContext::MD_loop, LLVMContext::MD_dbg});
    Branch->eraseFromParent();
  }

  Loop &L;
  BasicBlock &Header, &Latch, &Before, &Exit;
  Function &F;
  IntegerType *Counts;
  /// The phi of the header that counts the rounds; null if none does.
  PHINode *Counter = nullptr;
  SmallVector<PHINode *> Headers, Results;
  /// What the parts so far have left of the phis of the header, then of those
  /// behind the loop.
  SmallVector<Value *> Carried;
};

} // namespace

Value *PartOfRounds::of(Value *V) const {
  Value *Copy = Map ? Map->lookup(V) : nullptr;
  return Copy ? Copy : V;
}

bool canSplitRounds(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  // The exit has no other predecessors, so its phis are of this loop alone.
  if (!Latch || !L.getLoopPreheader() || L.getExitingBlock() != Latch ||
      !L.getExitBlock() || L.getExitBlock()->getSinglePredecessor() != Latch ||
      !isa<BranchInst>(Latch->getTerminator()))
    return false;
  return all_of(L.blocks(), [](const BasicBlock *Block) {
    return all_of(*Block, [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return !I.getType()->isTokenTy() && !isa<AllocaInst>(I) &&
             (!Call || !Call->cannotDuplicate());
    });
  });
}

bool countsRounds(const Loop &L, const PHINode &Phi) {
  return Phi.getType()->isIntegerTy(64) &&
         match(Phi.getIncomingValueForBlock(L.getLoopPreheader()), m_Zero()) &&
         match(Phi.getIncomingValueForBlock(L.getLoopLatch()),
               m_Add(m_Specific(&Phi), m_One()));
}

bool onlyCountsRounds(const Loop &L) {
  auto Phis = L.getHeader()->phis();
  return hasSingleElement(Phis) && countsRounds(L, *Phis.begin());
}

Value *computeRounds(Loop &L, ScalarEvolution &Evolution) {
  const SCEV *Taken = Evolution.getBackedgeTakenCount(&L);
  Instruction *Place = L.getLoopPreheader()->getTerminator();
  SCEVExpander Expander(Evolution, "rounds");
  if (isa<SCEVCouldNotCompute>(Taken) ||
      Evolution.getTypeSizeInBits(Taken->getType()) > 64 ||
      !Expander.isSafeToExpandAt(Taken, Place))
    return nullptr;
  IRBuilder<> Builder(Place);
  Value *Others = Expander.expandCodeFor(Taken, Taken->getType(), Place);
  return Builder.CreateAdd(Builder.CreateZExt(Others, Builder.getInt64Ty()),
                           Builder.getInt64(1));
}

void usePhisBehind(Loop &L) {
  BasicBlock &Exit = *L.getExitBlock();
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const auto IsResult = [&](const Use &Of) {
        auto *User = cast<Instruction>(Of.getUser());
        return !L.contains(User) &&
               !(isa<PHINode>(User) && User->getParent() == &Exit);
      };
      if (none_of(I.uses(), IsResult))
        continue;
      PHINode *Phi = PHINode::Create(I.getType(), 1, "result", Exit.begin());
      I.replaceUsesWithIf(Phi, [&](Use &Of) { return IsResult(Of); });
      Phi->addIncoming(&I, L.getLoopLatch());
    }
}

SmallVector<PartOfRounds> splitRounds(Loop &L, ArrayRef<Value *> Ends) {
  return RoundSplitter(L).split(Ends);
}

} // namespace facet
