//===- barriers.cpp - CPU kernels with barriers ---------------------------===//
//
// See barriers.h.
//
// The coroutine, Name.item(args, group, lx, ly, lz, state, frame, scratch), is
// a switched-resume coroutine of LLVM ("Coroutines in LLVM") whose frame the
// caller gives it. It never reaches its cleanup path: frames are dropped as a
// whole.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/barriers.h"

#include "compiler/support/tool.h"
#include "config/image/cpu_abi.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/local_arena.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/loops.h"

using namespace llvm;

namespace facet {
namespace {

/// States of a work-item; the others are scopes.
constexpr uint8_t StateEnded = 0;
constexpr uint8_t StateInPart = 4;

/// Carries the frame's size and alignment out of the coroutine passes.
constexpr char FrameMarker[] = "__facet_frame_layout";

enum ItemArgument : unsigned {
  ItemArgs,
  ItemGroup,
  ItemX,
  ItemY,
  ItemZ,
  ItemState,
  ItemFrame,
  ItemScratch
};

uint64_t scopeOf(const CallInst &Call, unsigned Operand, uint64_t IfUnknown) {
  auto *Scope = dyn_cast<ConstantInt>(Call.getArgOperand(Operand));
  return Scope ? Scope->getZExtValue() : IfUnknown;
}

void fence(CallInst &Before, uint64_t MemoryScope) {
  // The work-items of a group share a thread.
  if (MemoryScope > ScopeDevice)
    return;
  IRBuilder<>(&Before).CreateFence(AtomicOrdering::SequentiallyConsistent);
}

//===-- The coroutine -----------------------------------------------------===//

struct Coroutine {
  Function *F;
  BasicBlock *Suspended;
  Value *Handle;
};

Function *declareItem(Function &Kernel) {
  LLVMContext &Context = Kernel.getContext();
  Type *Ptr = PointerType::get(Context, 0);
  Type *I64 = Type::getInt64Ty(Context);
  auto *Ty =
      FunctionType::get(Ptr, {Ptr, Ptr, I64, I64, I64, Ptr, Ptr, Ptr}, false);
  // External until it has a caller: passes over the call graph would not visit
  // it otherwise.
  Function *Item =
      Function::Create(Ty, GlobalValue::ExternalLinkage,
                       Kernel.getName() + ".item", Kernel.getParent());
  Item->setAttributes(AttributeList::get(
      Context, Kernel.getAttributes().getFnAttrs(), AttributeSet(), {}));
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoInline, Attribute::WillReturn,
        Attribute::MustProgress})
    Item->removeFnAttr(Kind);
  Item->addFnAttr(Attribute::PresplitCoroutine);
  Item->setSubprogram(Kernel.getSubprogram());
  Item->addFnAttr(Attribute::NoUnwind);
  return Item;
}

/// Writes the block that starts the coroutine and the one that leaves it, and
/// moves the kernel's body between them.
Coroutine beginCoroutine(Function &Kernel, Function *Item) {
  Module &M = *Item->getParent();
  LLVMContext &Context = M.getContext();
  Item->splice(Item->begin(), &Kernel);
  BasicBlock *Body = &Item->getEntryBlock();
  auto *Start = BasicBlock::Create(Context, "start", Item, Body);
  moveStaticAllocas(*Body, *Start);

  IRBuilder<> Builder(Start);
  auto Intrinsic = [&](Intrinsic::ID Id, ArrayRef<Type *> Types = {}) {
    return Intrinsic::getOrInsertDeclaration(&M, Id, Types);
  };
  Type *I64 = Builder.getInt64Ty();
  Value *Null = ConstantPointerNull::get(Builder.getPtrTy());
  Value *Id = Builder.CreateCall(Intrinsic(Intrinsic::coro_id),
                                 {Builder.getInt32(0), Null, Null, Null}, "id");
  Value *Size = Builder.CreateCall(Intrinsic(Intrinsic::coro_size, {I64}));
  Value *Alignment =
      Builder.CreateCall(Intrinsic(Intrinsic::coro_align, {I64}));
  Builder.CreateCall(
      M.getOrInsertFunction(FrameMarker, Builder.getVoidTy(), I64, I64),
      {Size, Alignment});
  Value *Handle = Builder.CreateCall(Intrinsic(Intrinsic::coro_begin),
                                     {Id, Item->getArg(ItemFrame)}, "frame");
  Builder.CreateBr(Body);

  auto *Suspended = BasicBlock::Create(Context, "suspended", Item);
  Builder.SetInsertPoint(Suspended);
  Builder.CreateCall(
      Intrinsic(Intrinsic::coro_end),
      {Null, Builder.getFalse(), ConstantTokenNone::get(Context)});
  Builder.CreateRet(Handle);
  return {Item, Suspended, Handle};
}

