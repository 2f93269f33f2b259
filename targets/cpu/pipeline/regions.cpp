//===- regions.cpp - Where a kernel's body can be cut ---------------------===//
//
// See regions.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/regions.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/queries.h"
#include "targets/cpu/pipeline/uniformity.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// More values of one work-item than this between two rounds of a loop cost
/// more than vectors bring.
constexpr unsigned MaximumCarried = 8;

/// The tile of a product is unrolled, a row of a matrix is not.
constexpr unsigned MaximumUnrolled = 64;
constexpr uint64_t MaximumUnrolledSize = 1024;

/// Each region is three loops that LLVM must look at: with more, compiling
/// takes minutes, and a coroutine is what is left.
constexpr unsigned MaximumRegions = 100;

//===-- Neighbouring memory
//-------------------------------------------------===//

/// How far apart the values of two neighbouring work-items are, where that is
/// known: a constant.
class Strides {
public:
  explicit Strides(const UniformityInfo &Uniformity, const DataLayout &Layout)
      : Uniformity(Uniformity), Layout(Layout) {}

  std::optional<int64_t> of(const Value *V) {
    if (!Uniformity.isDivergent(V))
      return 0;
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return std::nullopt;
    auto [At, IsNew] = Known.try_emplace(I, std::nullopt);
    if (!IsNew)
      return At->second; // Unknown while it is being found: a cycle.
    if (++Depth > MaximumDepth) {
      --Depth;
      return std::nullopt;
    }
    std::optional<int64_t> Result = compute(*I);
    --Depth;
    Known[I] = Result;
    return Result;
  }

private:
  static constexpr unsigned MaximumDepth = 64;

  std::optional<int64_t> scaled(std::optional<int64_t> Stride,
                                const Value *Factor) {
    auto *Constant = dyn_cast<ConstantInt>(Factor);
    if (!Stride || *Stride == 0)
      return Stride;
    return Constant && Constant->getBitWidth() <= 64
               ? std::optional(*Stride * Constant->getSExtValue())
               : std::nullopt;
  }

  std::optional<int64_t> compute(const Instruction &I) {
    if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      bool IsId = Call->getIntrinsicID() == Intrinsic::spv_thread_id ||
                  Call->getIntrinsicID() == Intrinsic::spv_thread_id_in_group;
      auto *D = IsId ? dyn_cast<ConstantInt>(Call->getArgOperand(0)) : nullptr;
      return D ? std::optional<int64_t>(D->isZero()) : std::nullopt;
    }
    switch (I.getOpcode()) {
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::AddrSpaceCast:
    case Instruction::Freeze:
      return of(I.getOperand(0));
    case Instruction::Add:
    case Instruction::Or:
    case Instruction::Sub: {
      if (I.getOpcode() == Instruction::Or &&
          !cast<PossiblyDisjointInst>(I).isDisjoint())
        return std::nullopt;
      auto A = of(I.getOperand(0)), B = of(I.getOperand(1));
      if (!A || !B)
        return std::nullopt;
      return I.getOpcode() == Instruction::Sub ? *A - *B : *A + *B;
    }
    case Instruction::Mul: {
      // Constants are on the right.
      auto A = of(I.getOperand(0)), B = of(I.getOperand(1));
      return B && *B == 0 ? scaled(A, I.getOperand(1)) : std::nullopt;
    }
    case Instruction::Shl: {
      auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
      auto Stride = of(I.getOperand(0));
      if (!Stride || *Stride == 0)
        return Stride;
      return By && By->getZExtValue() < 32
                 ? std::optional(*Stride << By->getZExtValue())
                 : std::nullopt;
    }
    case Instruction::GetElementPtr:
      return ofAddress(cast<GetElementPtrInst>(I));
    default:
      return std::nullopt;
    }
  }

  std::optional<int64_t> ofAddress(const GetElementPtrInst &Address) {
    std::optional<int64_t> Sum = of(Address.getPointerOperand());
    SmallMapVector<Value *, APInt, 4> Variables;
    unsigned Width =
        Layout.getIndexSizeInBits(Address.getPointerAddressSpace());
    APInt Constant(Width, 0);
    if (!Sum || !Address.collectOffset(Layout, Width, Variables, Constant))
      return std::nullopt;
    for (const auto &[Variable, Scale] : Variables) {
      std::optional<int64_t> Stride = of(Variable);
      if (!Stride)
        return std::nullopt;
      *Sum += *Stride * Scale.getSExtValue();
    }
    return Sum;
  }

  const UniformityInfo &Uniformity;
  const DataLayout &Layout;
  DenseMap<const Instruction *, std::optional<int64_t>> Known;
  unsigned Depth = 0;
};

