//===- cpu_fission.cpp - CPU kernels as loops between barriers ------------===//
//
// See cpu_fission.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/cpu_fission.h"

#include "config/image/cpu_abi.h"
#include "postlink/retarget/cpu_arguments.h"
#include "postlink/retarget/cpu_loops.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/family.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/local_arena.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// Longer chains of arithmetic are kept rather than computed again.
constexpr unsigned MaximumRecomputedDepth = 24;

/// Alignment of each array of the work-items' values.
constexpr uint64_t ArrayAlignment = 64;

class Fission {
public:
  Fission(MovedBody Moved, CpuRegions Plan, const CpuKernelShape &Shape)
      : Group(*Moved.Group), Moved(Moved), Plan(std::move(Plan)),
        EntryEnd(IRBuilder<>(Moved.Entry).CreateUnreachable()),
        Loads(makePlace(EntryEnd->getIterator())),
        Queries(Moved.Group->getArg(1), Shape, Loads),
        ScratchCall(callScratch()) {}

  void run(uint64_t ScratchBytes) {
    uint64_t Size =
        readArgumentsFromBlock(*Moved.Body, *Group.getArg(0),
                               *Moved.First->getFirstInsertionPt());
    describeGroupArguments(Group, Size);
    inferArgumentLoads(*Group.getArg(0), traitsOf(Family::X86));
    for (CpuRegion &Region : Plan.Regions)
      openRegion(Region);
    spreadAllocas();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      demotePhis(R);
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      bringValues(R);
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      closeRegion(R);
    IRBuilder<> Early(Moved.Entry, Moved.Entry->begin());
    replaceGroupScratch(Group, *makeGroupScratch(Early, ScratchBytes));
    lowerBuiltins();
    finishEntry();
    for (Frame &Each : Frames)
      Each.Top->eraseFromParent();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      if (BranchInst *Latch = Frames[R].Nest.InnerLatch)
        markParallel(Plan.Regions[R].Blocks, Group, *Latch);
    Moved.Body->eraseFromParent();
  }

private:
  /// What the transformation writes around a region.
  struct Frame {
    /// Executed once: the variables of uniform phis take their next values.
    BasicBlock *Pre;
    LoopNest Nest;
    /// The work-item's position in the arrays.
    Value *Index;
    /// Where values from other regions are brought to.
    Instruction *Top;
    /// Where work-items end; behind the loops, Post goes on.
    BasicBlock *Latch;
    /// Values of other regions as this one sees them.
    DenseMap<Value *, Value *> Brought;
    /// The decision's condition, for Post to read.
    Value *Condition = nullptr;
  };

  /// An instruction that does nothing: a place that stays while what is around
  /// it moves.
  static Instruction *makePlace(BasicBlock::iterator Where) {
    return new FreezeInst(
        PoisonValue::get(Type::getInt1Ty(Where->getContext())), "", Where);
  }

  //===-- Memory ---------------------------------------------------------===//

  CallInst *callScratch() {
    IRBuilder<> Builder(EntryEnd);
    auto *Ty =
        FunctionType::get(Builder.getPtrTy(),
                          {Builder.getInt64Ty(), Builder.getInt64Ty()}, false);
    Bytes = Builder.getInt64(0);
    Value *Scratch = Queries.field(Builder, GroupField::Scratch, 0);
    CallInst *Call = Builder.CreateCall(
        Ty, Scratch, {Bytes, Builder.getInt64(ArrayAlignment)}, "arrays");
    Call->addRetAttr(Attribute::NoAlias);
    Call->addRetAttr(
        Attribute::getWithAlignment(Call->getContext(), Align(ArrayAlignment)));
    return Call;
  }

  static Type *storedType(Type *Ty) {
    return Ty->isIntegerTy(1) ? Type::getInt8Ty(Ty->getContext()) : Ty;
  }

  Value *makeVariable(Type *Ty) {
    Value *Variable = IRBuilder<>(Moved.Entry, Moved.Entry->begin())
                          .CreateAlloca(storedType(Ty), nullptr, "uniform");
    Variables.insert(Variable);
    return Variable;
  }

  /// An array of \p Size bytes for each work-item.
  Value *makeArray(uint64_t Size) {
    IRBuilder<> Sizes(ScratchCall);
    Value *Offset = Bytes;
    Value *End = Sizes.CreateNUWAdd(
        Bytes, Sizes.CreateNUWMul(Queries.groupSize(Sizes),
                                  Sizes.getInt64(Size)));
    Bytes = Sizes.CreateAnd(
        Sizes.CreateNUWAdd(End, Sizes.getInt64(ArrayAlignment - 1)),
        Sizes.getInt64(~(ArrayAlignment - 1)));
    return IRBuilder<>(EntryEnd).CreatePtrAdd(ScratchCall, Offset, "array");
  }

