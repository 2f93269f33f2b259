//===- kernels.cpp - Kernels that run one work-group on a CPU -------------===//
//
// See kernels.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/kernels.h"

#include "compiler/support/tool.h"
#include "config/image/cpu_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "postlink/retarget/inlining.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/local_arena.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/barriers.h"
#include "targets/cpu/pipeline/cut_kernels.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/group_rows.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/lifted_barriers.h"
#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/private_arrays.h"
#include "targets/cpu/pipeline/whole_sub_groups.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

//===-- Kernels without barriers ------------------------------------------===//

void makeGroupLoop(Function &Kernel, const CpuKernelShape &Shape,
                   uint64_t ScratchBytes) {
  const bool IsShort = hasRows(Kernel) && !runsInAnyGroup(Kernel);
  MovedBody Moved = moveBody(Kernel);
  Function *Group = Moved.Group;
  LLVMContext &Context = Group->getContext();
  SmallVector<BasicBlock *> Blocks;
  for (BasicBlock &Block : *Group)
    if (&Block != Moved.Entry)
      Blocks.push_back(&Block);
  IRBuilder<> Builder(Moved.Entry);
  auto *Uniform = Builder.CreateUnreachable(); // A place, removed below.
  CpuQueries Queries(Group->getArg(1), Shape, Uniform);
  // The nest is opened behind the loads of what is uniform.
  auto *Loops = BasicBlock::Create(Context, "loops", Group);
  Builder.SetInsertPoint(Loops);
  LoopNest Nest = openLoopNest(Builder, Queries);
  moveStaticAllocas(*Moved.First, *Moved.Entry);
  Builder.CreateBr(Moved.First);
  auto *Next = BasicBlock::Create(Context, "item.end", Group);
  for (BasicBlock *Block : Blocks)
    Block->moveBefore(Next);
  for (BasicBlock *Block : Blocks)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(Block->getTerminator())) {
      BranchInst::Create(Next, Return->getIterator());
      Return->eraseFromParent();
    }
  Builder.SetInsertPoint(Next);
  closeLoopNest(Builder, Nest);
  Builder.CreateRetVoid();

  uint64_t Size = readArgumentsFromBlock(*Moved.Body, *Group->getArg(0),
                                         *Moved.First->getFirstInsertionPt());
  IRBuilder<> Early(Uniform);
  replaceGroupScratch(*Group, *makeGroupScratch(Early, Queries, ScratchBytes));
  Queries.lower(Blocks, {Nest.LocalId[0], Nest.LocalId[1], Nest.LocalId[2]});
  IRBuilder<>(Uniform).CreateBr(Loops);
  Uniform->eraseFromParent();
  Moved.Body->eraseFromParent();

  describeGroupArguments(*Group, Size);
  inferArgumentLoads(*Group->getArg(0), kCpuFamily.code);
  markParallel(Blocks, *Group, *Nest.InnerLatch, IsShort);
}

//===-- Kernels with barriers ---------------------------------------------===//

/// Every work-item ends by itself: nothing calls the two parts that end a
/// coroutine early, each as long as the kernel.
void dropUnusedPart(Module &M, const Twine &Name) {
  SmallString<128> Buffer;
  Function *F = M.getFunction(Name.toStringRef(Buffer));
  if (!F)
    return;
  F->replaceAllUsesWith(ConstantPointerNull::get(F->getType()));
  F->eraseFromParent();
}

/// Whether the coroutine computes \p I anew where it is used after a barrier
/// rather than keeps its value. LLVM's own choice takes all arithmetic, chains
/// of it and divisions too: with some dozens of barriers a kernel grew to seven
/// times its size.
bool isCheaperThanFrame(Instruction &I) {
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return Address->hasAllConstantIndices();
  return isa<CastInst>(I);
}

void splitCoroutines(const std::function<void(ModulePassManager)> &RunPasses) {
  ModulePassManager Passes;
  Passes.addPass(CoroEarlyPass());
  CGSCCPassManager Components;
  Components.addPass(CoroSplitPass(std::function(isCheaperThanFrame)));
  Passes.addPass(
      createModuleToPostOrderCGSCCPassAdaptor(std::move(Components)));
  Passes.addPass(CoroCleanupPass());
  RunPasses(std::move(Passes));
}

void unrollLoops(ArrayRef<Function *> Kernels,
                 const std::function<void(ModulePassManager)> &RunPasses) {
  bool Any = false, HasArrays = false;
  for (Function *Kernel : Kernels)
    if (!Kernel->hasFnAttribute(WholeBodyAttribute)) {
      HasArrays |= requestUnrollingOverArrays(*Kernel);
      Any |= requestUnrollingAroundBarriers(*Kernel);
    }
  if (!Any && !HasArrays)
    return;
  FunctionPassManager Passes;
  Passes.addPass(createFunctionToLoopPassAdaptor(
      LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  if (HasArrays) {
    Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    Passes.addPass(InstCombinePass());
    Passes.addPass(SimplifyCFGPass());
  }
  ModulePassManager All;
  All.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  RunPasses(std::move(All));
}

/// Takes the ids of rows apart.
class SimplifyRows : public PassInfoMixin<SimplifyRows> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    return F.getName().ends_with(RowsSuffix)
               ? InstCombinePass().run(F, Analyses)
               : PreservedAnalyses::all();
  }
};