//===-- The plan
//------------------------------------------------------------===//

/// Leaves each barrier alone in a block, and one return. Single-entry phis,
/// which mean nothing, go.
SmallVector<BasicBlock *> isolateBarriers(Function &F,
                                          ArrayRef<CallInst *> Barriers) {
  SmallVector<BasicBlock *> Blocks;
  for (CallInst *Call : Barriers) {
    if (Call->getParent()->getFirstNonPHIIt() != Call->getIterator() ||
        !Call->getParent()->phis().empty() || Call->getParent()->isEntryBlock())
      Call->getParent()->splitBasicBlock(Call, "barrier");
    Call->getParent()->splitBasicBlock(Call->getNextNode(), "behind");
    Blocks.push_back(Call->getParent());
  }
  SmallVector<BasicBlock *> Returns;
  for (BasicBlock &Block : F)
    if (isa<ReturnInst>(Block.getTerminator()))
      Returns.push_back(&Block);
  if (Returns.size() > 1) {
    auto *End = BasicBlock::Create(F.getContext(), "end", &F);
    ReturnInst::Create(F.getContext(), End);
    for (BasicBlock *Block : Returns) {
      Block->getTerminator()->eraseFromParent();
      BranchInst::Create(End, Block);
    }
  }
  // Regions that start at a loop then start before it.
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops)
    simplifyLoop(L, &Dominators, &Loops, nullptr, nullptr, nullptr,
                 /*PreserveLCSSA=*/false);
  for (BasicBlock &Block : F)
    if (Block.getSinglePredecessor())
      FoldSingleEntryPHINodes(&Block);
  return Blocks;
}

class Planner {
public:
  Planner(Function &F)
      : F(F), Dominators(F), PostDominators(F), Loops(Dominators),
        Analysis(F, uniformityInKernel(F)), Uniformity(Analysis.uniformity()),
        Lengths(Uniformity, F.getDataLayout()),
        FunctionsImpl(F.getParent()->getTargetTriple()),
        Functions(FunctionsImpl), Assumptions(F),
        Evolution(F, Functions, Assumptions, Dominators, Loops) {
    for (BasicBlock &Block : F)
      if (Block.getTerminator()->getNumSuccessors() > 1)
        findDependents(Block);
  }

  std::optional<CpuRegions> plan(ArrayRef<BasicBlock *> Barriers) {
    std::optional<CpuRegions> Plan = planWith(Barriers, /*CutLoops=*/true);
    // The loops must not cost the barriers theirs.
    if (!Plan && !Barriers.empty())
      Plan = planWith(Barriers, /*CutLoops=*/false);
    return Plan;
  }

private:
  std::optional<CpuRegions> planWith(ArrayRef<BasicBlock *> Barriers,
                                     bool CutLoops) {
    Headers.clear();
    Decisions.clear();
    if (!isSupported() || !addDecisionsAround(Barriers))
      return std::nullopt;
    for (BasicBlock *Barrier : Barriers) {
      Headers.insert(Barrier);
      Headers.insert(Barrier->getSingleSuccessor());
    }
    for (Loop *L : Loops.getLoopsInPreorder())
      if (CutLoops && isWorthCutting(*L))
        // Without a plan for the loop there may still be one for the rest.
        addDecisionsAround(L->getHeader());
    if (Headers.empty() && Decisions.empty())
      return std::nullopt;
    return makeRegions();
  }

  /// The blocks that are executed or not as the branch of \p Block says.
  void findDependents(BasicBlock &Block) {
    auto *Node = PostDominators.getNode(&Block);
    auto *Stop = Node ? Node->getIDom() : nullptr;
    for (BasicBlock *Next : successors(&Block))
      for (auto *At = PostDominators.getNode(Next); At && At != Stop;
           At = At->getIDom())
        if (At->getBlock())
          Controllers[At->getBlock()].insert(&Block);
  }

