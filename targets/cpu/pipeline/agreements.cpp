//===- agreements.cpp - Ways on which a group agrees at run time ----------===//
//
// See agreements.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/agreements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "targets/cpu/pipeline/uniformity/control_dependence.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loop_cutting.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/regions.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"

using namespace llvm;

namespace facet {
namespace {


/// Marks the branch of a version that stays as it was.
constexpr char OtherVersion[] = "facet.others";

/// Second versions of one kernel: their number, and instructions in all.
constexpr unsigned MaximumVersions = 16;
constexpr uint64_t MaximumCopied = 8192;

/// What is copied, and the first of it.
struct Copied {
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *> Blocks;
  BasicBlock *of(BasicBlock *Block) {
    return cast<BasicBlock>(Map.lookup(Block));
  }
  Value *of(Value *V) {
    Value *Copy = Map.lookup(V);
    return Copy ? Copy : V;
  }
};

void copyBlocks(ArrayRef<BasicBlock *> Blocks, Function &F, Copied &Result) {
  for (BasicBlock *Block : Blocks) {
    BasicBlock *Copy = CloneBasicBlock(Block, Result.Map, ".all", &F);
    Result.Map[Block] = Copy;
    Result.Blocks.push_back(Copy);
  }
  remapInstructionsInBlocks(Result.Blocks, Result.Map);
}

void mark(Instruction &Branch) {
  Branch.setMetadata(OtherVersion, MDNode::get(Branch.getContext(), {}));
}

bool isMarked(const BasicBlock &Block) {
  return Block.getTerminator()->hasMetadata(OtherVersion);
}

/// all(\p Condition), or of its opposite, at the end of \p Block, which goes on
/// to \p Agreed or to \p Otherwise.
void branchIfAll(BasicBlock &Block, Value *Condition, bool Opposite,
                 BasicBlock *Agreed, BasicBlock *Otherwise) {
  Block.getTerminator()->eraseFromParent();
  IRBuilder<> Builder(&Block);
  if (Opposite)
    Condition = Builder.CreateNot(Condition);
  Builder.CreateCondBr(
      createAgreement(Builder, Agreement::Version, Condition), Agreed,
      Otherwise);
}

/// One change: everything known about the function ends with it.
class Step {
public:
  explicit Step(Function &F)
      : F(F), Dominators(F), PostDominators(F), Loops(Dominators),
        Analysis(F, uniformityInKernel(F)), Uniformity(Analysis.uniformity()),
        Cutting(F, Uniformity, Dominators, Loops),
        Controllers(F, PostDominators) {}

  /// Adds one version. Zero if there is none to add; otherwise how many
  /// instructions were copied, at most \p Budget.
  uint64_t run(uint64_t Budget) {
    for (Loop *L : Loops.getLoopsInPreorder()) {
      if (!L->getLoopLatch() || isMarked(*L->getLoopLatch()) ||
          !Cutting.pays(*L))
        continue;
      std::optional<BasicBlock *> Guard = findGuard(*L);
      if (!Guard)
        continue;
      if (uint64_t Size = *Guard ? addWithoutGuard(**Guard, *L, Budget)
                                 : addFullRounds(*L, Budget))
        return Size;
    }
    return 0;
  }

private:
  bool isDivergent(BasicBlock *Block) {
    return Uniformity.hasDivergentTerminator(*Block);
  }

  /// The outermost branch before \p L on which work-items may disagree; null if
  /// there is none; nothing if there is no other version to make.
  std::optional<BasicBlock *> findGuard(Loop &L) {
    BasicBlock *Guard = nullptr;
    for (BasicBlock *Branch : Controllers.allOf(L.getHeader())) {
      if (!isDivergent(Branch) || Branch == L.getLoopLatch())
        continue;
      if (isMarked(*Branch))
        return std::nullopt;
      if (!Guard || Dominators.dominates(Branch, Guard))
        Guard = Branch;
    }
    if (Guard && any_of(Controllers.allOf(Guard),
                        [&](BasicBlock *B) { return isDivergent(B); }))
      return std::nullopt;
    if (!Guard && !isDivergent(L.getLoopLatch()))
      return std::nullopt;
    return Guard;
  }