  Value *elementOf(IRBuilder<> &Builder, Value *Array, uint64_t Size,
                   const Frame &At) {
    return Builder.CreateInBoundsPtrAdd(
        Array, Builder.CreateNUWMul(At.Index, Builder.getInt64(Size)));
  }

  /// A place for values of \p Ty: a variable, or an array.
  struct Slot {
    Type *Ty;
    Value *Memory;
    bool IsArray;
  };

  Slot makeSlot(Type *Ty, bool IsArray) {
    uint64_t Size = Group.getDataLayout().getTypeAllocSize(storedType(Ty));
    return {Ty, IsArray ? makeArray(Size) : makeVariable(Ty), IsArray};
  }

  Value *addressOf(IRBuilder<> &Builder, const Slot &S, const Frame &At) {
    if (!S.IsArray)
      return S.Memory;
    uint64_t Size = Group.getDataLayout().getTypeAllocSize(storedType(S.Ty));
    return elementOf(Builder, S.Memory, Size, At);
  }

  void store(IRBuilder<> &Builder, Value *V, const Slot &S, const Frame &At) {
    Builder.CreateStore(Builder.CreateZExt(V, storedTypeOrSame(V)),
                        addressOf(Builder, S, At));
  }

  static Type *storedTypeOrSame(Value *V) { return storedType(V->getType()); }

  Value *load(IRBuilder<> &Builder, const Slot &S, const Frame &At) {
    Value *V = Builder.CreateLoad(storedType(S.Ty), addressOf(Builder, S, At));
    return S.Ty->isIntegerTy(1) ? Builder.CreateTrunc(V, S.Ty) : V;
  }

