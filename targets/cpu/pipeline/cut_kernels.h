//===- cut_kernels.h - Kernels that are cut into regions ------------------===//
//
// In: kernels, whose loops around barriers are unrolled. Out: group functions
// made of loops over the work-items (regions.h, fission.h), with versions for
// groups of the usual size (usual_groups.h) and for groups of tiles (tiles.h);
// or the kernels as they were, where that cannot be done or not be proved
// right.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CUT_KERNELS_H
#define FACET_TARGETS_CPU_PIPELINE_CUT_KERNELS_H

#include "targets/cpu/pipeline/barriers.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

/// A copy of a kernel for tiles that meet in the work-group.
struct WaitingTile {
  llvm::Function *Body;
  Barriers Found;
  uint64_t ScratchBytes;
};

/// What becomes of a copy of a kernel for tiles.
struct MadeTile {
  /// The group function that executes one tile, or null.
  llvm::Function *Group = nullptr;
  /// What is left to be done if the kernel is not cut otherwise.
  std::optional<WaitingTile> Waiting;
  /// What is known of the groups that have tiles.
  CpuKernelShape Shape;

  /// Removes it.
  void drop();
};

/// Copies of kernels for tiles, which are made before loops are unrolled.
class TileCopies {
public:
  void add(llvm::Function &Kernel, const CpuKernelShape &Shape);

  llvm::SmallVector<llvm::Function *> copies() const;

  /// The copy of \p Kernel, which is the caller's then; null if it has none.
  llvm::Function *take(llvm::Function &Kernel, bool IsAcrossRows);

  /// Removes those of kernels that have been replaced.
  void dropUntaken();

  /// \p Tile is part of the kernel \p Name, which is not a group function yet.
  void postpone(llvm::StringRef Name, MadeTile &Tile);

  /// Tiles that are to be finished as coroutines.
  std::vector<SplitKernel> takeCoroutines() { return std::move(Coroutines); }

  /// Lets those kernels, now group functions, choose.
  void choosePostponed(llvm::Module &M) const;

private:
  struct PostponedTile {
    std::string Kernel;
    /// The group function of a tile, or of those that wait.
    llvm::Function *Tile;
    CpuKernelShape Shape;
    bool IsWaiting;
  };

  /// Of tiles in rows, and of those across rows.
  llvm::MapVector<llvm::Function *, llvm::Function *> CopyOf[2];
  std::vector<PostponedTile> Postponed;
  std::vector<SplitKernel> Coroutines;
};

struct CutKernel {
  bool HasRegions;
  /// What there is for tiles, if it has no regions.
  MadeTile Tile, AcrossRows;
  /// It has no barriers, and its launches may be divided in any way.
  bool IsForAnyGroup;
  /// That of columns which its work-items go through.
  std::optional<unsigned> Columns;
  uint64_t ScratchBytes;
};

/// Cuts \p Kernel into regions, with versions of it, if that can be done.
/// Otherwise \p Kernel is as it was but for what sub-groups exchange, perhaps
/// another function with its name, and \p Found are its barriers.
llvm::Expected<CutKernel> cutKernel(llvm::Function *&Kernel, Barriers &Found,
                                    const CpuKernelShape &Shape,
                                    TileCopies &Tiles);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CUT_KERNELS_H