  /// What the barriers' lowering must find once.
  static bool isBarrier(const CallBase &Call) {
    const Function *Callee = Call.getCalledFunction();
    return Callee && needsWorkItem(*Callee) && Call.mayHaveSideEffects();
  }

  /// The number of instructions; zero if the blocks cannot be copied.
  static uint64_t sizeOf(ArrayRef<BasicBlock *> Blocks) {
    uint64_t Size = 0;
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (isa<AllocaInst>(I) || I.getType()->isTokenTy() ||
            (Call && !canBeRecomputed(I) &&
             (Call->isConvergent() || Call->cannotDuplicate() ||
              isBarrier(*Call))))
          return 0;
        ++Size;
      }
    return Size;
  }

  /// True if what \p Blocks compute is used behind them by phis of \p End only.
  static bool endsInPhis(const SetVector<BasicBlock *> &Blocks,
                         BasicBlock *End) {
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        for (User *U : I.users()) {
          auto *User = cast<Instruction>(U);
          if (!Blocks.contains(User->getParent()) &&
              !(isa<PHINode>(User) && User->getParent() == End))
            return false;
        }
    return true;
  }

  uint64_t addWithoutGuard(BasicBlock &Guard, Loop &L, uint64_t Budget) {
    auto *Branch = dyn_cast<BranchInst>(Guard.getTerminator());
    auto *Node = PostDominators.getNode(&Guard);
    BasicBlock *End =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    if (!Branch || !End)
      return refuse(Guard);
    SetVector<BasicBlock *> Ways[2] = {
        blocksBetween(*Branch->getSuccessor(0), *End),
        blocksBetween(*Branch->getSuccessor(1), *End)};
    const bool Side = Ways[1].contains(L.getHeader());
    const SetVector<BasicBlock *> &Version = Ways[Side];
    uint64_t Size = sizeOf(Version.getArrayRef());
    if (Ways[0].contains(L.getHeader()) == Side || Version.contains(&Guard) ||
        Size == 0 || Size > Budget || !endsInPhis(Version, End))
      return refuse(Guard);

    BasicBlock *First = Branch->getSuccessor(Side);
    mark(*Branch);
    BasicBlock *Others = Guard.splitBasicBlock(Branch, "others");
    Copied Copy;
    copyBlocks(Version.getArrayRef(), F, Copy);
    enterFrom(Guard, *Others, *Copy.of(First), Copy);
    addToPhis(*End, Version, Copy);
    branchIfAll(Guard, Branch->getCondition(), Side, Copy.of(First), Others);
    return Size;
  }

  /// Leaves the loop's guard as it is, for good.
  static uint64_t refuse(BasicBlock &Guard) {
    mark(*Guard.getTerminator());
    return 0;
  }

  /// The phis of the copy: only its own blocks lead there, and \p From, in
  /// place of \p Others, to \p First.
  static void enterFrom(BasicBlock &From, BasicBlock &Others, BasicBlock &First,
                        Copied &Copy) {
    SmallPtrSet<BasicBlock *, 16> Inside(Copy.Blocks.begin(),
                                         Copy.Blocks.end());
    for (BasicBlock *Block : Copy.Blocks)
      for (PHINode &Phi : make_early_inc_range(Block->phis())) {
        for (unsigned I = Phi.getNumIncomingValues(); I-- != 0;) {
          BasicBlock *Before = Phi.getIncomingBlock(I);
          if (Block == &First && Before == &Others)
            Phi.setIncomingBlock(I, &From);
          else if (!Inside.contains(Before))
            Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
        }
        if (Phi.getNumIncomingValues() == 1) {
          Value *Only = Phi.getIncomingValue(0);
          Phi.replaceAllUsesWith(Only); // In the map, too.
          Phi.eraseFromParent();
        }
      }
  }

  static void addToPhis(BasicBlock &End, const SetVector<BasicBlock *> &Version,
                        Copied &Copy) {
    for (PHINode &Phi : End.phis())
      for (unsigned I = 0, N = Phi.getNumIncomingValues(); I != N; ++I)
        if (BasicBlock *Block = Phi.getIncomingBlock(I);
            Version.contains(Block))
          Phi.addIncoming(Copy.of(Phi.getIncomingValue(I)), Copy.of(Block));
  }

