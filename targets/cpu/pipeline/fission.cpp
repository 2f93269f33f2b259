//===- fission.cpp - CPU kernels as loops between barriers ----------------===//
//
// See fission.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/fission.h"

#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/local_arena.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/exchanged_words.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/kept_values.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/work_item_memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// Longer chains of arithmetic are kept rather than computed again.
constexpr unsigned MaximumRecomputedDepth = 24;

/// Of the arrays of local ids: that of the longest vectors.
constexpr uint64_t ArrayAlignment = 64;

/// Of what a value is made of, to see whether it should be recomputed.
constexpr unsigned MaximumLookedAt = 64;

class Fission {
public:
  Fission(MovedBody Moved, CpuRegions Plan, const CpuKernelShape &Shape)
      : Group(*Moved.Group), Moved(Moved), Plan(std::move(Plan)),
        IsShort(hasRows(Group) && !runsInAnyGroup(Group)),
        Shape(Shape),
        EntryEnd(IRBuilder<>(Moved.Entry).CreateUnreachable()),
        Loads(makePlace(EntryEnd->getIterator())),
        Queries(Moved.Group->getArg(1), Shape, Loads),
        Memory(*Moved.Entry, *EntryEnd, Queries, Shape.IsTile),
        Kept(this->Plan), Words(Memory, Queries) {}

  FissionedGroup run(uint64_t ScratchBytes) {
    uint64_t Size = readArgumentsFromBlock(*Moved.Body, *Group.getArg(0),
                                           *Moved.First->getFirstInsertionPt());
    describeGroupArguments(Group, Size);
    if (Shape.IsTile && Shape.IsAcrossRows)
      computeLocalIds();
    inferArgumentLoads(*Group.getArg(0), kCpuFamily.code);
    moveStaticAllocas(*Moved.First, *Moved.Entry);
    for (CpuRegion &Region : Plan.Regions) {
      openRegion(Region);
      for (const BasicBlock *Next : Region.Successors)
        ++Entries[Next];
    }
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      placePhis(R);
    connectRegions();
    SmallVector<CombiningLoops> Loops;
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      Loops.push_back({Frames[R].Pre, Plan.Regions[R].Blocks});
    for (AllocaInst *Sum : placeCombinations(*Moved.Entry, Loops))
      Combinations.insert(Sum);
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      Words.permute(Plan.Regions[R].Blocks, *Frames[R].Pre->getTerminator());
    placeAllocas();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      closeRegion(R);
    if (!Shape.WaitsForTiles) { // All tiles have one.
      IRBuilder<> Early(EntryEnd);
      GroupScratch = makeGroupScratch(Early, Queries, ScratchBytes);
      replaceGroupScratch(Group, *GroupScratch);
    }
    lowerBuiltins();
    finishEntry();
    for (Frame &Each : Frames)
      Each.Top->eraseFromParent();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      if (BranchInst *Latch = Frames[R].Nest.InnerLatch)
        markParallel(Plan.Regions[R].Blocks, Group, *Latch, IsShort);
    Moved.Body->eraseFromParent();
    return describe();
  }

private:
  using Slot = WorkItemMemory::Slot;

  /// What the transformation writes around a region.
  struct Frame {
    /// Executed once: the variables of uniform phis take their next values.
    BasicBlock *Pre;
    LoopNest Nest;
    /// The work-item's position in the arrays.
    Value *Index;
    /// Where values of other regions are rematerialized.
    Instruction *Top;
    /// The branch around the region for work-items that have gone, if there may
    /// be such.
    BranchInst *Guard = nullptr;
    /// Where work-items end; behind the loops, the next region is entered.
    BasicBlock *Latch;
    /// Values of the body as this region sees them.
    DenseMap<Instruction *, Value *> Materialized;
  };

  /// An instruction that does nothing: a place that stays while what is around
  /// it moves.
  static Instruction *makePlace(BasicBlock::iterator Where) {
    return new FreezeInst(
        PoisonValue::get(Type::getInt1Ty(Where->getContext())), "", Where);
  }

