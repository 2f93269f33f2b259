//===- launch_sums.cpp - Additions to counters, once for a launch ---------===//
//
// See launch_sums.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/launch_sums.h"

#include "config/image/cpu_abi.h"
#include "postlink/retarget/atomics.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;

namespace facet {
namespace {

/// The most additions of a function that may wait: for each, all accesses of the
/// function are compared with it.
constexpr unsigned MaximumAdditions = 8;

/// Of modules that have any.
constexpr char HasAdditions[] = "facet.additions";

/// SPIR-V's memory scope of what the threads of a device see.
constexpr char SourceScope[] = "device";

SyncScope::ID scopeOf(const Module &M, const char *Name) {
  return M.getContext().getOrInsertSyncScopeID(Name);
}

bool isRelaxedAddition(const AtomicRMWInst &Update) {
  return (Update.getOperation() == AtomicRMWInst::Add ||
          Update.getOperation() == AtomicRMWInst::Sub) &&
         (Update.getType()->isIntegerTy(32) ||
          Update.getType()->isIntegerTy(64)) &&
         Update.getOrdering() == AtomicOrdering::Monotonic &&
         !Update.isVolatile();
}

/// The argument of \p F that points to its facet_cpu_group; null if it is no
/// group function.
Argument *groupOf(Function &F) {
  for (Argument &Parameter : F.args())
    if (Parameter.hasAttribute(GroupArgumentAttribute))
      return &Parameter;
  return nullptr;
}

/// Which of the additions of a function may wait.
class AdditionsOf {
public:
  AdditionsOf(Function &F, LoopInfo &Loops, AAResults &Aliases)
      : F(F), Loops(Loops), Aliases(Aliases),
        Marked(scopeOf(*F.getParent(), kAdditionScope)) {}

  SmallVector<AtomicRMWInst *> find() const {
    SmallVector<AtomicRMWInst *> Found;
    for (Instruction &I : instructions(F)) {
      if (orders(I))
        return {};
      if (isAddition(I) && Found.size() != MaximumAdditions)
        Found.push_back(cast<AtomicRMWInst>(&I));
    }
    erase_if(Found, [&](AtomicRMWInst *Addition) {
      return !isOfHost(*Addition->getPointerOperand(), F) ||
             isSeen(*Addition);
    });
    return Found;
  }

private:
  bool isAddition(const Instruction &I) const {
    auto *Update = dyn_cast<AtomicRMWInst>(&I);
    return Update && Update->getSyncScopeID() == Marked &&
           isRelaxedAddition(*Update) && I.use_empty();
  }

  /// True if something that other threads see may be ordered by \p I, or if it
  /// may wait for them.
  bool orders(const Instruction &I) const {
    if (I.isVolatile())
      return true;
    if (I.isAtomic()) {
      const auto Scope = getAtomicSyncScopeID(&I);
      return !isAddition(I) && Scope != SyncScope::SingleThread &&
             Scope != scopeOf(*F.getParent(), kLocalScope);
    }
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I) &&
           I.mayReadOrWriteMemory();
  }

  /// True if an access by the work-item of \p Addition, behind it, may be of the
  /// same memory. Accesses of other work-items would be a race.
  bool isSeen(AtomicRMWInst &Addition) const {
    const MemoryLocation Place = MemoryLocation::get(&Addition);
    const auto Sees = [&](Instruction &I) {
      return I.mayReadOrWriteMemory() && !isAddition(I) &&
             isModOrRefSet(Aliases.getModRefInfo(&I, Place));
    };
    BasicBlock *Own = Addition.getParent();
    const auto Behind =
        blocksBehind(*Own, [&](BasicBlock &From, BasicBlock &To) {
          return isNextItem(From, To);
        });
    return any_of(make_range(std::next(Addition.getIterator()), Own->end()),
                  Sees) ||
           any_of(Behind,
                  [&](BasicBlock *Block) { return any_of(*Block, Sees); });
  }

  bool isNextItem(const BasicBlock &From, const BasicBlock &To) const {
    const Loop *L = Loops.getLoopFor(&To);
    return L && L->getHeader() == &To && L->contains(&From) &&
           isOverItems(*L);
  }

