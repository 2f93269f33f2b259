//===- fission.h - CPU kernels as loops between barriers ------------------===//
//
// In: a kernel and a plan of regions (cpu_regions.h).
// Out: the group function. It goes from region to region once for the whole
// group, deciding the path with a value all work-items share, and runs each
// region as a loop nest over the work-items:
//
//     for (l) a[l] = ...;          // region 0
//     for (l) ... a[n - 1 - l] ... // region 1, behind the barrier
//
// A region that only goes on, such as a loop's end, needs no loop over them.
//
// What a work-item needs of an earlier region is computed again where that
// costs nothing but arithmetic on its ids; the rest lies in arrays with one
// element for each work-item, in the runtime's scratch memory. What is the same
// for all work-items is one variable; a phi has two, since the region that
// writes the next value still reads the last. Private memory has one piece for
// each work-item, too, unless no contents leave one execution of one region.
//
// All decisions are about instructions of the body and are made before the
// first of them is changed. findFissionError (cpu_fission_check.cpp) proves the
// result independently.
//
// Against coroutines (cpu_barriers.h) nothing is suspended, and the loops
// become vector code.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_FISSION_H
#define FACET_TARGETS_CPU_PIPELINE_FISSION_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/regions.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace facet {

/// A group function and what its parts are.
struct FissionedGroup {
  struct Region {
    /// Executed by each work-item.
    llvm::SmallVector<llvm::BasicBlock *> Blocks;
    std::array<llvm::PHINode *, 3> LocalId = {};
    /// The group may execute the region more than once.
    bool IsRepeated = false;
  };
  llvm::Function *Group = nullptr;
  std::vector<Region> Regions;
  /// Variables of the group, on which its work-items agree.
  llvm::DenseSet<const llvm::AllocaInst *> Variables;
  /// What becomes of all(c): true until a work-item says otherwise.
  llvm::DenseSet<const llvm::AllocaInst *> Agreements;
  /// What the values of all work-items come to: those of one region add theirs.
  llvm::DenseSet<const llvm::AllocaInst *> Combinations;
  /// With a piece for each work-item of a tile.
  llvm::DenseSet<const llvm::AllocaInst *> Arrays;
  /// Arrays of words that work-items read of each other, with one for each.
  llvm::DenseSet<const llvm::Value *> Words;
  /// Memory that the group's algorithms share.
  const llvm::Value *GroupScratch = nullptr;
};

/// Replaces \p Kernel, which \p Plan is about, by its group function.
/// \p ScratchBytes: what its group algorithms share.
FissionedGroup makeFissionedGroup(llvm::Function &Kernel, CpuRegions Plan,
                                  const CpuKernelShape &Shape,
                                  uint64_t ScratchBytes);

/// Proves of the result, without the tables it was made with, what keeps the
/// work-items of a group apart. Returns the first violation: a region uses a
/// value that another region's loops compute; a variable of the group gets a
/// value on which work-items may disagree; a region whose work-items add to a
/// combined value reads it, too; private memory that is one for all
/// work-items is accessed in two regions, or keeps its contents from one
/// execution of a region to the next.
std::optional<std::string> findFissionError(const FissionedGroup &Result);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_FISSION_H