/// Suspends before \p Where with \p State; a final suspension is not resumed.
void suspendBefore(Coroutine &C, Instruction &Where, uint8_t State,
                   bool Final) {
  BasicBlock *Before = Where.getParent();
  BasicBlock *After = Before->splitBasicBlock(&Where, "resumed");
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> Builder(Before);
  Builder.CreateStore(Builder.getInt8(State), C.F->getArg(ItemState));
  Value *Result = Builder.CreateIntrinsic(
      Intrinsic::coro_suspend, {},
      {ConstantTokenNone::get(Builder.getContext()), Builder.getInt1(Final)});
  SwitchInst *Switch = Builder.CreateSwitch(Result, C.Suspended, 2);
  Switch->addCase(Builder.getInt8(0), After);
  Switch->addCase(Builder.getInt8(1), C.Suspended);
}

void suspendAtReturns(Coroutine &C) {
  SmallVector<ReturnInst *> Returns;
  for (BasicBlock &Block : *C.F)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(Block.getTerminator());
        Return && &Block != C.Suspended)
      Returns.push_back(Return);
  // Only one final suspension is allowed.
  auto *End = BasicBlock::Create(C.F->getContext(), "end", C.F);
  auto *Never = new UnreachableInst(C.F->getContext(), End);
  for (ReturnInst *Return : Returns) {
    BranchInst::Create(End, Return->getIterator());
    Return->eraseFromParent();
  }
  if (Returns.empty())
    return;
  suspendBefore(C, *Never, StateEnded, /*Final=*/true);
}

//===-- Words for others to read ------------------------------------------===//

/// Slots of \p Size bytes lie behind the state bytes, one for each work-item.
Value *slotOffset(IRBuilder<> &Builder, Value *Count, uint64_t Size) {
  return Builder.CreateAnd(
      Builder.CreateNUWAdd(Count, Builder.getInt64(Size - 1)),
      Builder.getInt64(~(Size - 1)));
}

Value *waitOffset(IRBuilder<> &Builder, Value *Count) {
  return slotOffset(Builder, Count, sizeof(uint64_t));
}

/// Masks come before words.
Value *exchangeOffset(IRBuilder<> &Builder, Value *Count, bool HasParts) {
  if (!HasParts)
    return slotOffset(Builder, Count, sizeof(uint32_t));
  return Builder.CreateNUWAdd(
      waitOffset(Builder, Count),
      Builder.CreateNUWMul(Count, Builder.getInt64(sizeof(uint64_t))));
}

/// Replaces the requests for a slot of \p Size bytes by its address; true if
/// there are any. \p OffsetOf: where the slots of the work-items are, behind
/// the first state byte.
bool placeSlots(Function &Item, CpuQueries &Queries, StringRef Name,
                uint64_t Size,
                function_ref<Value *(IRBuilder<> &, Value *)> OffsetOf) {
  bool Found = false;
  for (Instruction &I : make_early_inc_range(instructions(Item))) {
    if (!isCallOf(I, Name))
      continue;
    auto *Call = cast<CallInst>(&I);
    IRBuilder<> Builder(Call);
    Value *Index = Queries.linearId(
        Builder, {Item.getArg(ItemX), Item.getArg(ItemY), Item.getArg(ItemZ)});
    // The work-item knows the address of its own state byte only.
    Value *Offset = Builder.CreateNUWAdd(
        OffsetOf(Builder, Queries.groupSize(Builder)),
        Builder.CreateNUWMul(Index, Builder.getInt64(Size - 1)));
    Call->replaceAllUsesWith(
        Builder.CreatePtrAdd(Item.getArg(ItemState), Offset));
    Call->eraseFromParent();
    Found = true;
  }
  return Found;
}