  Function &F;
  LoopInfo &Loops;
  AAResults &Aliases;
  const SyncScope::ID Marked;
};

/// An element of a row of counters (facet_cpu_group's row_of_sums).
struct RowElement {
  LoadInst *Base; ///< of the kernel's arguments
  APInt Offset;   ///< of the row behind it
  Value *Index;   ///< of 64 bits
  uint64_t Count;
};

/// What \p Addition is to, if it is known to be one of a row of counters that is
/// the same for the whole launch.
std::optional<RowElement> rowElementOf(const AtomicRMWInst &Addition) {
  const Function &F = *Addition.getFunction();
  const DataLayout &Layout = F.getDataLayout();
  const auto *Address =
      dyn_cast<GEPOperator>(Addition.getPointerOperand());
  SmallMapVector<Value *, APInt, 4> Indices;
  RowElement Result{nullptr, APInt(64, 0), nullptr, 0};
  if (!Address ||
      !Address->collectOffset(Layout, 64, Indices, Result.Offset) ||
      Indices.size() != 1)
    return std::nullopt;
  auto [Index, Scale] = Indices.front();
  Result.Base =
      dyn_cast<LoadInst>(const_cast<Value *>(Address->getPointerOperand()));
  Result.Index = Index;
  if (!Result.Base || Result.Base->getParent() != &F.getEntryBlock() ||
      getUnderlyingObject(Result.Base->getPointerOperand()) != F.getArg(0) ||
      !Index->getType()->isIntegerTy(64) ||
      Scale != Addition.getType()->getIntegerBitWidth() / 8)
    return std::nullopt;
  const uint64_t Bits = computeKnownBits(Index, Layout).countMaxActiveBits();
  if (Bits > Log2_64(FACET_CPU_LONGEST_ROW))
    return std::nullopt;
  Result.Count = uint64_t(1) << Bits;
  return Result;
}

/// Makes an addition one to the thread's sum of its place.
class Lowering {
public:
  Lowering(Function &F, Argument &Group)
      : Group(Group),
        Unlikely(MDBuilder(F.getContext()).createUnlikelyBranchWeights()) {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    Sums = load(Builder, offsetof(facet_cpu_group, sums));
  }

  void lower(AtomicRMWInst &Addition) {
    if (std::optional<RowElement> Element = rowElementOf(Addition))
      addToRow(Addition, *Element);
    else
      addByPlace(Addition);
  }

private:
  /// Where the row is is asked once.
  void addToRow(AtomicRMWInst &Addition, const RowElement &Element) {
    Type *Ty = Addition.getType();
    Value *&Row = Rows[{Element.Base, Element.Offset.getZExtValue(),
                        Element.Count, Ty->getIntegerBitWidth()}];
    if (!Row) {
      IRBuilder<> Builder(Element.Base->getNextNode());
      Value *Place = Builder.CreatePtrToInt(
          Builder.CreatePtrAdd(Element.Base, Builder.getInt(Element.Offset)),
          Builder.getInt64Ty());
      if (Ty->isIntegerTy(64))
        Place = Builder.CreateOr(Place, Builder.getInt64(1));
      auto *Function = FunctionType::get(
          Builder.getPtrTy(), {Builder.getInt64Ty(), Builder.getInt64Ty()},
          /*isVarArg=*/false);
      CallInst *Call = Builder.CreateCall(
          Function, load(Builder, offsetof(facet_cpu_group, row_of_sums)),
          {Place, Builder.getInt64(Element.Count)});
      Call->setDoesNotThrow();
      Row = Call;
    }
    IRBuilder<> Builder(&Addition);
    Value *Sum = Builder.CreateInBoundsGEP(Ty, Row, Element.Index);
    const auto Operation = Addition.getOperation() == AtomicRMWInst::Sub
                               ? Instruction::Sub
                               : Instruction::Add;
    Builder.CreateStore(Builder.CreateBinOp(Operation,
                                            Builder.CreateLoad(Ty, Sum),
                                            Addition.getValOperand()),
                        Sum);
    Addition.eraseFromParent();
  }

  void addByPlace(AtomicRMWInst &Addition) {
    IRBuilder<> Builder(&Addition);
    const uint64_t Bytes = Addition.getType()->getIntegerBitWidth() / 8;
    Value *Address = Builder.CreatePtrToInt(Addition.getPointerOperand(),
                                            Builder.getInt64Ty());
    Value *Number = Builder.CreateAnd(
        Builder.CreateLShr(Address, Log2_64(Bytes)), FACET_CPU_SUMS - 1);
    Value *Sum = Builder.CreateInBoundsPtrAdd(
        Sums,
        Builder.CreateMul(Number, Builder.getInt64(sizeof(facet_cpu_sum))));
    Value *Place =
        Bytes == 8 ? Builder.CreateOr(Address, Builder.getInt64(1)) : Address;
    Value *More =
        Builder.CreateZExt(Addition.getValOperand(), Builder.getInt64Ty());
    if (Addition.getOperation() == AtomicRMWInst::Sub)
      More = Builder.CreateNeg(More);
    Value *IsOther = Builder.CreateICmpNE(
        Builder.CreateLoad(Builder.getInt64Ty(), Sum), Place);
    Instruction *Otherwise = nullptr, *Then = nullptr;
    SplitBlockAndInsertIfThenElse(IsOther, &Addition, &Otherwise, &Then,
                                  Unlikely);
    Builder.SetInsertPoint(Then);
    add(Builder, *Sum, *More);
    addToOther(*Otherwise, Addition, *Sum, *Place, *More);
  }