void simplifyRows(const std::function<void(ModulePassManager)> &RunPasses) {
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(SimplifyRows()));
  RunPasses(std::move(Passes));
}

/// What was not inlined still asks for a work-item that it does not have.
Error checkAllLowered(Module &M) {
  for (Function &F : M) {
    if (!needsWorkItem(F))
      continue;
    for (User *U : F.users())
      if (auto *I = dyn_cast<Instruction>(U))
        return makeError(
            textOf<Message::err_work_item>(I->getFunction()->getName()));
  }
  return Error::success();
}

/// Makes \p Kernel a function that executes work-groups, or what is left to be
/// finished of it.
Expected<std::optional<SplitKernel>> lowerKernel(Function *Kernel,
                                                 const CpuKernelShape &Shape,
                                                 TileCopies &Tiles) {
  Module &M = *Kernel->getParent();
  markDimensions(*Kernel, Shape.Dimensions);
  EliminateUnreachableBlocks(*Kernel);
  const std::string Name = Kernel->getName().str();
  Barriers Found;
  Expected<CutKernel> Cut = cutKernel(Kernel, Found, Shape, Tiles);
  if (!Cut)
    return Cut.takeError();
  if (!Cut->HasRegions && Found.empty())
    makeGroupLoop(*Kernel, Shape, Cut->ScratchBytes);
  if (Cut->IsForAnyGroup)
    markKernel(*M.getFunction(Name), FACET_CPU_ANY_GROUP_PREFIX,
               Cut->HasRegions
                   ? RowsOfStrip
                   : 1 + FACET_CPU_COLUMNS * Cut->Columns.value_or(0));
  if (Cut->HasRegions || Found.empty())
    return std::nullopt;
  for (MadeTile *Tile : {&Cut->Tile, &Cut->AcrossRows})
    Tiles.postpone(Name, *Tile);
  append_range(Found.WorkGroup, bringCombinationsIntoMemory(*Kernel));
  Expected<uint64_t> ScratchBytes = groupScratchBytes(*Kernel);
  if (!ScratchBytes)
    return ScratchBytes.takeError();
  return makeItemCoroutine(*Kernel, Found, Shape, *ScratchBytes);
}

/// Versions of kernels for some of their groups, which are made before loops
/// around barriers are unrolled.
class EarlyVersions {
public:
  EarlyVersions(Module &M, ArrayRef<Function *> Kernels,
                const std::function<CpuKernelShape(const Function &)> &ShapeOf)
      : M(M) {
    for (Function *Kernel : Kernels) {
      const CpuKernelShape Shape = ShapeOf(*Kernel);
      if (Function *Copy = copyForWholeSubGroups(*Kernel, Shape))
        Versions.push_back({Kernel->getName().str(), Copy, Shape});
      else if (std::optional<uint32_t> Row = rowLengthOf(*Kernel, Shape))
        addRows(*Kernel, Shape, *Row);
    }
  }

  /// The copies, until they are lowered.
  SmallVector<Function *> copies() const {
    return map_to_vector(Versions, [](const Version &V) { return V.Copy; });
  }

  /// True if there is a version of \p Kernel for all groups that have tiles.
  bool coversTiles(const Function &Kernel) const {
    return any_of(Versions, [&](const Version &V) {
      return !isOfRows(V) && V.Kernel == Kernel.getName();
    });
  }

  bool hasRows() const { return any_of(Versions, isOfRows); }

  void addTiles(TileCopies &Tiles) const {
    for (const Version &V : Versions)
      Tiles.add(*V.Copy, V.Shape);
  }

  /// Makes the copies group functions. Those that would be coroutines as well
  /// are dropped.
  Error lower(TileCopies &Tiles) {
    for (Version &V : Versions) {
      EliminateUnreachableBlocks(*V.Copy);
      Barriers Found;
      Expected<CutKernel> Cut = cutKernel(V.Copy, Found, V.Shape, Tiles);
      if (!Cut)
        return Cut.takeError();
      if (!Cut->HasRegions) {
        V.Copy->eraseFromParent();
        for (MadeTile *Tile : {&Cut->Tile, &Cut->AcrossRows})
          if (isOfRows(V))
            Tile->drop();
          else
            Tiles.postpone(V.Kernel, *Tile);
      } else if (V.Shape.WorkGroupSize)
        replaceKernel(V);
    }
    return Error::success();
  }