//===-- The group function ------------------------------------------------===//

struct FrameLayout {
  uint64_t Size = 0;
  uint64_t Alignment = 0;
};

/// Reads and removes the marker the coroutine passes filled in.
Expected<FrameLayout> takeFrameLayout(Function &Item) {
  for (Instruction &I : make_early_inc_range(instructions(Item))) {
    if (!isCallOf(I, FrameMarker))
      continue;
    auto *Call = cast<CallInst>(&I);
    auto *Size = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    auto *Alignment = dyn_cast<ConstantInt>(Call->getArgOperand(1));
    if (!Size || !Alignment)
      break;
    FrameLayout Layout{Size->getZExtValue(), Alignment->getZExtValue()};
    Call->eraseFromParent();
    return Layout;
  }
  return makeError(textOf<Message::err_barriers>(), Item.getName());
}

/// Writes the rounds of the scheduler into a group function.
class Scheduler {
public:
  Scheduler(const SplitKernel &Kernel, Function &Resume, FrameLayout Layout)
      : Kernel(Kernel), Resume(Resume), Layout(Layout),
        Queries(Kernel.GroupFunction->getArg(1), Kernel.Shape, nullptr),
        Builder(BasicBlock::Create(Resume.getContext(), "entry",
                                   Kernel.GroupFunction)) {}