  void add(IRBuilder<> &Builder, Value &Sum, Value &More) {
    Value *Total = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), &Sum, offsetof(facet_cpu_sum, sum));
    Builder.CreateStore(
        Builder.CreateAdd(Builder.CreateLoad(Builder.getInt64Ty(), Total),
                          &More),
        Total);
  }

  /// Before \p End, in the place of \p Addition: it is made at once, or \p Sum
  /// becomes that of \p Place.
  void addToOther(Instruction &End, AtomicRMWInst &Addition, Value &Sum,
                  Value &Place, Value &More) {
    IRBuilder<> Builder(&End);
    Value *IsFull = Builder.CreateICmpNE(
        Builder.CreateLoad(Builder.getInt64Ty(),
                           Builder.CreateConstInBoundsGEP1_64(
                               Builder.getInt8Ty(), Sums,
                               offsetof(facet_cpu_sums, is_full))),
        Builder.getInt64(0));
    Instruction *AtOnce = nullptr, *Replace = nullptr;
    SplitBlockAndInsertIfThenElse(IsFull, &End, &AtOnce, &Replace);
    Addition.moveBefore(AtOnce->getIterator());
    Builder.SetInsertPoint(Replace);
    auto *Ty = FunctionType::get(
        Builder.getVoidTy(),
        {Builder.getPtrTy(), Builder.getInt64Ty(), Builder.getInt64Ty()},
        /*isVarArg=*/false);
    Builder
        .CreateCall(Ty, load(Builder, offsetof(facet_cpu_group, replace_sum)),
                    {&Sum, &Place, &More})
        ->setDoesNotThrow();
  }

  Value *load(IRBuilder<> &Builder, uint64_t Offset) {
    return Builder.CreateLoad(
        Builder.getPtrTy(), Builder.CreateConstInBoundsGEP1_64(
                                Builder.getInt8Ty(), &Group, Offset));
  }

  Argument &Group;
  MDNode *Unlikely;
  Value *Sums;
  std::map<std::tuple<Value *, uint64_t, uint64_t, unsigned>, Value *> Rows;
};

void lowerWaiting(Function &F, SyncScope::ID Waiting) {
  SmallVector<AtomicRMWInst *> Found;
  for (Instruction &I : instructions(F))
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I);
        Update && Update->getSyncScopeID() == Waiting &&
        isRelaxedAddition(*Update))
      Found.push_back(Update);
  Argument *Group = groupOf(F);
  if (Found.empty() || !Group)
    return;
  Lowering Lower(F, *Group);
  for (AtomicRMWInst *Addition : Found)
    Lower.lower(*Addition);
}

} // namespace

void markAdditions(Module &M) {
  bool Any = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Update = dyn_cast<AtomicRMWInst>(&I);
          Update && isRelaxedAddition(*Update) &&
          Update->getSyncScopeID() == scopeOf(M, SourceScope)) {
        Update->setSyncScopeID(scopeOf(M, kAdditionScope));
        Any = true;
      }
  if (Any)
    M.getOrInsertNamedMetadata(HasAdditions);
}

bool hasAdditions(const Module &M) { return M.getNamedMetadata(HasAdditions); }

PreservedAnalyses LaunchSums::run(Function &F,
                                  FunctionAnalysisManager &Analyses) {
  // Sanitizers look at each access where it is made.
  if (!hasAdditions(*F.getParent()) || !groupOf(F) ||
      F.hasFnAttribute(Attribute::SanitizeAddress))
    return PreservedAnalyses::all();
  const AdditionsOf Additions(F, Analyses.getResult<LoopAnalysis>(F),
                              Analyses.getResult<AAManager>(F));
  for (AtomicRMWInst *Addition : Additions.find())
    Addition->setSyncScopeID(scopeOf(*F.getParent(), kWaitingScope));
  return PreservedAnalyses::all();
}

void lowerAdditions(Module &M) {
  const SyncScope::ID Marked = scopeOf(M, kAdditionScope),
                      Waiting = scopeOf(M, kWaitingScope);
  for (Function &F : M) {
    lowerWaiting(F, Waiting);
    for (Instruction &I : instructions(F))
      if (auto Scope = getAtomicSyncScopeID(&I);
          Scope && (*Scope == Marked || *Scope == Waiting))
        setAtomicSyncScopeID(&I, SyncScope::System);
  }
}

} // namespace facet
