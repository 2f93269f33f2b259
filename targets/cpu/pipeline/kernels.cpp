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
#include "llvm/IR/DiagnosticInfo.h"
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
#include "postlink/retarget/remarks.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/barriers.h"
#include "targets/cpu/pipeline/columns.h"
#include "targets/cpu/pipeline/convergence.h"
#include "targets/cpu/pipeline/departures.h"
#include "targets/cpu/pipeline/fission.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/group_rows.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/lifted_barriers.h"
#include "targets/cpu/pipeline/item_strips.h"
#include "targets/cpu/pipeline/loops.h"
#include "targets/cpu/pipeline/private_arrays.h"
#include "targets/cpu/pipeline/regions.h"
#include "targets/cpu/pipeline/tiles.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "targets/cpu/pipeline/usual_groups.h"
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

/// Regions are the faster way: that a kernel does without them is a remark.
void reportNoRegions(Function &Group, StringRef Problem) {
  OptimizationRemarkMissed Remark(WorkGroupRemarks, "Regions",
                                  DiagnosticLocation(Group.getSubprogram()),
                                  &Group.getEntryBlock());
  Remark << textOf<Message::note_coroutines>(Group.getName(), Problem);
  Group.getContext().diagnose(Remark);
}

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

/// A kernel as it was before an attempt to cut it.
struct Original {
  Original(Function &Kernel, const Barriers &Found)
      : F(CloneFunction(&Kernel, Map)) {
    // The map forgets what is erased.
    for (auto [From, To] : {std::pair(&Found.WorkGroup, &Own.WorkGroup),
                            std::pair(&Found.SubGroup, &Own.SubGroup)})
      for (CallInst *Call : *From)
        To->push_back(cast<CallInst>(Map.lookup(Call)));
  }

  ValueToValueMapTy Map;
  Function *F;
  Barriers Own;
};

/// Puts \p Old in the place of \p Failed, what has become of \p Kernel.
void restore(Original &Old, Function &Failed, Function *&Kernel,
             Barriers &Found) {
  dropVersions(*Old.F);
  decideAlone(*Old.F);
  Old.F->takeName(&Failed);
  Failed.replaceAllUsesWith(Old.F);
  Failed.eraseFromParent();
  Kernel = Old.F;
  Found = std::move(Old.Own);
}

/// Cuts \p Kernel into regions if there is a plan for it and the result can be
/// proved right. Otherwise \p Kernel is as it was, perhaps another function
/// with its name, and \p Found are its barriers.
bool makeRegions(Function *&Kernel, Barriers &Found,
                 const CpuKernelShape &Shape, uint64_t ScratchBytes) {
  if (!Found.Part.empty() || Kernel->hasFnAttribute(WholeBodyAttribute))
    return false;
  std::optional<Original> Old;
  if (!Found.SubGroup.empty()) {
    Old.emplace(*Kernel, Found);
    departTogether(*Kernel, Found.WorkGroup);
    decideTogether(*Kernel, Found.WorkGroup, Found.SubGroup);
    liftBarriers(*Kernel, Found.SubGroup);
  }
  std::optional<CpuRegions> Plan =
      planCpuRegions(*Kernel, Found.WorkGroup, Found.SubGroup);
  if (!Plan) {
    if (Old)
      restore(*Old, *Kernel, Kernel, Found);
    return false;
  }
  if (!Old)
    Old.emplace(*Kernel, Found);
  FissionedGroup Result =
      makeFissionedGroup(*Kernel, std::move(*Plan), Shape, ScratchBytes);
  std::optional<std::string> Problem = findFissionError(Result);
  if (!Problem) {
    Old->F->eraseFromParent();
    return true;
  }
  reportNoRegions(*Result.Group, *Problem);
  restore(*Old, *Result.Group, Kernel, Found);
  return false;
}

