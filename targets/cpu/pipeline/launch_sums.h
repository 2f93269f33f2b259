//===- launch_sums.h - Additions to counters, once for a launch -----------===//
//
// In:  functions that execute work-groups.
// Out: the same, where additions to counters wait until the launch has ended.
//
//     bins[data[id]].fetch_add(1);
//
// is a locked instruction for each work-item, and one that waits for the cache
// lines of other threads. A relaxed addition of which nobody asks for the value
// before is the same wherever it is executed between the accesses of its own
// work-item that could see it; if there are none, it may be executed at the end of
// the launch. So each thread adds up what its work-items add to a place, in a
// table (facet_cpu_sum), and the runtime adds that to memory.
//
// Two steps: what the accesses of one work-item are is known while loops over
// work-items are what they were made as. The instructions are replaced when
// everything is optimized; until then they have a scope of their own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LAUNCH_SUMS_H
#define FACET_TARGETS_CPU_PIPELINE_LAUNCH_SUMS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// Gives relaxed additions of integers that are to be seen by the device, not by
/// the host, a scope that keeps them apart, and makes hasAdditions() true if there
/// are any. Before scopes are those of the target.
void markAdditions(llvm::Module &M);
bool hasAdditions(const llvm::Module &M);

/// Finds those of them that may wait for the end of the launch.
struct LaunchSums : llvm::PassInfoMixin<LaunchSums> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);
};

/// Replaces those that may wait; all others are seen by everybody.
void lowerAdditions(llvm::Module &M);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LAUNCH_SUMS_H
