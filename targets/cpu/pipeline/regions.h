//===- regions.h - Where a kernel's body can be cut -----------------------===//
//
// In: the body of a kernel, one work-item's, and its barriers, of the work-group
// and of its sub-groups: the latter are as good as the former where all
// work-items of the group come to them.
// Out: regions, each entered at one block only, such that a group may run a
// region for all its work-items before it goes on to the next: barriers lie
// between regions, and where the path on depends on a condition, all work-items
// agree on it. No plan if they may not agree around a barrier.
//
// Loops whose work-items agree on the number of rounds are cut too, even
// without a barrier, if that makes neighbouring work-items access neighbouring
// memory in each round: then the loop over the work-items is the innermost one
// and becomes vector code.
//
// How: a branch on which a barrier is control dependent must be uniform; its
// successors start regions, as do the blocks behind barriers. Where two regions
// meet (the iterated dominance frontier) another one starts.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_REGIONS_H
#define FACET_TARGETS_CPU_PIPELINE_REGIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace llvm {
class AllocaInst;
class BasicBlock;
class CallInst;
class Function;
class Instruction;
class Use;
class Value;
} // namespace llvm

namespace facet {

struct CpuRegion {
  /// The first one is the header.
  llvm::SmallVector<llvm::BasicBlock *> Blocks;
  /// Where work-items go on. With more than one, Decision says where.
  llvm::SmallVector<llvm::BasicBlock *> Successors;
  /// The block whose terminator leaves for one of several successors.
  llvm::BasicBlock *Decision = nullptr;
  /// True for work-items that have returned before: they do not execute it.
  llvm::SmallVector<llvm::Value *, 1> Gone;
  /// True if the group may come back to this region after it has left it, or
  /// repeats it: private memory then has contents when the region is entered.
  bool IsRepeated = false;
  llvm::BasicBlock *header() const { return Blocks.front(); }
};

struct CpuRegions {
  /// The entry's first.
  std::vector<CpuRegion> Regions;
  /// The region of each reachable block.
  llvm::DenseMap<llvm::BasicBlock *, unsigned> RegionOf;
  /// Values that may differ between the work-items of a group.
  llvm::DenseSet<const llvm::Value *> Divergent;
  /// Private memory whose contents never leave one execution of one region: one
  /// copy serves all work-items. Any other needs one for each work-item.
  llvm::DenseSet<const llvm::AllocaInst *> Shared;
  /// For blocks of a loop inside a region: where the outermost loop that does
  /// not end without the block goes on, in the same region. What the last round
  /// left is to be had there.
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<llvm::BasicBlock *, 1>>
      LoopExits;
};

/// Splits blocks of \p F at the barriers, whatever the answer; otherwise \p F is
/// left as it is. No plan for a body of one region: there is nothing to cut.
std::optional<CpuRegions>
planCpuRegions(llvm::Function &F, llvm::ArrayRef<llvm::CallInst *> WorkGroup,
               llvm::ArrayRef<llvm::CallInst *> SubGroup);

/// Returns the region in which \p U needs its value: a phi needs it at the end
/// of the incoming block.
unsigned regionOfUse(const llvm::Use &U, const CpuRegions &Plan);

/// Returns true if \p I gives the same wherever and however often it is
/// executed with the same operands, and costs little. Loads of arguments must
/// be marked invariant before.
bool canBeRecomputed(const llvm::Instruction &I);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_REGIONS_H
