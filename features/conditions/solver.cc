// See solver.h.

#include "features/conditions/solver.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"
#include "features/conditions/decision_diagram.h"

namespace facet {
namespace {

using Expression = ConditionSolver::Expression;
using Facts = std::map<std::int32_t, ArchitectureFacts>;
using Node = DecisionDiagram::Node;

// Bounds the depth of recursion in the diagrams and the number of times that
// an expression is read.
constexpr std::size_t kLeafLimit = 512;

enum class Known { kHas, kLacks, kEither };

Known KnownOf(const ArchitectureFacts& facts, Aspect aspect) {
  if (facts.aspects.Contains(aspect)) return Known::kHas;
  if (facts.may_have_others || facts.optional_aspects.Contains(aspect)) {
    return Known::kEither;
  }
  return Known::kLacks;
}

// One expression as functions of the aspects it mentions.
class Function {
 public:
  Function(Expression condition, const Facts& facts, std::size_t node_limit);

  bool overflowed() const { return overflowed_ || diagram_.overflowed(); }
  // Everywhere but on the architectures below.
  Node general() const { return general_; }
  // Architectures on which it is another function, ascending.
  const std::map<std::int32_t, Node>& exceptions() const { return exceptions_; }

  bool IsConstant(Node value) const {
    return !overflowed() && general_ == value && exceptions_.empty();
  }
  // Nullopt if a limit was reached.
  std::optional<Condition> Write();

 private:
  bool CollectLeaves();
  // The function on devices of `architecture` (absent: of one that is not
  // mentioned) that are known to have what `facts` says (null: nothing).
  Node Build(std::optional<std::int32_t> architecture,
             const ArchitectureFacts* facts);
  Node AspectNode(Aspect aspect, const ArchitectureFacts* facts);
  Condition WriteAspects(Node function);

  Expression condition_;
  AspectSet aspects_;
  std::vector<std::int32_t> architectures_;
  DecisionDiagram diagram_;
  bool overflowed_ = false;
  Node general_ = DecisionDiagram::kFalse;
  std::map<std::int32_t, Node> exceptions_;
};

Function::Function(Expression condition, const Facts& facts,
                   std::size_t node_limit)
    : condition_(condition), diagram_(node_limit) {
  if (!CollectLeaves()) {
    overflowed_ = true;
    return;
  }
  general_ = Build(std::nullopt, nullptr);
  for (std::int32_t architecture : architectures_) {
    const auto known = facts.find(architecture);
    const ArchitectureFacts* its =
        known == facts.end() ? nullptr : &known->second;
    const Node here = Build(architecture, its);
    if (here != Build(std::nullopt, its)) {
      exceptions_.emplace(architecture, here);
    }
  }
}

bool Function::CollectLeaves() {
  if (!ParseCondition(condition_, nullptr)) return false;
  for (std::size_t i = 0; i + 1 < condition_.size(); ++i) {
    const std::int32_t number = condition_[i + 1];
    if (condition_[i] == kConditionAspect) {
      aspects_.Insert(number);
    } else if (condition_[i] == kConditionArchitecture &&
               number != kUnknownArchitectureOrdinal) {
      const auto place = std::ranges::lower_bound(architectures_, number);
      if (place == architectures_.end() || *place != number) {
        architectures_.insert(place, number);
      }
    }
    if (aspects_.size() + architectures_.size() > kLeafLimit) return false;
  }
  return true;
}

Node Function::AspectNode(Aspect aspect, const ArchitectureFacts* facts) {
  const Known known = facts ? KnownOf(*facts, aspect) : Known::kEither;
  if (known == Known::kHas) return DecisionDiagram::kTrue;
  if (known == Known::kLacks) return DecisionDiagram::kFalse;
  const auto place = std::ranges::lower_bound(aspects_, aspect);
  return diagram_.Var(
      static_cast<DecisionDiagram::Variable>(place - aspects_.begin()));
}

Node Function::Build(std::optional<std::int32_t> architecture,
                     const ArchitectureFacts* facts) {
  // From the last integer to the first: operands are ready when their operator
  // is reached.
  std::vector<Node> values;
  for (std::size_t i = condition_.size(); i-- > 0 && !overflowed();) {
    const std::int32_t token = condition_[i];
    if (token >= 0) continue;
    if (token == kConditionAspect) {
      values.push_back(AspectNode(condition_[i + 1], facts));
    } else if (token == kConditionArchitecture) {
      values.push_back(architecture == condition_[i + 1]
                           ? DecisionDiagram::kTrue
                           : DecisionDiagram::kFalse);
    } else if (token == kConditionNot) {
      values.back() = diagram_.Not(values.back());
    } else {
      const Node first = values.back();
      values.pop_back();
      values.back() = token == kConditionAnd
                          ? diagram_.And(first, values.back())
                          : diagram_.Or(first, values.back());
    }
  }
  if (overflowed()) return DecisionDiagram::kFalse;
  return values.empty() ? DecisionDiagram::kTrue : values.back();
}

// The operator is written before each operand but the last.
Condition Join(std::int32_t op, const std::vector<Condition>& operands) {
  Condition joined;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i + 1 < operands.size()) joined.push_back(op);
    joined.insert(joined.end(), operands[i].begin(), operands[i].end());
  }
  return joined;
}

