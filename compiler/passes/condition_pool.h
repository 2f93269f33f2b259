//===- condition_pool.h - Conditions, each stored once --------------------===//
//
// In:  conditions on devices.
// Out: small numbers that stand for them; conditions that hold for the same
//      devices have the same number. Questions and combinations, each asked of
//      the solver once.
// Why: a module has many conditional calls and few distinct conditions.
//
// Numbers are given in the order of asking: they do not outlive the pool.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_CONDITION_POOL_H
#define FACET_COMPILER_PASSES_CONDITION_POOL_H

#include "features/aspects/aspect_set.h"
#include "features/conditions/conditions.h"
#include "features/conditions/solver.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace facet {

class ConditionPool {
public:
  using Id = uint32_t;
  static constexpr Id Always = 0;
  static constexpr Id Never = 1;

  /// \p Architectures: what is known of them.
  explicit ConditionPool(std::vector<ArchitectureFacts> Architectures);

  Id get(const Condition &When);
  /// The device has all of these.
  Id allOf(const AspectSet &Aspects);
  Id both(Id A, Id B);
  Id either(Id A, Id B);
  bool impliesAspect(Id When, Aspect A);
  /// Valid as long as the pool.
  const Condition &operator[](Id Number) const { return Conditions[Number]; }

  /// Longer conditions than this are not built: a condition that holds more
  /// often takes their place. Solved conditions are far shorter; what the solver
  /// gives up on would double with each combination.
  static constexpr size_t MaxIntegers = 4096;

private:
  Id add(Condition Normalized);
  ConditionSolver &solver();

  std::vector<ArchitectureFacts> Architectures;
  std::optional<ConditionSolver> Solver; // made when there is a condition
  std::deque<Condition> Conditions;
  std::map<Condition, Id> Numbers;
  std::map<Condition, Id> AsWritten;
  std::map<AspectSet, Id> Conjunctions;
  llvm::DenseMap<std::pair<Id, Id>, Id> Both, Either;
  llvm::DenseMap<std::pair<Id, Aspect>, bool> Implied;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_CONDITION_POOL_H