  void write() {
    GroupScratch = makeGroupScratch(Builder, Queries, Kernel.ScratchBytes);
    allocate();
    startItems();
    auto *Round = newBlock("round");
    Builder.CreateBr(Round);
    Builder.SetInsertPoint(Round);
    if (Kernel.HasSubGroupBarriers || Kernel.HasParts)
      writeSubGroupRounds();
    Value *Alive = resumeItems(Builder.getInt64(0), Count, ScopeWorkGroup);
    auto *Done = newBlock("done");
    Builder.CreateCondBr(Alive, Round, Done);
    Builder.SetInsertPoint(Done);
    Builder.CreateRetVoid();
  }

private:
  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(Builder.getContext(), Name, Kernel.GroupFunction);
  }

  Value *frameOf(Value *Index) {
    return Builder.CreatePtrAdd(
        Frames, Builder.CreateNUWMul(Index, Builder.getInt64(Layout.Size)));
  }

  Value *stateOf(Value *Index) { return Builder.CreatePtrAdd(States, Index); }

  /// One piece of scratch memory: the frames, then the state bytes and slots.
  void allocate() {
    Count = Queries.groupSize(Builder);
    if (Kernel.IsOfTiles)
      Count = Builder.CreateUDiv(Count, tileSize(), "", /*isExact=*/true);
    Value *FrameBytes =
        Builder.CreateNUWMul(Count, Builder.getInt64(Layout.Size));
    Value *Bytes = Builder.CreateNUWAdd(FrameBytes, Count);
    if (Kernel.HasExchange || Kernel.HasParts)
      Bytes = Builder.CreateNUWAdd(
          Builder.CreateNUWAdd(FrameBytes,
                               exchangeOffset(Builder, Count, Kernel.HasParts)),
          Builder.CreateNUWMul(Count, Builder.getInt64(sizeof(uint32_t))));
    Frames = Queries.scratch(Builder, Bytes,
                             Align(std::max<uint64_t>(Layout.Alignment, 64)));
    Frames->setName("frames");
    States = Builder.CreatePtrAdd(Frames, FrameBytes);
    // The memory holds what other kernels left there. Work-items look at the
    // masks of those that have not begun: none of these waits.
    if (Kernel.HasParts)
      Builder.CreateMemSet(
          Builder.CreatePtrAdd(States, waitOffset(Builder, Count)),
          Builder.getInt8(0),
          Builder.CreateNUWMul(Count, Builder.getInt64(sizeof(uint64_t))),
          Align(sizeof(uint64_t)));
  }

  Value *tileSize() { return Builder.getInt64(Kernel.Shape.SubGroupSize); }

  void start(Value *Index, ArrayRef<Value *> LocalId) {
    Function *Group = Kernel.GroupFunction;
    Builder.CreateCall(Kernel.Item,
                       {Group->getArg(0), Group->getArg(1), LocalId[0],
                        LocalId[1], LocalId[2], stateOf(Index), frameOf(Index),
                        GroupScratch});
  }

  void startItems() {
    if (Kernel.IsOfTiles)
      return startTiles();
    LoopNest Nest = openLoopNest(Builder, Queries);
    const std::array<Value *, 3> Ids = {Nest.LocalId[0], Nest.LocalId[1],
                                        Nest.LocalId[2]};
    start(Queries.linearId(Builder, Ids), Ids);
    closeLoopNest(Builder, Nest);
  }

  /// Tiles have no order by which a program could tell them apart, but begin
  /// with those of the first row.
  void startTiles() {
    BasicBlock *Before = Builder.GetInsertBlock();
    auto *Loop = newBlock("tile");
    auto *Exit = newBlock("tiles.started");
    // Those across rows are counted as if they were in one.
    Value *InRow = Kernel.Shape.IsAcrossRows
                       ? Count
                       : Builder.CreateUDiv(Queries.localRange(Builder, 0),
                                            tileSize(), "", /*isExact=*/true);
    Value *Rows = Kernel.Shape.IsAcrossRows ? Builder.getInt64(1)
                                            : Queries.localRange(Builder, 1);
    Builder.CreateBr(Loop);
    Builder.SetInsertPoint(Loop);
    PHINode *Index = Builder.CreatePHI(Builder.getInt64Ty(), 2, "index");
    Index->addIncoming(Builder.getInt64(0), Before);
    Value *Row = Builder.CreateUDiv(Index, InRow);
    Value *X =
        Builder.CreateNUWMul(Builder.CreateURem(Index, InRow), tileSize());
    start(Index,
          {X, Builder.CreateURem(Row, Rows), Builder.CreateUDiv(Row, Rows)});
    Value *Next = Builder.CreateNUWAdd(Index, Builder.getInt64(1));
    Index->addIncoming(Next, Builder.GetInsertBlock());
    Builder.CreateCondBr(Builder.CreateICmpULT(Next, Count), Loop, Exit);
    Builder.SetInsertPoint(Exit);
  }

  /// Resumes the work-items of [First, End) that wait at \p State. The result
  /// is true if one of them waits at that state again, or in a part.
  Value *resumeItems(Value *First, Value *End, uint8_t State) {
    BasicBlock *Before = Builder.GetInsertBlock();
    auto *Loop = newBlock("items");
    auto *Run = newBlock("resume");
    auto *Next = newBlock("next");
    auto *Exit = newBlock("resumed");
    Builder.CreateBr(Loop);

    Builder.SetInsertPoint(Loop);
    PHINode *Index = Builder.CreatePHI(Builder.getInt64Ty(), 2, "item");
    PHINode *Any = Builder.CreatePHI(Builder.getInt1Ty(), 2, "any");
    Value *StateAddress = stateOf(Index);
    Value *Waits = Builder.CreateICmpEQ(
        Builder.CreateLoad(Builder.getInt8Ty(), StateAddress),
        Builder.getInt8(State));
    Builder.CreateCondBr(Waits, Run, Next);

    Builder.SetInsertPoint(Run);
    CallInst *Call = Builder.CreateCall(&Resume, {frameOf(Index)});
    Call->setCallingConv(Resume.getCallingConv());
    // Any live state counts: a work-item that was freed from one kind of
    // barrier may wait at the other now.
    Value *Live = Builder.CreateICmpNE(
        Builder.CreateLoad(Builder.getInt8Ty(), StateAddress),
        Builder.getInt8(StateEnded));
    if (State != ScopeWorkGroup)
      Live = Builder.CreateICmpUGE(
          Builder.CreateLoad(Builder.getInt8Ty(), StateAddress),
          Builder.getInt8(State));
    Value *AnyHere = Builder.CreateOr(Any, Live);
    Builder.CreateBr(Next);

    Builder.SetInsertPoint(Next);
    PHINode *AnyNext = Builder.CreatePHI(Builder.getInt1Ty(), 2);
    AnyNext->addIncoming(Any, Loop);
    AnyNext->addIncoming(AnyHere, Run);
    Value *IndexNext = Builder.CreateNUWAdd(Index, Builder.getInt64(1));
    Builder.CreateCondBr(Builder.CreateICmpULT(IndexNext, End), Loop, Exit);
    Index->addIncoming(First, Before);
    Index->addIncoming(IndexNext, Next);
    Any->addIncoming(Builder.getFalse(), Before);
    Any->addIncoming(AnyNext, Next);
    Builder.SetInsertPoint(Exit);
    return AnyNext;
  }

  /// Runs each sub-group until none of its work-items waits for the others of
  /// the sub-group.
  void writeSubGroupRounds() {
    BasicBlock *Before = Builder.GetInsertBlock();
    Value *Width = Builder.getInt64(Kernel.Shape.SubGroupSize);
    auto *SubGroup = newBlock("subgroup");
    auto *Again = newBlock("subgroup.round");
    auto *Next = newBlock("subgroup.next");
    auto *Exit = newBlock("subgroups.done");
    Builder.CreateBr(SubGroup);

    Builder.SetInsertPoint(SubGroup);
    PHINode *First = Builder.CreatePHI(Builder.getInt64Ty(), 2, "first");
    Value *After = Builder.CreateNUWAdd(First, Width);
    Value *End = Builder.CreateBinaryIntrinsic(Intrinsic::umin, After, Count);
    Builder.CreateBr(Again);

    Builder.SetInsertPoint(Again);
    if (Kernel.HasParts) {
      // A barrier of the whole sub-group is one of each of its parts.
      auto *Whole = newBlock("subgroup.whole");
      Value *InParts = resumeItems(First, End, StateInPart);
      Builder.CreateCondBr(InParts, Again, Whole);
      Builder.SetInsertPoint(Whole);
    }
    Value *Pending = resumeItems(First, End, ScopeSubGroup);
    Builder.CreateCondBr(Pending, Again, Next);

    Builder.SetInsertPoint(Next);
    Builder.CreateCondBr(Builder.CreateICmpULT(After, Count), SubGroup, Exit);
    First->addIncoming(Builder.getInt64(0), Before);
    First->addIncoming(After, Next);
    Builder.SetInsertPoint(Exit);
  }

  const SplitKernel &Kernel;
  Function &Resume;
  FrameLayout Layout;
  CpuQueries Queries;
  IRBuilder<> Builder;
  Value *Count = nullptr;
  Value *Frames = nullptr;
  Value *States = nullptr;
  Value *GroupScratch = nullptr;
};

} // namespace