  /// Computes the local ids of the work-items of a tile across rows: quotients
  /// and remainders of their linear ids.
  void computeLocalIds() {
    std::array<Value *, 3> Arrays = {};
    for (unsigned D = 0; D != Shape.Dimensions; ++D)
      Arrays[D] = Memory.makeArray(sizeof(uint32_t), Align(ArrayAlignment));
    Queries.setLocalIds(Arrays);
    IRBuilder<> Builder(EntryEnd);
    const auto Lanes = ElementCount::getFixed(Shape.SubGroupSize);
    auto *Ids = VectorType::get(Builder.getInt32Ty(), Lanes);
    const auto Splat = [&](Value *V) {
      return Builder.CreateVectorSplat(
          Lanes, Builder.CreateTrunc(V, Builder.getInt32Ty()));
    };
    // Groups have fewer work-items than half of the numbers between two that
    // float tells apart by a half: the quotient is exact.
    const auto Quotient = [&](Value *Of, Value *By) {
      auto *Floats = VectorType::get(Builder.getFloatTy(), Lanes);
      Value *Middle = Builder.CreateFAdd(Builder.CreateUIToFP(Of, Floats),
                                         ConstantFP::get(Floats, 0.5));
      return Builder.CreateFPToUI(
          Builder.CreateFDiv(Middle, Builder.CreateUIToFP(By, Floats)), Ids);
    };
    Value *Left = Builder.CreateAdd(Splat(Group.getArg(2)),
                                    Builder.CreateStepVector(Ids));
    for (unsigned D = 0; D != Shape.Dimensions; ++D) {
      Value *Id = Left;
      if (D + 1 != Shape.Dimensions) {
        Value *Range = Splat(Queries.workGroupRange(Builder, D));
        Left = Quotient(Id, Range);
        Id = Builder.CreateSub(Id, Builder.CreateMul(Left, Range));
      }
      Builder.CreateAlignedStore(Id, Arrays[D], Align(ArrayAlignment));
    }
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
    if (Region.Gone.empty()) {
      Builder.CreateBr(Region.header());
      New.Top = makePlace(Region.header()->getFirstInsertionPt());
      New.Latch = newBlock("item.end");
      return;
    }
    // What is kept for those that have gone is read, but of no use.
    BasicBlock *Before = newBlock("gone");
    Builder.CreateBr(Before);
    New.Latch = newBlock("item.end");
    Builder.SetInsertPoint(Before);
    New.Guard = Builder.CreateCondBr(Builder.getFalse(), New.Latch,
                                     Region.header());
    New.Top = makePlace(New.Guard->getIterator());
    Region.Blocks.push_back(Before);
    Plan.RegionOf[Before] = Frames.size() - 1;
  }

  bool isHeaderPhi(const Instruction &V) const {
    auto Found = Plan.RegionOf.find(V.getParent());
    return isa<PHINode>(V) && Found != Plan.RegionOf.end() &&
           Plan.Regions[Found->second].header() == V.getParent();
  }

  /// Decides where the phis of a region's header find their values: in memory,
  /// because their predecessors are in other loops. A uniform one has two
  /// variables: work-items that write the next value must not change what
  /// others still read.
  void placePhis(unsigned R) {
    Frame &Here = Frames[R];
    for (PHINode &Phi : Plan.Regions[R].header()->phis()) {
      bool IsArray = Plan.Divergent.contains(&Phi);
      Slot In = Memory.makeSlot(Phi.getType(), IsArray);
      Next[&Phi] = In;
      Slot Out = In;
      if (!IsArray) {
        Out = Memory.makeSlot(Phi.getType(), false);
        IRBuilder<> Once(Here.Pre->getTerminator());
        Memory.store(Once, Memory.load(Once, In, Here.Index), Out, Here.Index);
        Spilled[&Phi] = Out;
      } else if (Instruction *Last = valueOfLastRound(Phi, R)) {
        Spilled.try_emplace(Last, In);
      }
      Here.Materialized[&Phi] = loadAtTop(Out, R);
    }
  }

