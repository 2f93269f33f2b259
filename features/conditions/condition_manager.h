// Conditions, each represented once.
//
// In:  conditions that ParseCondition accepts, features of devices, and what is
//      known of each architecture.
// Out: ids. Conditions that hold for the same devices have the same id.
//      Combinations of ids, proofs about them, and one written form for each.
// Why: device code is split by condition, so two spellings of one condition
//      would be two images; an aspect that follows from a condition need not be
//      required under it; a program has many conditional calls and few distinct
//      conditions, so that each combination is computed once.
//
// SPEC 003, "Normalization of condition expressions" and "Simplification of
// conditionally used aspects". A device has exactly one architecture, possibly
// one we do not know (architecture_facts.h).
//
// The representation. A condition is decided by the architecture first, since
// those exclude one another: one function of the other leaves for all
// architectures, and those architectures for which it is another function. Each
// function is a node of one reduced ordered decision diagram, with aspects in
// ascending order. It is written as a sum of products (or the negation of one,
// if that is shorter).
//
// A condition too large for the limits (thousands of different leaves, or tens
// of thousands of nodes) is kept as it is written, and nothing is proved about
// it: code made from it is right, only less shared. Combinations of such
// conditions grow up to kLongestCondition integers; beyond that a condition that
// holds more often takes their place.
//
// Ids are given in the order of asking and do not outlive the manager. Not
// thread-safe.

#ifndef FACET_FEATURES_CONDITIONS_CONDITION_MANAGER_H_
#define FACET_FEATURES_CONDITIONS_CONDITION_MANAGER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "features/aspects/aspect_set.h"
#include "features/conditions/architecture_facts.h"
#include "features/conditions/conditions.h"
#include "features/conditions/decision_diagram.h"
#include "features/conditions/feature.h"

namespace facet {

// Only in written conditions of a manager, which knows its meaning: a required
// size. No condition of a program has it.
inline constexpr std::int32_t kConditionSize = -6;

class ConditionManager {
 public:
  using Id = std::uint32_t;
  static constexpr Id kAlways = 0;
  static constexpr Id kNever = 1;
  static constexpr std::size_t kDefaultNodeLimit = 1 << 15;
  static constexpr std::size_t kLongestCondition = 1 << 16;

  // `node_limit`: of one combination.
  explicit ConditionManager(const std::vector<ArchitectureFacts>& architectures,
                            std::size_t node_limit = kDefaultNodeLimit);

  // Returns the id of a condition that ParseCondition accepts.
  Id Read(std::span<const std::int32_t> condition);
  Id Leaf(const Feature& feature);
  // Returns the condition that a device has all of these.
  Id AllOf(const AspectSet& aspects);

  Id Not(Id a);
  Id And(Id a, Id b);
  Id Or(Id a, Id b);
  // One combination, which is much cheaper than one after the other.
  Id AnyOf(std::span<const Id> alternatives);

  // Each device that satisfies `a` satisfies `b`. False also if a limit was
  // reached: not proved.
  bool Implies(Id a, Id b);
  bool ImpliesAspect(Id when, Aspect aspect);

  // {} for kAlways, NeverCondition() for kNever. Conditions with required sizes
  // have kConditionSize and a number for FeatureOf. The reference is valid as long
  // as the manager.
  const Condition& Write(Id id) const { return entries_[id].written; }

  // Returns what a leaf of a written condition stands for: `kind` is the token
  // of a ConditionLeaf or kConditionSize.
  Feature FeatureOf(std::int32_t kind, std::int32_t number) const;

 private:
  using Node = DecisionDiagram::Node;
  // Nodes by architecture, ascending, where they differ from the general one.
  using Exceptions = std::vector<std::pair<std::int32_t, Node>>;
  struct Function {
    Node general = DecisionDiagram::kFalse;
    Exceptions exceptions;

    friend auto operator<=>(const Function&, const Function&) = default;
  };
  struct Entry {
    std::optional<Function> function;  // nullopt: too large
    Condition written;
  };

  Id Add(Function function, Condition written);
  Id AddWritten(Condition written);
  // Returns the id of what `make` returns; nullopt if a limit was reached.
  template <typename Make>
  std::optional<Id> Try(Make make);
  template <typename Operation>
  Function Combine(const Function& a, const Function& b, Operation operation);

  // Reading. False: there are too many.
  bool AddVariable(DecisionDiagram::Variable variable);
  bool CollectLeaves(std::span<const std::int32_t> condition,
                     std::vector<std::int32_t>* architectures);
  Node Build(std::span<const std::int32_t> condition,
             std::optional<std::int32_t> architecture);
  Node LeafNode(DecisionDiagram::Variable variable,
                std::optional<std::int32_t> architecture);

  // Architectures.
  Node On(const Function& function, std::int32_t architecture);
  Node Restrict(Node node, std::int32_t architecture);
  void SetOn(std::int32_t architecture, Node node, Function* function);

  // Writing.
  Condition WriteFunction(const Function& function);
  Condition WriteNode(Node node);
  Condition WriteSum(const std::vector<DecisionDiagram::Product>& sum) const;

  std::map<std::int32_t, ArchitectureFacts> architectures_;
  DecisionDiagram diagram_;
  std::deque<Entry> entries_;
  std::map<Function, Id> ids_;
  std::map<Condition, Id> ids_of_large_;
  std::vector<Feature> sizes_;  // by their numbers
  std::map<Feature, std::size_t> size_numbers_;
  std::set<DecisionDiagram::Variable> variables_;
  std::map<Condition, Id> read_;
  std::map<std::pair<Id, Id>, Id> ands_, ors_;
  std::map<std::pair<std::int32_t, Node>, Node> restricted_;
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_CONDITION_MANAGER_H_