  //===-- Regions --------------------------------------------------------===//

  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(Group.getContext(), Name, &Group);
  }

  void openRegion(CpuRegion &Region) {
    Frame &New = Frames.emplace_back();
    New.Pre = newBlock("region");
    IRBuilder<> Builder(New.Pre);
    New.Nest = openLoopNest(Builder, Queries);
    auto &Id = New.Nest.LocalId;
    New.Index = Queries.linearId(Builder, {Id[0], Id[1], Id[2]});
    Builder.CreateBr(Region.header());
    New.Top = makePlace(Region.header()->getFirstInsertionPt());
    New.Latch = newBlock("item.end");
  }

  /// The phis of a region's header get their values through memory: their
  /// predecessors are in other loops.
  void demotePhis(unsigned R) {
    Frame &Here = Frames[R];
    CpuRegion &Region = Plan.Regions[R];
    for (PHINode &Phi : make_early_inc_range(Region.header()->phis())) {
      bool IsArray = Plan.Divergent.contains(&Phi);
      Slot In = makeSlot(Phi.getType(), IsArray);
      for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
        BasicBlock *From = Phi.getIncomingBlock(I);
        IRBuilder<> Builder(From->getTerminator());
        store(Builder, Phi.getIncomingValue(I), In,
              Frames[Plan.RegionOf.lookup(From)]);
        // Whoever leaves the region's own loop there finds the value of the
        // last round in the same place.
        auto *V = dyn_cast<Instruction>(Phi.getIncomingValue(I));
        if (V && IsArray && Region.Decision == From &&
            Plan.RegionOf.lookup(V->getParent()) == R)
          Kept.try_emplace(V, In);
      }
      Slot Out = In;
      if (!IsArray) {
        Out = makeSlot(Phi.getType(), false);
        IRBuilder<> Once(Here.Pre->getTerminator());
        store(Once, load(Once, In, Here), Out, Here);
      }
      IRBuilder<> Builder(Here.Top);
      Value *Loaded = load(Builder, Out, Here);
      if (IsArray)
        Plan.Divergent.insert(Loaded);
      Phi.replaceAllUsesWith(Loaded);
      Phi.eraseFromParent();
    }
  }

  unsigned regionOf(const Use &U) const {
    auto *User = cast<Instruction>(U.getUser());
    if (auto *Phi = dyn_cast<PHINode>(User))
      return Plan.RegionOf.lookup(Phi->getIncomingBlock(U));
    return Plan.RegionOf.lookup(User->getParent());
  }

  /// Private memory that outlives its region is one of the work-item's own.
  /// The rest may be one for all: its contents are never passed on.
  void spreadAllocas() {
    SmallVector<AllocaInst *> Allocas;
    for (BasicBlock *Block : {Moved.Entry, Moved.First})
      for (Instruction &I : *Block)
        if (auto *Alloca = dyn_cast<AllocaInst>(&I))
          Allocas.push_back(Alloca);
    for (AllocaInst *Alloca : Allocas) {
      if (staysInRegion(*Alloca)) {
        Alloca->moveBefore(*Moved.Entry, Moved.Entry->begin());
        continue;
      }
      uint64_t Size = alignTo(
          Alloca->getAllocationSize(Group.getDataLayout())->getFixedValue(),
          Alloca->getAlign());
      Value *Array = makeArray(Size);
      DenseMap<unsigned, Value *> Elements;
      for (Use &U : make_early_inc_range(Alloca->uses())) {
        if (cast<Instruction>(U.getUser())->isLifetimeStartOrEnd()) {
          cast<Instruction>(U.getUser())->eraseFromParent();
          continue;
        }
        unsigned R = regionOf(U);
        Value *&Element = Elements[R];
        if (!Element) {
          IRBuilder<> Builder(Frames[R].Top);
          Element = elementOf(Builder, Array, Size, Frames[R]);
        }
        U.set(Element);
      }
      Alloca->eraseFromParent();
    }
  }

  /// True if all that is made of the address stays in one region.
  bool staysInRegion(AllocaInst &Alloca) const {
    std::optional<unsigned> Only;
    SmallVector<Instruction *> Work{&Alloca};
    SmallPtrSet<Instruction *, 16> Seen;
    while (!Work.empty()) {
      Instruction *I = Work.pop_back_val();
      for (Use &U : I->uses()) {
        auto *User = cast<Instruction>(U.getUser());
        if (User->isLifetimeStartOrEnd())
          continue;
        unsigned R = regionOf(U);
        if (Only.value_or(R) != R)
          return false;
        Only = R;
        if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(User)) {
          if (Seen.insert(User).second)
            Work.push_back(User);
        } else if (!isa<LoadInst>(User) &&
                   getLoadStorePointerOperand(User) != U.get()) {
          return false; // It may be anywhere.
        }
      }
    }
    return true;
  }

  //===-- Values of other regions ----------------------------------------===//

  void bringValues(unsigned R) {
    for (BasicBlock *Block : Plan.Regions[R].Blocks)
      for (Instruction &I : *Block)
        for (Use &U : I.operands())
          if (auto *V = dyn_cast<Instruction>(U.get()); V && isElsewhere(*V, R))
            U.set(bring(*V, R, 0));
  }

  /// True for an instruction of another region. Those of no region dominate
  /// all.
  bool isElsewhere(const Instruction &V, unsigned R) const {
    auto Found = Plan.RegionOf.find(V.getParent());
    return Found != Plan.RegionOf.end() && Found->second != R;
  }

  /// \p V for region \p R.
  Value *bring(Instruction &V, unsigned R, unsigned Depth) {
    Frame &Here = Frames[R];
    if (Value *Known = Here.Brought.lookup(&V))
      return Known;
    // What another region got from elsewhere is fetched from there: V dominates
    // that region, so it has not changed since.
    if (Instruction *Origin = Origins.lookup(&V);
        Origin && isElsewhere(*Origin, R))
      return bring(*Origin, R, Depth);
    Value *Result = nullptr;
    if (!Kept.contains(&V) && canBeRecomputed(V) &&
        Depth < MaximumRecomputedDepth) {
      SmallVector<Value *> Operands;
      for (Value *Operand : V.operands()) {
        auto *I = dyn_cast<Instruction>(Operand);
        Operands.push_back(I && isElsewhere(*I, R) ? bring(*I, R, Depth + 1)
                                                   : Operand);
      }
      Instruction *Copy = V.clone();
      for (auto [I, Operand] : enumerate(Operands))
        Copy->setOperand(I, Operand);
      Copy->insertBefore(Here.Top->getIterator());
      Result = Copy;
    } else {
      IRBuilder<> Builder(Here.Top);
      Result = load(Builder, keep(V), Here);
    }
    if (Plan.Divergent.contains(&V))
      Plan.Divergent.insert(Result);
    if (auto *I = dyn_cast<Instruction>(Result))
      Origins[I] = &V;
    Here.Brought[&V] = Result;
    return Result;
  }

  /// Where \p V is kept for other regions.
  const Slot &keep(Instruction &V) {
    auto [At, IsNew] = Kept.try_emplace(&V);
    if (IsNew) {
      At->second = makeSlot(V.getType(), Plan.Divergent.contains(&V));
      BasicBlock::iterator Behind =
          isa<PHINode>(V) ? V.getParent()->getFirstInsertionPt()
                          : std::next(V.getIterator());
      IRBuilder<> Builder(V.getParent(), Behind);
      store(Builder, &V, At->second,
            Frames[Plan.RegionOf.lookup(V.getParent())]);
    }
    return At->second;
  }

  //===-- Ways on --------------------------------------------------------===//

  BasicBlock *preOf(BasicBlock *Header) {
    return Frames[Plan.RegionOf.lookup(Header)].Pre;
  }

  void closeRegion(unsigned R) {
    CpuRegion &Region = Plan.Regions[R];
    Frame &Here = Frames[R];
    Instruction *Way = nullptr;
    Slot Condition{};
    if (Region.Decision) {
      Way = Region.Decision->getTerminator();
      Value *V = conditionOf(*Way);
      Condition = makeSlot(V->getType(), false);
      IRBuilder<> Builder(Way);
      store(Builder, V, Condition, Here);
      Builder.CreateBr(Here.Latch);
      Way->removeFromParent();
    }
    for (BasicBlock *Block : Region.Blocks)
      if (Block != Region.Decision)
        leadToLatch(*Block, Region, Here);
    for (BasicBlock *Block : Region.Blocks)
      Block->moveBefore(Here.Latch);
    IRBuilder<> Builder(Here.Latch);
    // Without back edges the nest is executed once, by the first work-item.
    if (leavesTraces(Region))
      closeLoopNest(Builder, Here.Nest);
    if (Way) {
      Value *V = load(Builder, Condition, Here);
      if (auto *Branch = dyn_cast<BranchInst>(Way))
        Branch->setCondition(V);
      else
        cast<SwitchInst>(Way)->setCondition(V);
      Builder.Insert(Way);
      for (unsigned I = 0; I != Way->getNumSuccessors(); ++I)
        Way->setSuccessor(I, preOf(Way->getSuccessor(I)));
      Way->setMetadata(LLVMContext::MD_loop, nullptr);
    } else if (Region.Successors.empty()) {
      Builder.CreateRetVoid();
    } else {
      Builder.CreateBr(preOf(Region.Successors.front()));
    }
  }

  /// False if all a region does is to go on and to set variables of the group,
  /// on which all work-items agree.
  bool leavesTraces(const CpuRegion &Region) const {
    for (BasicBlock *Block : Region.Blocks)
      for (Instruction &I : *Block) {
        auto *Store = dyn_cast<StoreInst>(&I);
        if (Store && Variables.contains(Store->getPointerOperand()))
          continue;
        auto *Call = dyn_cast<CallInst>(&I);
        bool IsBarrier =
            Call && Call->getCalledFunction() &&
            Call->getCalledFunction()->getName() == builtin::ControlBarrier;
        if (!IsBarrier && I.mayHaveSideEffects())
          return true;
      }
    return false;
  }

  static Value *conditionOf(Instruction &Way) {
    if (auto *Branch = dyn_cast<BranchInst>(&Way))
      return Branch->getCondition();
    return cast<SwitchInst>(Way).getCondition();
  }

  void leadToLatch(BasicBlock &Block, const CpuRegion &Region, Frame &Here) {
    Instruction *Way = Block.getTerminator();
    if (isa<ReturnInst>(Way)) {
      BranchInst::Create(Here.Latch, Way->getIterator());
      Way->eraseFromParent();
      return;
    }
    for (unsigned I = 0; I != Way->getNumSuccessors(); ++I)
      if (is_contained(Region.Successors, Way->getSuccessor(I)))
        Way->setSuccessor(I, Here.Latch);
  }

  void lowerBuiltins() {
    for (Instruction &I : make_early_inc_range(instructions(Group)))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == builtin::ControlBarrier)
        Call->eraseFromParent();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R) {
      auto &Id = Frames[R].Nest.LocalId;
      Queries.lower(Plan.Regions[R].Blocks, {Id[0], Id[1], Id[2]});
    }
  }

  void finishEntry() {
    if (ScratchCall->use_empty())
      ScratchCall->eraseFromParent();
    else
      ScratchCall->setArgOperand(0, Bytes);
    IRBuilder<>(EntryEnd).CreateBr(Frames.front().Pre);
    EntryEnd->eraseFromParent();
    Loads->eraseFromParent();
  }

  Function &Group;
  MovedBody Moved;
  CpuRegions Plan;
  /// The entry: loads of what is uniform, Loads, sizes of arrays, their memory,
  /// the arrays, EntryEnd.
  Instruction *EntryEnd;
  Instruction *Loads;
  CpuQueries Queries;
  /// Of the group.
  SmallPtrSet<Value *, 16> Variables;
  /// Bytes of all arrays so far.
  Value *Bytes = nullptr;
  CallInst *ScratchCall;
  std::vector<Frame> Frames;
  MapVector<Instruction *, Slot> Kept;
  /// What stands for a value of another region, and that value.
  DenseMap<Instruction *, Instruction *> Origins;
};

} // namespace

void makeFissionedGroup(Function &Kernel, CpuRegions Plan,
                        const CpuKernelShape &Shape, uint64_t ScratchBytes) {
  MovedBody Moved = moveBody(Kernel);
  Fission(Moved, std::move(Plan), Shape).run(ScratchBytes);
}

} // namespace facet