  /// The value that region \p R gives its own phi at its end, if whoever needs
  /// it behind the loop may read it where the phi does: nobody else writes
  /// there and then goes elsewhere.
  Instruction *valueOfLastRound(PHINode &Phi, unsigned R) const {
    const CpuRegion &Region = Plan.Regions[R];
    Instruction *Result = nullptr;
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi.getIncomingBlock(I);
      if (From != Region.Decision) {
        if (!From->getSingleSuccessor())
          return nullptr;
        continue;
      }
      auto *V = dyn_cast<Instruction>(Phi.getIncomingValue(I));
      auto Found = V ? Plan.RegionOf.find(V->getParent()) : Plan.RegionOf.end();
      if (Found == Plan.RegionOf.end() || Found->second != R ||
          isHeaderPhi(*V) || !Plan.Divergent.contains(V))
        return nullptr;
      Result = V;
    }
    return Result;
  }

  //===-- Values of other regions ----------------------------------------===//

  /// A use of a value that its region must get from elsewhere. All of them are
  /// found before the first is replaced: the tables of the plan are about the
  /// body's own instructions, and so are all questions asked from here on.
  struct ForeignUse {
    Use *U;
    unsigned Region;
  };

  void connectRegions() {
    SmallVector<ForeignUse> Uses;
    SmallVector<PHINode *> Phis;
    for (const CpuRegion &Region : Plan.Regions)
      for (BasicBlock *Block : Region.Blocks)
        for (Instruction &I : *Block) {
          if (isHeaderPhi(I))
            Phis.push_back(cast<PHINode>(&I));
          for (Use &U : I.operands())
            if (auto *V = dyn_cast<Instruction>(U.get())) {
              unsigned R = regionOfUse(U, Plan);
              if (isForeign(*V, R))
                Uses.push_back({&U, R});
            }
        }
    SmallVector<Value *> Values;
    for (ForeignUse &Each : Uses)
      Values.push_back(
          materialize(*cast<Instruction>(Each.U->get()), Each.Region, 0));
    for (unsigned R = 0; R != Frames.size(); ++R)
      guard(R);
    for (auto [Each, V] : zip(Uses, Values))
      Each.U->set(V);
    for (PHINode *Phi : Phis)
      passOn(*Phi);
    for (PHINode *Phi : Phis) {
      Phi->replaceAllUsesWith(PoisonValue::get(Phi->getType()));
      Phi->eraseFromParent();
    }
    Kept.join(Memory);
  }

  /// Leads work-items that have gone around region \p R.
  void guard(unsigned R) {
    BranchInst *Guard = Frames[R].Guard;
    if (!Guard)
      return;
    Value *Any = nullptr;
    for (Value *Gone : Plan.Regions[R].Gone) {
      auto *I = dyn_cast<Instruction>(Gone);
      Value *Here = I && isForeign(*I, R) ? materialize(*I, R, 0) : Gone;
      IRBuilder<> Builder(Guard);
      Any = Any ? Builder.CreateOr(Any, Here) : Here;
    }
    Guard->setCondition(Any);
  }

  /// True if region \p R does not have \p V as it is: another region computes
  /// it, or it is a phi that becomes memory. What is in no region, in the
  /// entry, dominates all.
  bool isForeign(const Instruction &V, unsigned R) const {
    auto Found = Plan.RegionOf.find(V.getParent());
    return Found != Plan.RegionOf.end() &&
           (Found->second != R || isHeaderPhi(V));
  }

  /// Writes what each predecessor gives \p Phi.
  void passOn(PHINode &Phi) {
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi.getIncomingBlock(I);
      storeAt(*From, From->getTerminator()->getIterator(),
              *Phi.getIncomingValue(I), Next.lookup(&Phi),
              Plan.RegionOf.lookup(From));
    }
  }

  /// \p V, an instruction of the body that is foreign to region \p R, for that
  /// region.
  Value *materialize(Instruction &V, unsigned R, unsigned Depth) {
    Frame &Here = Frames[R];
    if (Value *Known = Here.Materialized.lookup(&V))
      return Known;
    Value *Result = nullptr;
    if (!Spilled.contains(&V) && canBeRecomputed(V) &&
        Depth < MaximumRecomputedDepth && (Depth != 0 || savesSpills(V, R))) {
      SmallVector<Value *> Operands;
      for (Value *Operand : V.operands()) {
        auto *I = dyn_cast<Instruction>(Operand);
        Operands.push_back(I && isForeign(*I, R) ? materialize(*I, R, Depth + 1)
                                                 : Operand);
      }
      Instruction *Copy = V.clone();
      for (auto [I, Operand] : enumerate(Operands))
        Copy->setOperand(I, Operand);
      Copy->insertBefore(Here.Top->getIterator());
      Result = Copy;
    } else {
      Result = loadAtTop(spill(V), R);
    }
    Here.Materialized[&V] = Result;
    return Result;
  }

  /// False if recomputing \p V for region \p R takes more arrays than keeping it:
  /// the next value of a sum is made of the last one and of what was loaded, of a
  /// tile in each round. What a phi keeps anyway is not made of anything kept.
  bool savesSpills(Instruction &V, unsigned R) const {
    SmallVector<Instruction *> Left{&V};
    SmallPtrSet<Instruction *, 16> Seen{&V};
    const unsigned Most = isPassedOn(V) ? 0 : 1;
    unsigned Arrays = 0;
    for (unsigned Looked = 0; !Left.empty() && Looked != MaximumLookedAt;
         ++Looked) {
      Instruction *Next = Left.pop_back_val();
      if (Most != 0 && (Spilled.contains(Next) || isHeaderPhi(*Next)))
        continue;
      if (!canBeRecomputed(*Next)) {
        Arrays += Plan.Divergent.contains(Next);
        if (Arrays > Most)
          return false;
        continue;
      }
      for (Value *Operand : Next->operands())
        if (auto *I = dyn_cast<Instruction>(Operand);
            I && isForeign(*I, R) && Seen.insert(I).second)
          Left.push_back(I);
    }
    return true;
  }

  /// True if the phi of a header takes \p V for its value.
  bool isPassedOn(const Instruction &V) const {
    return Plan.Divergent.contains(&V) && any_of(V.users(), [&](const User *U) {
             auto *Phi = dyn_cast<PHINode>(U);
             return Phi && isHeaderPhi(*Phi);
           });
  }

  /// Where \p V is kept for other regions. They want what the last round of a
  /// loop left: a store in each would tell LLVM that rounds lie side by side in
  /// memory.
  Slot spill(Instruction &V) {
    auto Found = Spilled.find(&V);
    if (Found != Spilled.end())
      return Found->second;
    const Slot S = Memory.makeSlot(V.getType(), Plan.Divergent.contains(&V));
    Spilled[&V] = S;
    unsigned R = Plan.RegionOf.lookup(V.getParent());
    Value *Stored = &V;
    BasicBlock::iterator Behind = std::next(V.getIterator());
    if (isHeaderPhi(V)) {
      Stored = Frames[R].Materialized.lookup(&V);
      Behind = std::next(Frames[R].Top->getIterator()); // behind all loads
    } else if (auto Exits = Plan.LoopExits.find(V.getParent());
               Exits != Plan.LoopExits.end()) {
      for (BasicBlock *Exit : Exits->second)
        storeAt(*Exit, Exit->getFirstInsertionPt(), V, S, R);
      return S;
    } else if (isa<PHINode>(V)) {
      Behind = V.getParent()->getFirstInsertionPt();
    }
    storeAt(*V.getParent(), Behind, *Stored, S, R);
    return S;
  }

  void storeAt(BasicBlock &Block, BasicBlock::iterator Where, Value &V,
               const Slot &S, unsigned R) {
    IRBuilder<> Builder(&Block, Where);
    StoreInst *Store = Memory.store(Builder, &V, S, Frames[R].Index);
    if (S.IsArray)
      Kept.addStore(S, V, *Store, R);
  }

  Value *loadAtTop(const Slot &S, unsigned R) {
    IRBuilder<> Builder(Frames[R].Top);
    Value *V = Memory.load(Builder, S, Frames[R].Index);
    if (S.IsArray)
      Kept.addLoad(S, *V, R);
    return V;
  }

  //===-- Private memory -------------------------------------------------===//

  /// Gives each work-item its own piece of the private memory whose contents
  /// outlive a region. The addresses in the regions are what is made from the
  /// alloca there by now.
  void placeAllocas() {
    SmallVector<AllocaInst *> Allocas;
    for (Instruction &I : *Moved.Entry)
      if (auto *Alloca = dyn_cast<AllocaInst>(&I);
          Alloca && !Memory.variables().contains(Alloca) &&
          !Combinations.contains(Alloca) && !Memory.arrays().contains(Alloca) &&
          !Plan.Shared.contains(Alloca))
        Allocas.push_back(Alloca);
    for (AllocaInst *Alloca : Allocas)
      spread(*Alloca);
  }

  void spread(AllocaInst &Alloca) {
    uint64_t Size = alignTo(
        Alloca.getAllocationSize(Group.getDataLayout())->getFixedValue(),
        Alloca.getAlign());
    Value *Array = Memory.makeArray(Size, Alloca.getAlign());
    DenseMap<unsigned, Value *> Elements;
    for (Use &U : make_early_inc_range(Alloca.uses())) {
      auto *User = cast<Instruction>(U.getUser());
      if (User->isLifetimeStartOrEnd()) {
        User->eraseFromParent();
        continue;
      }
      unsigned R = regionOfUse(U, Plan);
      Value *&Element = Elements[R];
      if (!Element) {
        BranchInst *Guard = Frames[R].Guard;
        BasicBlock *First =
            Guard ? Guard->getParent() : Plan.Regions[R].header();
        IRBuilder<> Builder(First, First->getFirstInsertionPt());
        Element = elementOf(Builder, *Array, Size, *Frames[R].Index);
      }
      U.set(Element);
    }
    Alloca.eraseFromParent();
  }

  //===-- Paths between regions ------------------------------------------===//

  BasicBlock *preOf(BasicBlock *Header) {
    return Frames[Plan.RegionOf.lookup(Header)].Pre;
  }

  void closeRegion(unsigned R) {
    CpuRegion &Region = Plan.Regions[R];
    Frame &Here = Frames[R];
    Instruction *Exit = nullptr;
    Slot Condition{};
    if (Region.Decision) {
      CallInst *All = agreementAt(*Region.Decision);
      Exit = Region.Decision->getTerminator();
      IRBuilder<> Builder(Exit);
      if (All) {
        Condition = agree(*All, Here);
      } else {
        Value *V = conditionOf(*Exit);
        Condition = Memory.makeSlot(V->getType(), false);
        Memory.store(Builder, V, Condition, Here.Index);
      }
      Builder.CreateBr(Here.Latch);
      Exit->removeFromParent();
      if (All)
        All->eraseFromParent();
    }
    for (BasicBlock *Block : Region.Blocks)
      if (Block != Region.Decision &&
          (!Here.Guard || Block != Here.Guard->getParent()))
        leadToLatch(*Block, Region, Here);
    for (BasicBlock *Block : Region.Blocks)
      Block->moveBefore(Here.Latch);
    if (Here.Guard)
      Here.Guard->getParent()->moveBefore(Region.header());
    IRBuilder<> Builder(Here.Latch);
    // Without back edges the nest is executed once, by the first work-item, which
    // may have gone.
    if (Here.Guard || hasSideEffects(Region))
      closeLoopNest(Builder, Here.Nest);
    if (Exit) {
      Value *V = Memory.load(Builder, Condition, Here.Index);
      if (auto *Branch = dyn_cast<BranchInst>(Exit))
        Branch->setCondition(Builder.CreateTrunc(V, Builder.getInt1Ty()));
      else
        cast<SwitchInst>(Exit)->setCondition(V);
      Builder.Insert(Exit);
      for (unsigned I = 0; I != Exit->getNumSuccessors(); ++I)
        Exit->setSuccessor(I, preOf(Exit->getSuccessor(I)));
      Exit->setMetadata(LLVMContext::MD_loop, nullptr);
      if (isLoop(R))
        markRoundsWithoutBarrier(*Exit);
    } else if (Region.Successors.empty()) {
      Builder.CreateRetVoid();
    } else {
      Builder.CreateBr(preOf(Region.Successors.front()));
    }
  }

  /// True if region \p R is a loop: the group executes it again at once, and
  /// comes from one other region. There is no barrier in it, behind which
  /// another one would start.
  bool isLoop(unsigned R) const {
    const CpuRegion &Region = Plan.Regions[R];
    return is_contained(Region.Successors, Region.header()) &&
           Entries.lookup(Region.header()) == 2;
  }

  /// A variable that is true behind the loops if what all(c) asks is true for
  /// each work-item.
  Slot agree(CallInst &All, Frame &Here) {
    Type *Ty = Type::getInt32Ty(Group.getContext());
    AllocaInst *Agreed = IRBuilder<>(Moved.Entry, Moved.Entry->begin())
                             .CreateAlloca(Ty, nullptr, "agreed");
    Agreements.insert(Agreed);
    IRBuilder<> Once(Here.Pre->getTerminator());
    Once.CreateStore(Once.getInt32(1), Agreed);
    IRBuilder<> Builder(All.getParent()->getTerminator());
    Builder.CreateStore(
        Builder.CreateAnd(Builder.CreateLoad(Ty, Agreed),
                          Builder.CreateZExt(All.getArgOperand(0), Ty)),
        Agreed);
    All.replaceAllUsesWith(PoisonValue::get(All.getType()));
    return {Ty, Agreed, false};
  }

  /// False if all a region does is to go on and to set variables of the group,
  /// on which all work-items agree.
  bool hasSideEffects(const CpuRegion &Region) const {
    for (BasicBlock *Block : Region.Blocks)
      for (Instruction &I : *Block) {
        auto *Store = dyn_cast<StoreInst>(&I);
        if (Store && Memory.variables().contains(
                         dyn_cast<AllocaInst>(Store->getPointerOperand())))
          continue;
        if (!isCallOf(I, builtin::ControlBarrier) && I.mayHaveSideEffects())
          return true;
      }
    return false;
  }

  static Value *conditionOf(Instruction &Exit) {
    if (auto *Branch = dyn_cast<BranchInst>(&Exit))
      return Branch->getCondition();
    return cast<SwitchInst>(Exit).getCondition();
  }

  void leadToLatch(BasicBlock &Block, const CpuRegion &Region, Frame &Here) {
    Instruction *Exit = Block.getTerminator();
    if (isa<ReturnInst>(Exit)) {
      BranchInst::Create(Here.Latch, Exit->getIterator());
      Exit->eraseFromParent();
      return;
    }
    for (unsigned I = 0; I != Exit->getNumSuccessors(); ++I)
      if (is_contained(Region.Successors, Exit->getSuccessor(I)))
        Exit->setSuccessor(I, Here.Latch);
  }

  /// Waits where regions begin at a barrier of the work-group.
  void waitForTiles() {
    Module &M = *Group.getParent();
    FunctionCallee Wait = M.getOrInsertFunction(
        WaitForTiles, Type::getVoidTy(M.getContext()));
    for (unsigned R = 0; R != Plan.Regions.size(); ++R)
      if (any_of(*Plan.Regions[R].header(), [](const Instruction &I) {
            return scopeOfBarrier(I) == ScopeWorkGroup;
          }))
        IRBuilder<>(Frames[R].Pre->getTerminator()).CreateCall(Wait);
  }

  void lowerBuiltins() {
    if (Shape.WaitsForTiles)
      waitForTiles();
    for (Instruction &I : make_early_inc_range(instructions(Group)))
      if (isCallOf(I, builtin::ControlBarrier))
        I.eraseFromParent();
    for (unsigned R = 0; R != Plan.Regions.size(); ++R) {
      Words.placeSlots(Plan.Regions[R].Blocks, *Frames[R].Index);
      auto &Id = Frames[R].Nest.LocalId;
      Queries.lower(Plan.Regions[R].Blocks, {Id[0], Id[1], Id[2]});
    }
  }

  void finishEntry() {
    Memory.finish();
    IRBuilder<>(EntryEnd).CreateBr(Frames.front().Pre);
    EntryEnd->eraseFromParent();
    Loads->eraseFromParent();
  }

  FissionedGroup describe() const {
    FissionedGroup Result;
    Result.Group = &Group;
    for (unsigned R = 0; R != Plan.Regions.size(); ++R) {
      FissionedGroup::Region &New = Result.Regions.emplace_back();
      New.LocalId = Frames[R].Nest.LocalId;
      New.IsRepeated = Plan.Regions[R].IsRepeated;
      for (PHINode *Id : New.LocalId) {
        New.Blocks.push_back(Id->getParent());
        // The end of each loop, if it is one: the inner loops' ends and the
        // latch.
        if (Id->getNumIncomingValues() == 2)
          New.Blocks.push_back(Id->getIncomingBlock(1));
      }
      append_range(New.Blocks, Plan.Regions[R].Blocks);
      New.Blocks.push_back(Frames[R].Latch);
    }
    Result.Variables.insert(Memory.variables().begin(),
                            Memory.variables().end());
    Result.Agreements.insert(Agreements.begin(), Agreements.end());
    Result.Arrays.insert(Memory.arrays().begin(), Memory.arrays().end());
    Result.Combinations.insert(Combinations.begin(), Combinations.end());
    Result.Words = Words.arrays();
    Result.GroupScratch = GroupScratch;
    return Result;
  }

  Function &Group;
  MovedBody Moved;
  CpuRegions Plan;
  const bool IsShort;
  const CpuKernelShape Shape;
  /// The entry: loads of what is uniform, Loads, sizes of arrays, their memory,
  /// the arrays, EntryEnd.
  Instruction *EntryEnd;
  Instruction *Loads;
  CpuQueries Queries;
  WorkItemMemory Memory;
  KeptValues Kept;
  SmallPtrSet<AllocaInst *, 4> Agreements;
  SmallPtrSet<AllocaInst *, 4> Combinations;
  ExchangedWords Words;
  /// What group algorithms share.
  Value *GroupScratch = nullptr;
  std::vector<Frame> Frames;
  /// How many regions lead to that of a header.
  DenseMap<const BasicBlock *, unsigned> Entries;
  /// Where phis of headers find their next values.
  DenseMap<PHINode *, Slot> Next;
  /// Where values of the body are kept for other regions.
  DenseMap<Instruction *, Slot> Spilled;
};

} // namespace

FissionedGroup makeFissionedGroup(Function &Kernel, CpuRegions Plan,
                                  const CpuKernelShape &Shape,
                                  uint64_t ScratchBytes) {
  MovedBody Moved = moveBody(Kernel, /*More=*/Shape.IsTile ? 3 : 0);
  return Fission(Moved, std::move(Plan), Shape).run(ScratchBytes);
}

} // namespace facet