void lowerMemoryBarriers(Module &M) {
  Function *Barrier = M.getFunction(builtin::MemoryBarrier);
  if (!Barrier)
    return;
  for (User *U : make_early_inc_range(Barrier->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledOperand() != Barrier)
      continue;
    fence(*Call, scopeOf(*Call, 0, ScopeDevice));
    Call->eraseFromParent();
  }
}

Barriers collectBarriers(Function &F) {
  Barriers Found;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    if (Callee->getName() == builtin::WaitForOthers) {
      Found.Part.push_back(Call);
    } else if (Callee->getName() == builtin::ControlBarrier) {
      uint64_t Scope = scopeOf(*Call, 0, ScopeWorkGroup);
      fence(*Call, scopeOf(*Call, 1, ScopeDevice));
      if (Scope <= ScopeWorkGroup)
        Found.WorkGroup.push_back(Call);
      else if (Scope == ScopeSubGroup)
        Found.SubGroup.push_back(Call);
      else
        Call->eraseFromParent();
    }
  }
  return Found;
}

SplitKernel makeItemCoroutine(Function &Kernel, const Barriers &Found,
                              const CpuKernelShape &Shape,
                              uint64_t ScratchBytes) {
  SplitKernel Result;
  Result.ScratchBytes = ScratchBytes;
  Result.Name = Kernel.getName().str();
  Result.Shape = Shape;
  Result.HasSubGroupBarriers = !Found.SubGroup.empty();
  Result.HasParts = !Found.Part.empty();
  Result.Item = declareItem(Kernel);
  Coroutine C = beginCoroutine(Kernel, Result.Item);

  Instruction &BodyStart =
      *Result.Item->getEntryBlock().getSingleSuccessor()->getFirstInsertionPt();
  uint64_t Size =
      readArgumentsFromBlock(Kernel, *Result.Item->getArg(ItemArgs), BodyStart);
  suspendAtReturns(C);
  auto SuspendAt = [&](ArrayRef<CallInst *> Calls, uint8_t State) {
    for (CallInst *Call : Calls) {
      suspendBefore(C, *Call, State, /*Final=*/false);
      Call->eraseFromParent();
    }
  };
  SuspendAt(Found.WorkGroup, ScopeWorkGroup);
  SuspendAt(Found.SubGroup, ScopeSubGroup);
  SuspendAt(Found.Part, StateInPart);

  replaceGroupScratch(*Result.Item, *Result.Item->getArg(ItemScratch));
  CpuQueries Queries(Result.Item->getArg(ItemGroup), Result.Shape, nullptr);
  Result.HasExchange =
      placeSlots(*Result.Item, Queries, builtin::ExchangeSlot, sizeof(uint32_t),
                 [&](IRBuilder<> &Builder, Value *Count) {
                   return exchangeOffset(Builder, Count, Result.HasParts);
                 });
  placeSlots(*Result.Item, Queries, builtin::WaitSlot, sizeof(uint64_t),
             waitOffset);
  SmallVector<BasicBlock *> Blocks(make_pointer_range(*Result.Item));
  Queries.lower(Blocks, {Result.Item->getArg(ItemX), Result.Item->getArg(ItemY),
                         Result.Item->getArg(ItemZ)});
  Result.GroupFunction = replaceByGroupFunction(Kernel);
  describeGroupArguments(*Result.GroupFunction, Size);
  return Result;
}