/// Cuts \p Kernel as makeRegions() does. The kernel's groups may be of the
/// usual size: then they have a version of it.
bool makeVersions(Function *&Kernel, Barriers &Found, CpuKernelShape Shape,
                  uint64_t ScratchBytes) {
  Module &M = *Kernel->getParent();
  const std::string Name = Kernel->getName().str();
  std::optional<GroupSize> Size;
  if (!Shape.WorkGroupSize && Shape.RowLength == 0)
    Size = usualGroupOf(*Kernel, Found.WorkGroup,
                        /*HasVersionForRows=*/M.getFunction(Name + RowsSuffix));
  if (!Size)
    return makeRegions(Kernel, Found, Shape, ScratchBytes);
  const std::string OwnName = Name + ".usual";
  Original Usual(*Kernel, Found);
  Usual.F->setName(OwnName);
  const bool HasRegions = makeRegions(Kernel, Found, Shape, ScratchBytes);
  Shape.WorkGroupSize = *Size;
  if (HasRegions && makeRegions(Usual.F, Usual.Own, Shape, ScratchBytes))
    chooseBySize(*M.getFunction(Name), *M.getFunction(OwnName), *Size);
  else
    Usual.F->eraseFromParent();
  return HasRegions;
}

/// A copy of a kernel for tiles that meet in the work-group.
struct WaitingTile {
  Function *Body;
  Barriers Found;
  uint64_t ScratchBytes;
};

/// What becomes of a copy of a kernel for tiles.
struct MadeTile {
  /// The group function that executes one tile, or null.
  Function *Group = nullptr;
  /// What is left to be done if the kernel is not cut otherwise.
  std::optional<WaitingTile> Waiting;

  void drop() {
    if (Group)
      Group->eraseFromParent();
    if (Waiting)
      Waiting->Body->eraseFromParent();
  }
};

bool combinesInGroup(Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && isGroupCombination(*Callee);
  });
}

/// Returns what can be made of \p Tile, a copy of \p Kernel or null.
MadeTile makeTile(Function *Tile, Function &Kernel,
                  const CpuKernelShape &Shape) {
  if (!Tile)
    return {};
  EliminateUnreachableBlocks(*Tile);
  {
    CpuUniformity Analysis(*Tile, uniformityInKernel(*Tile));
    lowerSubGroupShuffles(*Tile, Shape.SubGroupSize, [&](const Use &U) {
      return !Analysis.uniformity().isDivergentUse(U);
    });
  }
  Barriers Found = collectBarriers(*Tile);
  Expected<uint64_t> ScratchBytes = groupScratchBytes(*Tile);
  const bool IsPossible = ScratchBytes && Found.Part.empty() &&
                          // One sum for several functions.
                          !combinesInGroup(*Tile);
  const uint64_t Scratch = IsPossible ? *ScratchBytes : 0;
  consumeError(ScratchBytes.takeError());
  const std::string Name = Tile->getName().str();
  if (IsPossible && (!Found.WorkGroup.empty() || Scratch != 0))
    return {nullptr, WaitingTile{Tile, std::move(Found), Scratch}};
  // The group function has the name.
  if (IsPossible &&
      makeRegions(Tile, Found, shapeOfTiles(Shape), /*ScratchBytes=*/0))
    return {Kernel.getParent()->getFunction(Name), std::nullopt};
  Tile->eraseFromParent();
  return {};
}

/// Finishes \p Waiting, of a kernel of \p Shape that has no regions. Nothing if
/// it has none, either.
std::optional<SplitKernel> finishTile(WaitingTile &Waiting,
                                      const CpuKernelShape &Shape) {
  Module &M = *Waiting.Body->getParent();
  const std::string Name = Waiting.Body->getName().str();
  CpuKernelShape OfTile = shapeOfTiles(Shape);
  OfTile.WaitsForTiles = true;
  if (!makeRegions(Waiting.Body, Waiting.Found, OfTile, /*ScratchBytes=*/0)) {
    Waiting.Body->eraseFromParent();
    return std::nullopt;
  }
  return makeTileCoroutine(*M.getFunction(Name), Shape, Waiting.ScratchBytes);
}

/// Copies of kernels for tiles, which are made before loops are unrolled.
class TileCopies {
public:
  void add(Function &Kernel, const CpuKernelShape &Shape) {
    if (Function *Copy = copyForTiles(Kernel, Shape))
      CopyOf[&Kernel] = Copy;
  }

  SmallVector<Function *> copies() const {
    return map_to_vector(CopyOf, [](const auto &Each) { return Each.second; });
  }