Condition Negate(const Condition& condition) {
  Condition negated = {kConditionNot};
  negated.insert(negated.end(), condition.begin(), condition.end());
  return negated;
}

Condition Architectures(const std::vector<std::int32_t>& architectures) {
  std::vector<Condition> leaves;
  for (std::int32_t architecture : architectures) {
    leaves.push_back({kConditionArchitecture, architecture});
  }
  return Join(kConditionOr, leaves);
}

Condition WriteSum(const std::vector<DecisionDiagram::Product>& sum,
                   const AspectSet& aspects) {
  std::vector<Condition> products;
  for (const DecisionDiagram::Product& product : sum) {
    std::vector<Condition> literals;
    for (const DecisionDiagram::Literal& literal : product) {
      const Condition leaf = {kConditionAspect,
                              *(aspects.begin() + literal.variable)};
      literals.push_back(literal.negated ? Negate(leaf) : leaf);
    }
    products.push_back(Join(kConditionAnd, literals));
  }
  return Join(kConditionOr, products);
}

// A function that is not constant.
Condition Function::WriteAspects(Node function) {
  Condition plain = WriteSum(diagram_.SumOfProducts(function), aspects_);
  Condition negation = Negate(
      WriteSum(diagram_.SumOfProducts(diagram_.Not(function)), aspects_));
  return negation.size() < plain.size() ? negation : plain;
}

std::optional<Condition> Function::Write() {
  if (overflowed()) return std::nullopt;
  if (exceptions_.empty() && general_ == DecisionDiagram::kTrue) {
    return Condition();
  }
  // Architectures with the same function together, in the order of the first
  // of each.
  std::vector<std::pair<Node, std::vector<std::int32_t>>> groups;
  std::vector<std::int32_t> all;
  for (const auto& [architecture, function] : exceptions_) {
    auto group = std::ranges::find(groups, function,
                                   [](const auto& entry) { return entry.first; });
    if (group == groups.end()) group = groups.insert(group, {function, {}});
    group->second.push_back(architecture);
  }
  std::vector<Condition> alternatives;
  for (const auto& [function, architectures] : groups) {
    if (function == DecisionDiagram::kTrue) {
      alternatives.push_back(Architectures(architectures));
      continue;
    }
    // Unless it holds there too, the general function must not.
    all.insert(all.end(), architectures.begin(), architectures.end());
    if (function == DecisionDiagram::kFalse) continue;
    alternatives.push_back(Join(
        kConditionAnd, {Architectures(architectures), WriteAspects(function)}));
  }
  if (general_ != DecisionDiagram::kFalse) {
    std::ranges::sort(all);
    std::vector<Condition> parts;
    if (general_ != DecisionDiagram::kTrue) {
      parts.push_back(WriteAspects(general_));
    }
    if (!all.empty()) parts.push_back(Negate(Architectures(all)));
    alternatives.push_back(Join(kConditionAnd, parts));
  }
  if (alternatives.empty()) alternatives.push_back(NeverCondition());
  if (overflowed()) return std::nullopt;
  return Join(kConditionOr, alternatives);
}