  /// Puts the rounds that all work-items execute before \p L.
  uint64_t addFullRounds(Loop &L, uint64_t Budget) {
    BasicBlock *Latch = L.getLoopLatch(), *Header = L.getHeader();
    BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getExitBlock();
    auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
    uint64_t Size = sizeOf(L.getBlocks());
    if (!Before || !Exit || !Branch || Size == 0 || Size > Budget)
      return refuse(*Latch);
    formLCSSARecursively(L, Dominators, &Loops, nullptr); // loops within, too
    mark(*Branch);
    Copied Copy;
    copyBlocks(L.getBlocks(), F, Copy);
    BasicBlock *Rest = BasicBlock::Create(F.getContext(), "rest", &F, Header);
    BasicBlock *Behind =
        BasicBlock::Create(F.getContext(), "behind.all", &F, Rest);
    Before->getTerminator()->replaceSuccessorWith(Header, Copy.of(Header));
    for (PHINode &Phi : Header->phis()) {
      int FromLatch = Phi.getBasicBlockIndex(Latch), Other = !FromLatch;
      Phi.setIncomingValue(Other, Copy.of(Phi.getIncomingValue(FromLatch)));
      Phi.setIncomingBlock(Other, Rest);
    }
    for (PHINode &Phi : Exit->phis())
      for (BasicBlock *Block : {Rest, Behind})
        Phi.addIncoming(Copy.of(Phi.getIncomingValueForBlock(Latch)), Block);
    auto *Last = cast<BranchInst>(Copy.of(Latch)->getTerminator());
    Value *Condition = Last->getCondition();
    const bool GoesOnIfFalse = Branch->getSuccessor(1) == Header;
    BranchInst *Dispatch = BranchInst::Create(
        Branch->getSuccessor(0), Branch->getSuccessor(1), Condition, Rest);
    mark(*Dispatch);
    branchIfAll(*Copy.of(Latch), Condition, GoesOnIfFalse, Copy.of(Header),
                Behind);
    // Often, no work-item has a round left.
    IRBuilder<>(Behind).CreateUnreachable();
    branchIfAll(*Behind, Condition, !GoesOnIfFalse, Exit, Rest);
    return Size;
  }

  Function &F;
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;
  CpuUniformity Analysis;
  UniformityInfo &Uniformity;
  LoopCutting Cutting;
  ControlDependence Controllers;
};

} // namespace

CallInst *createAgreement(IRBuilder<> &Builder, Agreement Why,
                          Value *Condition) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee All = M.getOrInsertFunction(
      builtinOf(Why), Builder.getInt1Ty(), Builder.getInt1Ty());
  auto *Declaration = cast<Function>(All.getCallee());
  Declaration->setDoesNotAccessMemory();
  Declaration->setDoesNotThrow();
  Declaration->setWillReturn();
  return Builder.CreateCall(All, Condition);
}

bool addAgreements(Function &F) {
  uint64_t Left = MaximumCopied;
  for (unsigned I = 0; I != MaximumVersions; ++I) {
    uint64_t Size = Step(F).run(Left);
    if (Size == 0)
      break;
    Left -= Size;
  }
  for (BasicBlock &Block : F)
    Block.getTerminator()->setMetadata(OtherVersion, nullptr);
  return Left != MaximumCopied;
}

CallInst *agreementAt(const BasicBlock &Block) {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  return Branch && Branch->isConditional() &&
                 isAgreement(*Branch->getCondition())
             ? cast<CallInst>(Branch->getCondition())
             : nullptr;
}

void dropVersions(Function &F) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    if (CallInst *Call = agreementAt(Block);
        Call && isAgreement(*Call, Agreement::Version)) {
      Call->replaceAllUsesWith(ConstantInt::getFalse(F.getContext()));
      Call->eraseFromParent();
      Changed |= ConstantFoldTerminator(&Block);
    }
  if (Changed)
    EliminateUnreachableBlocks(F);
}

} // namespace facet