  /// True if the version has taken the place of the kernel \p Name.
  bool isReplaced(StringRef Name) const { return Replaced.contains(Name); }

  /// Lets each kernel, now a group function, choose.
  void choose() const {
    for (const Version &V : Versions)
      if (Function *Own = M.getFunction(nameOf(V))) {
        Function &Any = *M.getFunction(V.Kernel);
        if (isOfRows(V))
          chooseRows(Any, *Own, V.Shape);
        else
          chooseWholeSubGroups(*Own, Any, V.Shape);
      }
  }

private:
  struct Version {
    std::string Kernel;
    Function *Copy;
    CpuKernelShape Shape;
  };

  static bool isOfRows(const Version &V) { return V.Shape.RowLength != 0; }

  static std::string nameOf(const Version &V) {
    return V.Kernel + (isOfRows(V) ? RowsSuffix : WholeSubGroupsSuffix);
  }

  void addRows(Function &Kernel, const CpuKernelShape &Shape, uint32_t Length) {
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(&Kernel, Map);
    Version &New = Versions.emplace_back(Version{
        Kernel.getName().str(), Copy, divideIntoRows(*Copy, Shape, Length)});
    Copy->setName(nameOf(New));
  }

  /// All groups of the kernel are what the version is for.
  void replaceKernel(const Version &V) {
    Function *Kernel = M.getFunction(V.Kernel), *Own = M.getFunction(nameOf(V));
    Own->takeName(Kernel);
    Kernel->replaceAllUsesWith(Own);
    Kernel->eraseFromParent();
    markDimensions(*Own, V.Shape.Dimensions);
    Replaced.insert(V.Kernel);
  }

  Module &M;
  std::vector<Version> Versions;
  StringSet<> Replaced;
};

Error finishCoroutines(
    Module &M, ArrayRef<SplitKernel> Kernels,
    const std::function<void(ModulePassManager)> &RunPasses) {
  if (Kernels.empty())
    return Error::success();
  splitCoroutines(RunPasses);
  for (const SplitKernel &Kernel : Kernels) {
    if (Error E = finishGroupFunction(Kernel))
      return E;
    for (const char *Part : {".item.destroy", ".item.cleanup"})
      dropUnusedPart(M, Kernel.Name + Part);
  }
  return Error::success();
}

} // namespace

void requestInliningOfWorkItemCode(Module &M, ArrayRef<std::string> Kernels) {
  SmallVector<Function *> Callees;
  for (Function &F : M)
    if (needsWorkItem(F))
      Callees.push_back(&F);
  requestInliningOfCallers(Callees, Kernels);
}

CpuKernelShape shapeOf(const Function &Kernel, uint32_t SubGroupSize) {
  CpuKernelShape Shape;
  Shape.WorkGroupSize = requiredWorkGroupSize(Kernel);
  Shape.SubGroupSize =
      std::max(1u, requiredSubGroupSize(Kernel).value_or(SubGroupSize));
  Shape.Dimensions = kernelDimensions(Kernel);
  return Shape;
}

Error lowerCpuKernels(
    Module &M, ArrayRef<std::string> Kernels,
    const std::function<CpuKernelShape(const Function &)> &ShapeOf,
    const std::function<void(ModulePassManager)> &RunPasses) {
  lowerMemoryBarriers(M);
  std::vector<Function *> All = functionsNamed(M, Kernels);
  for (Function *Kernel : All)
    setLargestSubGroups(*Kernel, ShapeOf(*Kernel).SubGroupSize);
  EarlyVersions Versions(M, All, ShapeOf);
  if (Versions.hasRows())
    simplifyRows(RunPasses);
  TileCopies Tiles;
  for (Function *Kernel : All)
    if (!Versions.coversTiles(*Kernel))
      Tiles.add(*Kernel, ShapeOf(*Kernel));
  Versions.addTiles(Tiles);
  append_range(All, Versions.copies());
  append_range(All, Tiles.copies());
  unrollLoops(All, RunPasses);
  if (Error E = Versions.lower(Tiles))
    return E;
  std::vector<SplitKernel> WithBarriers;
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    if (Versions.isReplaced(Kernel->getName()))
      continue;
    Expected<std::optional<SplitKernel>> Left =
        lowerKernel(Kernel, ShapeOf(*Kernel), Tiles);
    if (!Left)
      return Left.takeError();
    if (*Left)
      WithBarriers.push_back(std::move(**Left));
  }
  Tiles.dropUntaken();
  append_range(WithBarriers, Tiles.takeCoroutines());
  if (Error E = checkAllLowered(M))
    return E;
  if (Error E = finishCoroutines(M, WithBarriers, RunPasses))
    return E;
  Tiles.choosePostponed(M);
  Versions.choose();
  return Error::success();
}

} // namespace facet
