//===- barrier_intervals.h - What barriers are between --------------------===//
//
// In: a kernel, before there are loops over work-items.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_BARRIER_INTERVALS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_BARRIER_INTERVALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class CallInst;
class DominatorTree;
class Function;
class Instruction;
class Loop;
} // namespace llvm

namespace facet {

/// SPIR-V's number: 2 for a barrier of the work-group, 3 for what sub-groups do
/// together.
std::optional<uint64_t> scopeOfBarrier(const llvm::Instruction &I);

/// Returns true if nothing that work-items do not agree on decides whether and
/// how often a barrier, of a work-group or sub-group, is executed.
bool barriersAreUniform(llvm::Function &Kernel);

class BarrierIntervals {
public:
  explicit BarrierIntervals(llvm::Function &Kernel);

  /// Returns whether there is a path from one of the two to the other without a
  /// barrier of the work-group; which they have in common if they are the same.
  bool meet(llvm::Instruction &First, llvm::Instruction &Second) const;
  /// Returns whether there is such a path into another iteration of \p L.
  bool meetAcross(llvm::Instruction &First, llvm::Instruction &Second,
                  const llvm::Loop &L) const;
  /// Returns whether every path to \p Second goes through \p First and then by
  /// a barrier of the work-group.
  bool separate(const llvm::Instruction &First, const llvm::Instruction &Second,
                const llvm::DominatorTree &Dominators) const;

private:
  bool reaches(llvm::Instruction &From, llvm::Instruction &To,
               const llvm::Loop *Across) const;

  llvm::SmallPtrSet<const llvm::Instruction *, 8> Barriers;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_BARRIER_INTERVALS_H
