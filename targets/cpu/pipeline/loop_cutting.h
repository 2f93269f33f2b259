//===- loop_cutting.h - Loops that a group should execute together --------===//
//
// In: the body of a kernel, one work-item's. Out: whether cutting one of its
// loops pays, so that the loop over the work-items becomes the innermost one.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOOP_CUTTING_H
#define FACET_TARGETS_CPU_PIPELINE_LOOP_CUTTING_H

#include "targets/cpu/pipeline/strides.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

#include <optional>

namespace llvm {
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
} // namespace llvm

namespace facet {

class LoopCutting {
public:
  LoopCutting(llvm::Function &F, llvm::UniformityInfo &Uniformity,
              llvm::DominatorTree &Dominators, llvm::LoopInfo &Loops);

  /// Returns true if the work-items access neighbouring memory in each round of
  /// \p L, or one address, or what their ids and the rounds say, and nothing in
  /// it keeps them from going round together. Marks a loop that is better
  /// unrolled.
  bool pays(llvm::Loop &L);

  /// Returns true for a loop with a latch like `for (i = id; i < n; i += size)`:
  /// in each round its work-items are where their ids say, and further away from
  /// where they were.
  bool stridesOverItems(llvm::Loop &L);

private:
  bool unrolls(llvm::Loop &L);
  struct Accesses {
    bool AreNeighbours = false, AreInterleaved = false;
    /// Atomic ones.
    bool AreAnywhere = false;
    /// Of private memory, or in an order: what forbids to cut a loop that strides
    /// over the ids.
    bool AreKept = false;
    /// What forbids to cut other loops than those that stride over the ids.
    bool AreOther = false;
  };
  Accesses accessesOf(llvm::Loop &L);
  bool workItemsDiffer();

  llvm::Function &F;
  llvm::UniformityInfo &Uniformity;
  Strides Lengths;
  llvm::TargetLibraryInfoImpl FunctionsImpl;
  llvm::TargetLibraryInfo Functions;
  llvm::AssumptionCache Assumptions;
  llvm::ScalarEvolution Evolution;
  std::optional<bool> Differ; // found out when asked for
};

/// Makes int counters of 32 bits that were kept in 64: `int i = id; …; i += n`.
void narrowCounters(llvm::Function &F);

/// Makes of the counters of loops that pay, if they start at an id and change
/// by the same for all work-items, the id plus a counter of the group: an array
/// of counters would hide that neighbours access neighbouring memory.
void separateRounds(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOOP_CUTTING_H