Condition Copy(Expression condition) {
  return Condition(condition.begin(), condition.end());
}

// Before normalization; `always` has no integers and cannot be an operand.
Condition RawNot(Expression a) {
  return a.empty() ? NeverCondition() : Negate(Copy(a));
}

Condition RawAnd(Expression a, Expression b) {
  if (a.empty()) return Copy(b);
  if (b.empty()) return Copy(a);
  return Join(kConditionAnd, {Copy(a), Copy(b)});
}

Condition RawOr(Expression a, Expression b) {
  if (a.empty() || b.empty()) return {};
  return Join(kConditionOr, {Copy(a), Copy(b)});
}

}  // namespace

std::vector<ArchitectureFacts> BuiltinArchitectureFacts() {
  std::vector<ArchitectureFacts> all;
  for (const TargetInfo& target : AllTargets()) {
    AddDevices({ArchitectureOrdinal(target.architecture_id),
                AspectSet(target.aspects.begin(), target.aspects.end()),
                target.may_support_other_aspects,
                {}},
               &all);
  }
  // Drivers take SPIR-V for CPUs too, which need not have the target's aspects.
  const std::optional<std::uint64_t> id =
      ArchitectureByName(kDriverCpuArchitecture);
  const std::optional<Aspect> cpu = AspectByName("cpu");
  if (id && cpu) {
    AddDevices({ArchitectureOrdinal(*id), {*cpu}, /*may_have_others=*/true, {}},
               &all);
  }
  return all;
}

void AddDevices(ArchitectureFacts target, std::vector<ArchitectureFacts>* all) {
  if (target.architecture == kUnknownArchitectureOrdinal) return;
  const auto place =
      std::ranges::lower_bound(*all, target.architecture, {},
                               &ArchitectureFacts::architecture);
  if (place == all->end() || place->architecture != target.architecture) {
    if (const std::optional<Aspect> emulated = AspectByName("emulated")) {
      target.optional_aspects.Insert(*emulated);
    }
    all->insert(place, std::move(target));
    return;
  }
  place->optional_aspects = place->optional_aspects.Union(target.aspects)
                                .Union(place->aspects);
  place->aspects = place->aspects.Intersection(target.aspects);
  place->may_have_others |= target.may_have_others;
}

ConditionSolver::ConditionSolver(
    const std::vector<ArchitectureFacts>& architectures, std::size_t node_limit)
    : node_limit_(node_limit) {
  for (const ArchitectureFacts& facts : architectures) {
    architectures_.emplace(facts.architecture, facts);
  }
}

Condition ConditionSolver::Normalize(Expression condition) const {
  Function function(condition, architectures_, node_limit_);
  return function.Write().value_or(Copy(condition));
}

Condition ConditionSolver::And(Expression a, Expression b) const {
  return Normalize(RawAnd(a, b));
}

Condition ConditionSolver::Or(Expression a, Expression b) const {
  return Normalize(RawOr(a, b));
}

Condition ConditionSolver::Not(Expression a) const {
  return Normalize(RawNot(a));
}

bool ConditionSolver::IsAlways(Expression condition) const {
  return Function(condition, architectures_, node_limit_)
      .IsConstant(DecisionDiagram::kTrue);
}

bool ConditionSolver::IsNever(Expression condition) const {
  return Function(condition, architectures_, node_limit_)
      .IsConstant(DecisionDiagram::kFalse);
}

bool ConditionSolver::Implies(Expression a, Expression b) const {
  return IsNever(RawAnd(a, RawNot(b)));
}

bool ConditionSolver::ImpliesAspect(Expression condition, Aspect aspect) const {
  const Condition leaf = {kConditionAspect, aspect};
  return Implies(condition, leaf);
}

}  // namespace facet
