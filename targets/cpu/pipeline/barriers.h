//===- barriers.h - CPU kernels with barriers -----------------------------===//
//
// In:  a kernel with barriers.
// Out: a group function that resumes its work-items.
//
// The body of a kernel with barriers becomes a coroutine. At a barrier it
// records what it waits for in its state byte and suspends; the group function
// resumes the work-items in order. LLVM's coroutine passes find what lives
// across a barrier and keep it in the work-item's frame.
//
// A state byte is 0 when the work-item has ended, else the SPIR-V scope of the
// barrier it waits at: 2 work-group, 3 sub-group, or 4 where it waits for others
// of its sub-group to come to where it is, and tests for it each time it is
// resumed (`__facet_wait_for_others()`). Work-items that end early simply no
// longer take part.
//
// Behind the state bytes each work-item has a word for others to read
// (`__facet_exchange_slot()`), and, where parts of sub-groups meet, a mask of
// whom it waits for (`__facet_wait_slot()`).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_BARRIERS_H
#define FACET_TARGETS_CPU_PIPELINE_BARRIERS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "targets/cpu/pipeline/groups/queries.h"

#include <string>

namespace llvm {
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace facet {

/// Barriers of a kernel body by what they synchronize.
struct Barriers {
  llvm::SmallVector<llvm::CallInst *> WorkGroup;
  llvm::SmallVector<llvm::CallInst *> SubGroup;
  llvm::SmallVector<llvm::CallInst *> Part;
  bool inSubGroups() const { return !SubGroup.empty() || !Part.empty(); }
  bool empty() const { return WorkGroup.empty() && !inSubGroups(); }
};

/// Makes fences of the memory barriers of \p M that are wider than a group, also
/// in functions that are not inlined into a kernel, and removes the others.
void lowerMemoryBarriers(llvm::Module &M);

/// Finds the barriers in \p F. Those of a single work-item, which synchronize
/// nothing, are removed.
Barriers collectBarriers(llvm::Function &F);

/// A kernel between the two halves of its lowering: the coroutine passes run
/// over the module in between and fix the size of a frame.
struct SplitKernel {
  std::string Name;
  /// It executes a tile rather than a work-item.
  bool IsOfTiles = false;
  /// The coroutine; its resume part is called Name + ".item.resume".
  llvm::Function *Item = nullptr;
  /// The group function, without a body until finishGroupFunction.
  llvm::Function *GroupFunction = nullptr;
  CpuKernelShape Shape;
  bool HasSubGroupBarriers = false;
  /// Its work-items wait for others of parts of sub-groups.
  bool HasParts = false;
  /// Memory that its group algorithms share.
  uint64_t ScratchBytes = 0;
  /// Its work-items give each other words.
  bool HasExchange = false;
};

/// Turns \p Kernel into a coroutine and declares its group function.
/// \p ScratchBytes: what its group algorithms share.
SplitKernel makeItemCoroutine(llvm::Function &Kernel, const Barriers &Found,
                              const CpuKernelShape &Shape,
                              uint64_t ScratchBytes);

/// Turns \p Tile, which executes one tile of the work-groups of a kernel of
/// \p Shape and waits for the others (tiles.h), into a coroutine, and declares a
/// group function with its name.
SplitKernel makeTileCoroutine(llvm::Function &Tile, const CpuKernelShape &Shape,
                              uint64_t ScratchBytes);

/// After the coroutine passes: writes the scheduler of the work-items or tiles.
llvm::Error finishGroupFunction(const SplitKernel &Kernel);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_BARRIERS_H