SplitKernel makeTileCoroutine(Function &Tile, const CpuKernelShape &Shape,
                              uint64_t ScratchBytes) {
  SplitKernel Result;
  Result.ScratchBytes = ScratchBytes;
  Result.Name = Tile.getName().str();
  Result.Shape = Shape;
  Result.IsOfTiles = true;
  Result.Item = declareItem(Tile);
  Coroutine C = beginCoroutine(Tile, Result.Item);
  for (unsigned Parameter : {ItemArgs, ItemGroup, ItemX, ItemY, ItemZ})
    Tile.getArg(Parameter)->replaceAllUsesWith(Result.Item->getArg(Parameter));
  suspendAtReturns(C);
  SmallVector<CallInst *> Waits;
  for (Instruction &I : instructions(*Result.Item))
    if (isCallOf(I, WaitForTiles))
      Waits.push_back(cast<CallInst>(&I));
  for (CallInst *Wait : Waits) {
    suspendBefore(C, *Wait, ScopeWorkGroup, /*Final=*/false);
    Wait->eraseFromParent();
  }
  replaceGroupScratch(*Result.Item, *Result.Item->getArg(ItemScratch));
  LLVMContext &Context = Tile.getContext();
  AttrBuilder OfParameters[] = {
      {Context, Tile.getAttributes().getParamAttrs(ItemArgs)},
      {Context, Tile.getAttributes().getParamAttrs(ItemGroup)}};
  Result.GroupFunction = replaceByGroupFunction(Tile);
  for (auto [Parameter, Attributes] :
       zip(Result.GroupFunction->args(), OfParameters))
    Parameter.addAttrs(Attributes);
  return Result;
}

Error finishGroupFunction(const SplitKernel &Kernel) {
  Module &M = *Kernel.GroupFunction->getParent();
  Expected<FrameLayout> Layout = takeFrameLayout(*Kernel.Item);
  if (!Layout)
    return Layout.takeError();
  Function *Resume = M.getFunction(Kernel.Name + ".item.resume");
  if (!Resume)
    return makeError(textOf<Message::err_barriers>(), Kernel.Name);
  Kernel.Item->setLinkage(GlobalValue::InternalLinkage);
  Layout->Size =
      alignTo(Layout->Size, Align(std::max<uint64_t>(Layout->Alignment, 8)));
  Scheduler(Kernel, *Resume, *Layout).write();
  return Error::success();
}

} // namespace facet
