//===- item_atomics.cpp - Atomic operations of many work-items as one -----===//
//
// See item_atomics.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/item_atomics.h"

#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned MaximumUpdates = 8;

/// Returns the operand with which \p Operation changes nothing; null for
/// operations that are not put together.
Constant *neutralOf(AtomicRMWInst::BinOp Operation, Type *Ty) {
  if (!Ty->isIntegerTy())
    return nullptr;
  const unsigned Bits = Ty->getIntegerBitWidth();
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return ConstantInt::get(Ty, 0);
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return Constant::getAllOnesValue(Ty);
  case AtomicRMWInst::Max:
    return ConstantInt::get(Ty, APInt::getSignedMinValue(Bits));
  case AtomicRMWInst::Min:
    return ConstantInt::get(Ty, APInt::getSignedMaxValue(Bits));
  default:
    return nullptr;
  }
}

/// True if nobody asks for what was there before \p Update, and nothing is
/// ordered by it.
bool isRelaxed(const AtomicRMWInst &Update) {
  return Update.use_empty() && !Update.isVolatile() &&
         Update.getOrdering() == AtomicOrdering::Monotonic;
}

/// What \p L has of them.
class AtomicsOf {
public:
  AtomicsOf(Loop &L, AAResults &Aliases) : L(L), Aliases(Aliases) {}

  /// Looks at all of the loop for each of the first few.
  SmallVector<AtomicRMWInst *> find() const {
    SmallVector<AtomicRMWInst *> Result;
    unsigned Seen = 0;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (auto *Update = dyn_cast<AtomicRMWInst>(&I);
            Update && Seen != MaximumUpdates && ++Seen && mayWait(*Update))
          Result.push_back(Update);
    return Result;
  }

private:
  /// True if nothing in the loop can find that \p Update has not been executed:
  /// no other atomic operation there, and no access behind it by the same
  /// work-item. Accesses of other work-items would be a race.
  bool mayWait(AtomicRMWInst &Update) const {
    if (!isRelaxed(Update) ||
        !L.isLoopInvariant(Update.getPointerOperand()) ||
        !neutralOf(Update.getOperation(), Update.getType()))
      return false;
    const MemoryLocation Place = MemoryLocation::get(&Update);
    const auto Behind = blocksBehind(
        *Update.getParent(), [&](BasicBlock &, BasicBlock &To) {
          return &To == L.getHeader() || !L.contains(&To);
        });
    for (BasicBlock *Block : L.blocks()) {
      bool IsBehind = Behind.contains(Block);
      for (Instruction &I : *Block) {
        if (&I == &Update) {
          IsBehind = true;
          continue;
        }
        if (!I.mayReadOrWriteMemory() || (!IsBehind && isPlain(I)) ||
            isAlike(I, Update))
          continue;
        if (isModOrRefSet(Aliases.getModRefInfo(&I, Place)))
          return false;
      }
    }
    return true;
  }

  /// True if \p I is the same operation on the same place, whose order does not
  /// matter either.
  static bool isAlike(const Instruction &I, const AtomicRMWInst &Update) {
    const auto *Other = dyn_cast<AtomicRMWInst>(&I);
    return Other && isRelaxed(*Other) &&
           Other->getOperation() == Update.getOperation() &&
           Other->getType() == Update.getType() &&
           Other->getPointerOperand() == Update.getPointerOperand();
  }

  static bool isPlain(const Instruction &I) {
    return isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !I.isVolatile();
  }

  Loop &L;
  AAResults &Aliases;
};

/// Lets \p Update of \p L change a variable, which is added behind the loop.
AllocaInst *wait(AtomicRMWInst &Update, Loop &L) {
  Type *Ty = Update.getType();
  BasicBlock &Entry = L.getHeader()->getParent()->getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *All = Builder.CreateAlloca(Ty, nullptr, "all");
  Constant *Neutral = neutralOf(Update.getOperation(), Ty);
  Builder.SetInsertPoint(L.getLoopPreheader()->getTerminator());
  Builder.CreateStore(Neutral, All);

  Builder.SetInsertPoint(&Update);
  const auto Own = Update.getOperation() == AtomicRMWInst::Sub
                       ? AtomicRMWInst::Add
                       : Update.getOperation();
  Value *Before = Builder.CreateLoad(Ty, All);
  Builder.CreateStore(
      buildAtomicRMWValue(Own, Builder, Before, Update.getValOperand()), All);

  // The place may be none where no work-item comes to it.
  BasicBlock *Exit = L.getExitBlock();
  Builder.SetInsertPoint(Exit, Exit->getFirstInsertionPt());
  Value *Sum = Builder.CreateLoad(Ty, All);
  Instruction *Then = SplitBlockAndInsertIfThen(
      Builder.CreateICmpNE(Sum, Neutral), &*Builder.GetInsertPoint(),
      /*Unreachable=*/false);
  Update.moveBefore(Then->getIterator());
  Update.setOperand(1, Sum);
  return All;
}

} // namespace

PreservedAnalyses ItemAtomics::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  SmallMapVector<AtomicRMWInst *, Loop *, 8> Found;
  auto &Aliases = Analyses.getResult<AAManager>(F);
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (isMarkedParallel(*L) && L->getLoopPreheader() && L->getExitBlock() &&
        L->hasDedicatedExits())
      for (AtomicRMWInst *Update : AtomicsOf(*L, Aliases).find())
        Found.insert({Update, L}); // its outermost loop
  if (Found.empty())
    return PreservedAnalyses::all();
  SmallVector<AllocaInst *> Variables;
  for (auto [Update, L] : Found)
    Variables.push_back(wait(*Update, *L));
  DominatorTree Tree(F);
  PromoteMemToReg(Variables, Tree);
  return PreservedAnalyses::none();
}

} // namespace facet
