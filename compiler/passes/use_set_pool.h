//===- use_set_pool.h - Sets of needed aspects, each stored once ----------===//
//
// In:  sets of aspects that something needs, always or under conditions.
// Out: small numbers that stand for them; equal sets have equal numbers.
// Why: a module has many functions and types and few distinct sets. With
//      numbers, "the same set" is one comparison and a union that was made
//      before is one look-up, so propagation costs the size of the module and
//      not aspects times functions.
//
// An aspect has one condition: "either" of all under which it is needed. If
// that always holds, the aspect is needed always. An aspect that every device
// has that satisfies a condition is not needed under it: devices without it
// never get there (SPEC 003, "Simplification of conditionally used aspects").
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_USE_SET_POOL_H
#define FACET_COMPILER_PASSES_USE_SET_POOL_H

#include "compiler/ir/sycl_metadata.h"
#include "features/aspects/aspect_set.h"
#include "features/conditions/condition_manager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace facet {

class UseSetPool {
public:
  using Id = uint32_t;
  static constexpr Id Empty = 0;
  using ConditionalUse = std::pair<Aspect, ConditionManager::Id>;

  /// \p Architectures: what is known of them.
  explicit UseSetPool(std::vector<ArchitectureFacts> Architectures)
      : Conditions(std::move(Architectures)) {
    get(AspectSet());
  }

  Id get(const AspectSet &Always) { return add({Always, {}}); }
  Id get(llvm::ArrayRef<ConditionalAspects> Pairs);
  Id unite(Id A, Id B) {
    if (A == B || B == Empty)
      return A;
    return A == Empty ? B : uniteDifferent(A, B);
  }
  /// Returns what is needed of the set if it counts only under a condition.
  Id under(ConditionManager::Id When, Id Uses) {
    return When == ConditionManager::kAlways || Uses == Empty
               ? Uses
               : underCondition(When, Uses);
  }

  /// These are valid as long as the pool.
  const AspectSet &always(Id Number) const { return Sets[Number].Always; }
  /// In ascending order of aspects, none of which is always needed.
  llvm::ArrayRef<ConditionalUse> sometimes(Id Number) const {
    return Sets[Number].Sometimes;
  }
  /// Returns the condition under which the set has \p A.
  ConditionManager::Id conditionOf(Id Number, Aspect A) const;

  ConditionManager &conditions() { return Conditions; }

private:
  struct UseSet {
    AspectSet Always;
    std::vector<ConditionalUse> Sometimes;

    friend auto operator<=>(const UseSet &, const UseSet &) = default;
  };

  Id add(UseSet Set);
  Id uniteDifferent(Id A, Id B);
  Id underCondition(ConditionManager::Id When, Id Uses);

  ConditionManager Conditions;
  std::deque<UseSet> Sets;
  std::map<UseSet, Id> Numbers;
  llvm::DenseMap<std::pair<Id, Id>, Id> Unions;
  llvm::DenseMap<std::pair<ConditionManager::Id, Id>, Id> UnderCondition;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_USE_SET_POOL_H
