// Compares and simplifies conditions by proof.
//
// In:  conditions that ParseCondition accepts, and what is known of each
//      architecture.
// Out: conditions in one form: conditions that hold for the same devices are
//      the same integers. Questions about them.
// Why: device code is split by condition, so two ways to write one condition
//      would be two images; and an aspect that follows from a condition need
//      not be required under it.
//
// SPEC 003, "Normalization of condition expressions" and "Simplification of
// conditionally used aspects". SPEC.md decides: decision diagrams, and
//   - a device has exactly one architecture, possibly one we do not know;
//   - a device of an architecture has what the configuration lists for it, and
//     nothing else if may_support_other_aspects is false.
//
// The form. A condition is decided by the architecture first, since those
// exclude one another: one function of the aspects for all architectures, and
// those architectures for which it is another function. Each function of
// aspects is a reduced ordered decision diagram with aspects in ascending
// order, written as a sum of products (or the negation of one, if that is
// shorter).
//
// A condition too large for the limits (hundreds of different aspects, or tens
// of thousands of nodes) is returned as it is, and nothing is proved about it:
// code made from it is right, only less shared.

#ifndef FACET_FEATURES_CONDITIONS_SOLVER_H_
#define FACET_FEATURES_CONDITIONS_SOLVER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "features/aspects/aspect_set.h"
#include "features/conditions/conditions.h"

namespace facet {

// What every device of an architecture has.
struct ArchitectureFacts {
  std::int32_t architecture = 0;  // ordinal
  AspectSet aspects;              // all its devices have them
  bool may_have_others = true;    // some device may have others
  // If it may not: others that some devices have.
  AspectSet optional_aspects;
};

// Of the built-in targets, and of CPUs whose driver takes SPIR-V.
std::vector<ArchitectureFacts> BuiltinArchitectureFacts();

// Adds what devices of one more target have; what they have optionally is made
// here. Several targets of one architecture are taken together; emulation of an
// architecture is possible, so `emulated` is never decided by one. Of the
// architecture "unknown" nothing is known.
void AddDevices(ArchitectureFacts target, std::vector<ArchitectureFacts>* all);

class ConditionSolver {
 public:
  using Expression = std::span<const std::int32_t>;

  explicit ConditionSolver(
      const std::vector<ArchitectureFacts>& architectures =
          BuiltinArchitectureFacts(),
      std::size_t node_limit = kDefaultNodeLimit);

  // {} if it always holds, NeverCondition() if it never does.
  Condition Normalize(Expression condition) const;

  // Normalized.
  Condition And(Expression a, Expression b) const;
  Condition Or(Expression a, Expression b) const;
  Condition Not(Expression a) const;

  // False also if a limit was reached: not proved.
  bool IsAlways(Expression condition) const;
  bool IsNever(Expression condition) const;
  // Each device that satisfies `a` satisfies `b`.
  bool Implies(Expression a, Expression b) const;
  bool ImpliesAspect(Expression condition, Aspect aspect) const;

  static constexpr std::size_t kDefaultNodeLimit = 1 << 15;

 private:
  std::map<std::int32_t, ArchitectureFacts> architectures_;
  std::size_t node_limit_;
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_SOLVER_H_
