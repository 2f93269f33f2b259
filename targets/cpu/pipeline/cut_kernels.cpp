//===- cut_kernels.cpp - Kernels that are cut into regions ----------------===//
//
// See cut_kernels.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/cut_kernels.h"

#include "compiler/support/tool.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/retarget/remarks.h"
#include "targets/cpu/pipeline/agreements.h"
#include "targets/cpu/pipeline/columns.h"
#include "targets/cpu/pipeline/convergence.h"
#include "targets/cpu/pipeline/departures.h"
#include "targets/cpu/pipeline/fission.h"
#include "targets/cpu/pipeline/group_rows.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "targets/cpu/pipeline/lifted_barriers.h"
#include "targets/cpu/pipeline/regions.h"
#include "targets/cpu/pipeline/tiles.h"
#include "targets/cpu/pipeline/uniformity/uniformity.h"
#include "targets/cpu/pipeline/usual_groups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

/// Regions are the faster way: that a kernel does without them is a remark.
void reportNoRegions(Function &Group, StringRef Problem) {
  OptimizationRemarkMissed Remark(WorkGroupRemarks, "Regions",
                                  DiagnosticLocation(Group.getSubprogram()),
                                  &Group.getEntryBlock());
  Remark << textOf<Message::note_coroutines>(Group.getName(), Problem);
  Group.getContext().diagnose(Remark);
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
    return {nullptr, WaitingTile{Tile, std::move(Found), Scratch}, Shape};
  // The group function has the name.
  if (IsPossible &&
      makeRegions(Tile, Found, shapeOfTiles(Shape), /*ScratchBytes=*/0))
    return {Kernel.getParent()->getFunction(Name), std::nullopt, Shape};
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

} // namespace

void MadeTile::drop() {
  if (Group)
    Group->eraseFromParent();
  if (Waiting)
    Waiting->Body->eraseFromParent();
}

void TileCopies::add(Function &Kernel, const CpuKernelShape &Shape) {
  for (const CpuKernelShape &Each : {Shape, shapeAcrossRows(Shape)})
    if (Function *Copy = copyForTiles(Kernel, Each))
      CopyOf[Each.IsAcrossRows][&Kernel] = Copy;
}

SmallVector<Function *> TileCopies::copies() const {
  SmallVector<Function *> Result;
  for (const auto &Copies : CopyOf)
    for (auto [Kernel, Copy] : Copies)
      Result.push_back(Copy);
  return Result;
}

Function *TileCopies::take(Function &Kernel, bool IsAcrossRows) {
  Function *Copy = CopyOf[IsAcrossRows].lookup(&Kernel);
  CopyOf[IsAcrossRows].erase(&Kernel);
  return Copy;
}

void TileCopies::dropUntaken() {
  for (Function *Copy : copies())
    Copy->eraseFromParent();
  for (auto &Copies : CopyOf)
    Copies.clear();
}

void TileCopies::postpone(StringRef Name, MadeTile &Tile) {
  if (Tile.Group)
    Postponed.push_back({Name.str(), Tile.Group, Tile.Shape, false});
  if (!Tile.Waiting)
    return;
  if (std::optional<SplitKernel> Split =
          finishTile(*Tile.Waiting, Tile.Shape)) {
    Postponed.push_back({Name.str(), Split->GroupFunction, Tile.Shape, true});
    Coroutines.push_back(std::move(*Split));
  }
}

void TileCopies::choosePostponed(Module &M) const {
  for (const PostponedTile &Each : Postponed) {
    Function &Any = *M.getFunction(Each.Kernel);
    if (Each.IsWaiting)
      chooseWaitingTiles(*Each.Tile, Any, Each.Shape);
    else
      chooseTiles(*Each.Tile, Any, Each.Shape);
  }
}

Expected<CutKernel> cutKernel(Function *&Kernel, Barriers &Found,
                              const CpuKernelShape &Shape, TileCopies &Tiles) {
  MadeTile Tile =
      makeTile(Tiles.take(*Kernel, /*IsAcrossRows=*/false), *Kernel, Shape);
  Function *AcrossRows = Tiles.take(*Kernel, /*IsAcrossRows=*/true);
  lowerSubGroupShuffles(*Kernel, Kernel->hasFnAttribute(WholeSubGroupsAttribute)
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
    Result.AcrossRows = makeTile(AcrossRows, *Kernel, shapeAcrossRows(Shape));
    return Result;
  }
  if (AcrossRows)
    AcrossRows->eraseFromParent();
  if (Tile.Group)
    chooseTiles(*Tile.Group, *M.getFunction(Name), Shape);
  if (Tile.Waiting)
    Tile.Waiting->Body->eraseFromParent();
  return Result;
}

} // namespace facet