  /// The copy of \p Kernel, which is the caller's then; null if it has none.
  Function *take(Function &Kernel) {
    Function *Copy = CopyOf.lookup(&Kernel);
    CopyOf.erase(&Kernel);
    return Copy;
  }

  /// Removes those of kernels that have been replaced.
  void dropUntaken() {
    for (auto [Kernel, Copy] : CopyOf)
      Copy->eraseFromParent();
    CopyOf.clear();
  }

  /// \p Tile is part of the kernel \p Name, which is not a group function yet.
  void postpone(StringRef Name, MadeTile &Tile, const CpuKernelShape &Shape) {
    if (Tile.Group)
      Postponed.push_back({Name.str(), Tile.Group, Shape, false});
    if (!Tile.Waiting)
      return;
    if (std::optional<SplitKernel> Split = finishTile(*Tile.Waiting, Shape)) {
      Postponed.push_back({Name.str(), Split->GroupFunction, Shape, true});
      Coroutines.push_back(std::move(*Split));
    }
  }

  /// Tiles that are to be finished as coroutines.
  std::vector<SplitKernel> takeCoroutines() { return std::move(Coroutines); }

  /// Lets those kernels, now group functions, choose.
  void choosePostponed(Module &M) const {
    for (const PostponedTile &Each : Postponed) {
      Function &Any = *M.getFunction(Each.Kernel);
      if (Each.IsWaiting)
        chooseWaitingTiles(*Each.Tile, Any, Each.Shape);
      else
        chooseTiles(*Each.Tile, Any, Each.Shape);
    }
  }

private:
  struct PostponedTile {
    std::string Kernel;
    /// The group function of a tile, or of those that wait.
    Function *Tile;
    CpuKernelShape Shape;
    bool IsWaiting;
  };

  MapVector<Function *, Function *> CopyOf;
  std::vector<PostponedTile> Postponed;
  std::vector<SplitKernel> Coroutines;
};

struct CutKernel {
  bool HasRegions;
  /// What there is for tiles, if it has no regions.
  MadeTile Tile;
  /// It has no barriers, and its launches may be divided in any way.
  bool IsForAnyGroup;
  /// That of columns which its work-items go through.
  std::optional<unsigned> Columns;
  uint64_t ScratchBytes;
};

/// Cuts \p Kernel into regions, with versions of it, if that can be done.
/// Otherwise \p Kernel is as it was but for what sub-groups exchange, perhaps
/// another function with its name, and \p Found are its barriers.
Expected<CutKernel> cutKernel(Function *&Kernel, Barriers &Found,
                              const CpuKernelShape &Shape, TileCopies &Tiles) {
  MadeTile Tile = makeTile(Tiles.take(*Kernel), *Kernel, Shape);
  lowerSubGroupShuffles(*Kernel,
                        Kernel->hasFnAttribute(WholeSubGroupsAttribute)
                            ? Shape.SubGroupSize
                            : 0);
  splitGroupCombinations(*Kernel);
  Found = collectBarriers(*Kernel);
  Expected<uint64_t> ScratchBytes = groupScratchBytes(*Kernel);
  if (!ScratchBytes)
    return ScratchBytes.takeError();
  Module &M = *Kernel->getParent();
  const std::string Name = Kernel->getName().str();
  CutKernel Result;
  Result.ScratchBytes = *ScratchBytes;
  Result.IsForAnyGroup = !Shape.WorkGroupSize && Found.empty() &&
                         *ScratchBytes == 0 && runsInAnyGroup(*Kernel);
  if (Result.IsForAnyGroup)
    Result.Columns = dimensionOfColumns(*Kernel);
  Result.HasRegions = makeVersions(Kernel, Found, Shape, *ScratchBytes);
  if (!Result.HasRegions) {
    Result.Tile = std::move(Tile);
    return Result;
  }
  if (Tile.Group)
    chooseTiles(*Tile.Group, *M.getFunction(Name), Shape);
  if (Tile.Waiting)
    Tile.Waiting->Body->eraseFromParent();
  return Result;
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
  Tiles.postpone(Name, Cut->Tile, Shape);
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
        if (isOfRows(V))
          Cut->Tile.drop();
        else
          Tiles.postpone(V.Kernel, Cut->Tile, V.Shape);
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