  bool isSupported() const {
    for (const Instruction &I : instructions(F)) {
      auto *Alloca = dyn_cast<AllocaInst>(&I);
      if (Alloca && !Alloca->isStaticAlloca())
        return false;
      if (I.isTerminator() &&
          !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I))
        return false;
    }
    return true;
  }

  /// Cuts at every branch that decides whether one of \p Blocks is executed,
  /// and how often. False, and nothing changed, if work-items may disagree.
  bool addDecisionsAround(ArrayRef<BasicBlock *> Blocks) {
    SmallSetVector<BasicBlock *, 8> Found;
    SmallVector<BasicBlock *> Work(Blocks);
    while (!Work.empty())
      for (BasicBlock *Branch : Controllers.lookup(Work.pop_back_val())) {
        if (Decisions.contains(Branch) || !Found.insert(Branch))
          continue;
        if (Uniformity.hasDivergentTerminator(*Branch))
          return false;
        Work.push_back(Branch);
      }
    for (BasicBlock *Branch : Found) {
      Decisions.insert(Branch);
      for (BasicBlock *Next : successors(Branch))
        Headers.insert(Next);
    }
    return true;
  }

  /// True for a loop of few rounds that is unrolled instead: each work-item
  /// keeps its values in registers, and the loop over the work-items is still
  /// an innermost one. Marks it.
  bool unrolls(Loop &L) {
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

  /// True if the work-items access neighbouring memory in each round.
  bool isWorthCutting(Loop &L) {
    BasicBlock *Latch = L.getLoopLatch();
    if (!Latch || !L.isInnermost() || L.getExitingBlock() != Latch ||
        Headers.contains(L.getHeader()))
      return false;
    unsigned Carried = 0;
    for (PHINode &Phi : L.getHeader()->phis())
      Carried += Uniformity.isDivergent(&Phi);
    if (Carried > MaximumCarried)
      return false;
    bool Neighbours = false;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (isa<AllocaInst, FenceInst>(I) || I.isAtomic())
          return false;
        Value *Address = getLoadStorePointerOperand(&I);
        if (!Address) {
          if (I.mayReadOrWriteMemory())
            return false;
          continue;
        }
        std::optional<int64_t> Stride = Lengths.of(Address);
        int64_t Size = F.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
        if (!Stride || (*Stride != 0 && *Stride != Size))
          return false;
        Neighbours |= *Stride == Size;
      }
    return (Neighbours || Carried != 0) && !unrolls(L);
  }

  std::optional<CpuRegions> makeRegions() {
    SmallPtrSet<BasicBlock *, 32> Starts(Headers.begin(), Headers.end());
    Starts.insert(&F.getEntryBlock());
    for (BasicBlock &Block : F)
      if (isa<ReturnInst>(Block.getTerminator()))
        Starts.insert(&Block);
    ForwardIDFCalculator Frontier(Dominators);
    Frontier.setDefiningBlocks(Starts);
    SmallVector<BasicBlock *> Meetings;
    Frontier.calculate(Meetings);
    Starts.insert(Meetings.begin(), Meetings.end());

    CpuRegions Plan;
    for (auto *Node : depth_first(Dominators.getRootNode())) {
      BasicBlock *Block = Node->getBlock();
      unsigned Region = Plan.Regions.size();
      if (Starts.contains(Block))
        Plan.Regions.emplace_back();
      else
        Region = Plan.RegionOf.lookup(Node->getIDom()->getBlock());
      Plan.RegionOf[Block] = Region;
      Plan.Regions[Region].Blocks.push_back(Block);
    }
    if (Plan.Regions.size() > MaximumRegions)
      return std::nullopt;
    for (CpuRegion &Region : Plan.Regions)
      if (!findWayOn(Region, Plan))
        return std::nullopt;
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (Uniformity.isDivergent(&I))
          Plan.Divergent.insert(&I);
    addLeftAtDifferentTimes(Plan);
    findRepeated(Plan);
    findShared(Plan);
    return Plan;
  }

  /// Marks the regions that lie on a cycle of regions.
  static void findRepeated(CpuRegions &Plan) {
    for (unsigned R = 0; R != Plan.Regions.size(); ++R) {
      SmallVector<unsigned> Work{R};
      BitVector Seen(Plan.Regions.size());
      while (!Work.empty() && !Plan.Regions[R].IsRepeated)
        for (BasicBlock *Next : Plan.Regions[Work.pop_back_val()].Successors) {
          unsigned To = Plan.RegionOf.lookup(Next);
          Plan.Regions[R].IsRepeated |= To == R;
          if (!Seen.test(To))
            Work.push_back(To);
          Seen.set(To);
        }
    }
  }

  void findShared(CpuRegions &Plan) const {
    for (const Instruction &I : instructions(F))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I);
          Alloca && isShared(*Alloca, Plan))
        Plan.Shared.insert(Alloca);
  }

  /// True if all uses of the address are accesses in one region that find no
  /// contents of an earlier execution.
  bool isShared(const AllocaInst &Alloca, const CpuRegions &Plan) const {
    std::optional<unsigned> Only;
    SmallVector<const Instruction *> Accesses, Starts;
    SmallVector<const Instruction *> Work{&Alloca};
    SmallPtrSet<const Instruction *, 16> Seen;
    while (!Work.empty()) {
      const Instruction *I = Work.pop_back_val();
      for (const Use &U : I->uses()) {
        auto *User = cast<Instruction>(U.getUser());
        if (User->isLifetimeStartOrEnd()) {
          if (cast<IntrinsicInst>(User)->getIntrinsicID() ==
              Intrinsic::lifetime_start)
            Starts.push_back(User);
          continue;
        }
        unsigned R = regionOfUse(U, Plan);
        if (Only.value_or(R) != R)
          return false;
        Only = R;
        if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(User)) {
          if (Seen.insert(User).second)
            Work.push_back(User);
        } else if (isa<LoadInst>(User) ||
                   (isa<StoreInst>(User) &&
                    U.getOperandNo() == StoreInst::getPointerOperandIndex())) {
          Accesses.push_back(User);
        } else {
          return false; // The address may be anywhere.
        }
      }
    }
    if (!Only || !Plan.Regions[*Only].IsRepeated)
      return true;
    return all_of(Accesses, [&](const Instruction *Access) {
      return any_of(Starts, [&](const Instruction *Start) {
        return Plan.RegionOf.lookup(Start->getParent()) == *Only &&
               Dominators.dominates(Start, Access);
      });
    });
  }

  /// In a loop that work-items leave after different numbers of rounds, what is
  /// the same for all in each round is not behind it.
  void addLeftAtDifferentTimes(CpuRegions &Plan) {
    SmallVector<const Cycle *> Work;
    for (const Cycle *Top : Analysis.cycles().toplevel_cycles())
      Work.push_back(Top);
    while (!Work.empty()) {
      const Cycle *Next = Work.pop_back_val();
      for (const Cycle *Inner : Next->children())
        Work.push_back(Inner);
      SmallVector<BasicBlock *> Exiting;
      Next->getExitingBlocks(Exiting);
      if (none_of(Exiting, [&](BasicBlock *Block) {
            return Uniformity.hasDivergentTerminator(*Block);
          }))
        continue;
      for (BasicBlock *Block : Next->blocks())
        for (Instruction &I : *Block)
          Plan.Divergent.insert(&I);
    }
  }

  /// False if work-items may leave the region for different places.
  bool findWayOn(CpuRegion &Region, const CpuRegions &Plan) {
    SmallSetVector<BasicBlock *, 4> Targets, Leaving;
    for (BasicBlock *Block : Region.Blocks)
      for (BasicBlock *Next : successors(Block))
        // A header is entered from outside only, or by going round.
        if (Plan.RegionOf.lookup(Next) != Plan.RegionOf.lookup(Block) ||
            Next == Region.header()) {
          Targets.insert(Next);
          Leaving.insert(Block);
        }
    Region.Successors.assign(Targets.begin(), Targets.end());
    if (Targets.size() <= 1)
      return true;
    if (Leaving.size() != 1 ||
        Uniformity.hasDivergentTerminator(*Leaving.front()))
      return false;
    Region.Decision = Leaving.front();
    // Every way out is through it.
    return all_of(successors(Region.Decision),
                  [&](BasicBlock *Next) { return Targets.contains(Next); });
  }

  Function &F;
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;
  CpuUniformity Analysis;
  UniformityInfo &Uniformity;
  Strides Lengths;
  TargetLibraryInfoImpl FunctionsImpl;
  TargetLibraryInfo Functions;
  AssumptionCache Assumptions;
  ScalarEvolution Evolution;
  DenseMap<BasicBlock *, SmallSetVector<BasicBlock *, 4>> Controllers;
  SmallPtrSet<BasicBlock *, 16> Headers;
  SmallPtrSet<BasicBlock *, 16> Decisions;
};

} // namespace

unsigned regionOfUse(const Use &U, const CpuRegions &Plan) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Plan.RegionOf.lookup(Phi ? Phi->getIncomingBlock(U)
                                  : User->getParent());
}

bool canBeRecomputed(const Instruction &I) {
  if (isa<PHINode, AllocaInst>(I) || I.isTerminator())
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->hasMetadata(LLVMContext::MD_invariant_load);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    return Callee && needsWorkItem(*Callee) && Call->doesNotAccessMemory() &&
           Callee->getName() != builtin::PointsInto;
  }
  return isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(I) ||
         (isa<BinaryOperator>(I) && isSafeToSpeculativelyExecute(&I));
}

std::optional<CpuRegions> planCpuRegions(Function &F,
                                         ArrayRef<CallInst *> Barriers) {
  SmallVector<BasicBlock *> Blocks = isolateBarriers(F, Barriers);
  return Planner(F).plan(Blocks);
}

} // namespace facet
