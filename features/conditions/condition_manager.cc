// See condition_manager.h.

#include "features/conditions/condition_manager.h"

#include <algorithm>
#include <set>
#include <utility>

#include "features/architectures/architecture.h"

namespace facet {
namespace {

using Expression = std::span<const std::int32_t>;
using Node = DecisionDiagram::Node;
using Variable = DecisionDiagram::Variable;

// Bound the depth of recursion in the diagram and the number of times that a
// condition is read.
constexpr std::size_t kLeavesOfOneCondition = 512;
constexpr std::size_t kLeavesOfAll = 2048;
constexpr std::size_t kNodesOfAll = 1 << 20;

// Of a leaf that is no architecture. Aspects come first.
Variable VariableOf(std::int32_t token, std::int32_t number) {
  return Variable{static_cast<std::uint32_t>(kConditionAspect - token)} << 32 |
         static_cast<std::uint32_t>(number);
}

std::int32_t TokenOf(Variable variable) {
  return kConditionAspect - static_cast<std::int32_t>(variable >> 32);
}

std::int32_t NumberOf(Variable variable) {
  return static_cast<std::int32_t>(variable & 0xffffffff);
}

enum class Known { kHas, kLacks, kEither };

Known KnownOf(const ArchitectureFacts& facts, Variable variable) {
  if (TokenOf(variable) != kConditionAspect) return Known::kEither;
  const Aspect aspect = NumberOf(variable);
  if (facts.aspects.Contains(aspect)) return Known::kHas;
  if (facts.may_have_others || facts.optional_aspects.Contains(aspect)) {
    return Known::kEither;
  }
  return Known::kLacks;
}

bool IsLeafToken(std::int32_t token) {
  return FindConditionLeaf(token) || token == kConditionSize;
}

// The operator is written before each operand but the last.
template <typename Operands>
Condition Join(std::int32_t op, const Operands& operands) {
  Condition joined;
  std::size_t left = operands.size();
  for (const Condition& operand : operands) {
    if (--left != 0) joined.push_back(op);
    joined.insert(joined.end(), operand.begin(), operand.end());
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

// How many integers the expression has that begins here.
std::size_t LengthOfFirst(Expression expression) {
  std::size_t missing = 1, end = 0;
  for (; missing != 0; ++end) {
    if (IsLeafToken(expression[end])) {
      ++end;
      --missing;
    } else if (expression[end] != kConditionNot) {
      ++missing;
    }
  }
  return end;
}

// The operands of the operators `op` that `condition` begins with.
void AddOperands(std::int32_t op, Expression condition,
                 std::set<Condition>* operands) {
  while (!condition.empty()) {
    if (condition.front() == op) {
      condition = condition.subspan(1);
      continue;
    }
    const std::size_t length = LengthOfFirst(condition);
    operands->emplace(condition.begin(), condition.begin() + length);
    condition = condition.subspan(length);
  }
}

}  // namespace

ConditionManager::ConditionManager(
    const std::vector<ArchitectureFacts>& architectures, std::size_t node_limit)
    : diagram_(node_limit, std::max(kNodesOfAll, node_limit)) {
  for (const ArchitectureFacts& facts : architectures) {
    architectures_.emplace(facts.architecture, facts);
  }
  Add({DecisionDiagram::kTrue, {}}, {});
  Add({DecisionDiagram::kFalse, {}}, NeverCondition());
}

ConditionManager::Id ConditionManager::Add(Function function,
                                           Condition written) {
  const Id id = static_cast<Id>(entries_.size());
  ids_.emplace(function, id);
  entries_.push_back({std::move(function), std::move(written)});
  return id;
}

ConditionManager::Id ConditionManager::AddWritten(Condition written) {
  const auto [place, is_new] =
      ids_of_large_.try_emplace(written, static_cast<Id>(entries_.size()));
  if (is_new) entries_.push_back({std::nullopt, std::move(written)});
  return place->second;
}

template <typename Make>
std::optional<ConditionManager::Id> ConditionManager::Try(Make make) {
  diagram_.Begin();
  Function function = make();
  if (!diagram_.overflowed()) {
    if (const auto known = ids_.find(function); known != ids_.end()) {
      return known->second;
    }
    Condition written = WriteFunction(function);
    if (!diagram_.overflowed()) {
      return Add(std::move(function), std::move(written));
    }
  }
  diagram_.Rollback();
  restricted_.clear();
  return std::nullopt;
}

//-- Reading -------------------------------------------------------------------

bool ConditionManager::CollectLeaves(
    Expression condition, std::vector<std::int32_t>* architectures) {
  std::set<Variable> variables;
  std::set<std::int32_t> mentioned;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    if (!IsLeafToken(condition[i])) continue;
    const std::int32_t kind = condition[i], number = condition[++i];
    if (kind != kConditionArchitecture) {
      variables.insert(VariableOf(kind, number));
    } else if (number != kUnknownArchitectureOrdinal) {
      mentioned.insert(number);
    }
    if (variables.size() + mentioned.size() > kLeavesOfOneCondition) {
      return false;
    }
  }
  architectures->assign(mentioned.begin(), mentioned.end());
  return std::ranges::all_of(variables,
                             [&](Variable v) { return AddVariable(v); });
}

bool ConditionManager::AddVariable(Variable variable) {
  if (variables_.contains(variable)) return true;
  if (variables_.size() == kLeavesOfAll) return false;
  variables_.insert(variable);
  return true;
}

Node ConditionManager::LeafNode(Variable variable,
                                std::optional<std::int32_t> architecture) {
  const auto facts =
      architecture ? architectures_.find(*architecture) : architectures_.end();
  const Known known = facts == architectures_.end()
                          ? Known::kEither
                          : KnownOf(facts->second, variable);
  if (known == Known::kHas) return DecisionDiagram::kTrue;
  if (known == Known::kLacks) return DecisionDiagram::kFalse;
  return diagram_.Var(variable);
}

// The function on devices of `architecture`; absent: of one that the condition
// does not mention. From the last integer to the first: operands are ready when
// their operator is reached.
Node ConditionManager::Build(Expression condition,
                             std::optional<std::int32_t> architecture) {
  std::vector<Node> values;
  for (std::size_t i = condition.size(); i-- > 0 && !diagram_.overflowed();) {
    const std::int32_t token = condition[i];
    if (token >= 0) continue;
    if (token == kConditionArchitecture) {
      values.push_back(architecture == condition[i + 1]
                           ? DecisionDiagram::kTrue
                           : DecisionDiagram::kFalse);
    } else if (IsLeafToken(token)) {
      values.push_back(
          LeafNode(VariableOf(token, condition[i + 1]), architecture));
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
  if (diagram_.overflowed()) return DecisionDiagram::kFalse;
  return values.empty() ? DecisionDiagram::kTrue : values.back();
}

ConditionManager::Id ConditionManager::Read(Expression condition) {
  Condition text(condition.begin(), condition.end());
  if (const auto known = read_.find(text); known != read_.end()) {
    return known->second;
  }
  std::vector<std::int32_t> architectures;
  std::optional<Id> id;
  if (ParseCondition(condition, nullptr) &&
      CollectLeaves(condition, &architectures)) {
    id = Try([&] {
      Function function{Build(condition, std::nullopt), {}};
      for (std::int32_t architecture : architectures) {
        SetOn(architecture, Build(condition, architecture), &function);
      }
      return function;
    });
  }
  if (!id) id = AddWritten(text);
  read_.emplace(std::move(text), *id);
  return *id;
}

ConditionManager::Id ConditionManager::Leaf(const Feature& feature) {
  for (const ConditionLeaf& leaf : ConditionLeaves()) {
    if (leaf.kind == feature.kind) {
      return Read(
          Condition{leaf.token, static_cast<std::int32_t>(feature.number)});
    }
  }
  const auto [found, is_new] =
      size_numbers_.try_emplace(feature, sizes_.size());
  const auto index = static_cast<std::int32_t>(found->second);
  if (is_new) sizes_.push_back(feature);
  const Variable variable = VariableOf(kConditionSize, index);
  std::optional<Id> id;
  if (AddVariable(variable)) {
    id = Try([&] { return Function{diagram_.Var(variable), {}}; });
  }
  return id ? *id : AddWritten({kConditionSize, index});
}

ConditionManager::Id ConditionManager::AllOf(const AspectSet& aspects) {
  std::vector<Condition> leaves;
  for (Aspect aspect : aspects) {
    if (!IsInternalAspect(aspect)) leaves.push_back({kConditionAspect, aspect});
  }
  return Read(Join(kConditionAnd, leaves));
}

Feature ConditionManager::FeatureOf(std::int32_t kind,
                                    std::int32_t number) const {
  if (kind == kConditionSize) return sizes_[static_cast<std::size_t>(number)];
  const ConditionLeaf& leaf = *FindConditionLeaf(kind);
  return {leaf.kind, static_cast<std::uint32_t>(number), {}};
}

//-- Architectures -------------------------------------------------------------

// `node` with what is known of devices of `architecture`.
Node ConditionManager::Restrict(Node node, std::int32_t architecture) {
  if (node <= DecisionDiagram::kTrue || diagram_.overflowed()) return node;
  const auto facts = architectures_.find(architecture);
  if (facts == architectures_.end()) return node;
  const auto known = restricted_.find({architecture, node});
  if (known != restricted_.end()) return known->second;
  const DecisionDiagram::Branch branch = diagram_.branch(node);
  const Known state = KnownOf(facts->second, branch.variable);
  Node result;
  if (state == Known::kHas) {
    result = Restrict(branch.high, architecture);
  } else if (state == Known::kLacks) {
    result = Restrict(branch.low, architecture);
  } else {
    const Node high = Restrict(branch.high, architecture);
    const Node low = Restrict(branch.low, architecture);
    result = diagram_.Ite(diagram_.Var(branch.variable), high, low);
  }
  restricted_.emplace(std::pair(architecture, node), result);
  return result;
}

Node ConditionManager::On(const Function& function, std::int32_t architecture) {
  const auto place =
      std::ranges::find(function.exceptions, architecture,
                        [](const auto& exception) { return exception.first; });
  return place != function.exceptions.end()
             ? place->second
             : Restrict(function.general, architecture);
}

// Architectures come in ascending order.
void ConditionManager::SetOn(std::int32_t architecture, Node node,
                             Function* function) {
  if (node != Restrict(function->general, architecture)) {
    function->exceptions.emplace_back(architecture, node);
  }
}

//-- Combinations --------------------------------------------------------------

template <typename Operation>
ConditionManager::Function ConditionManager::Combine(const Function& a,
                                                     const Function& b,
                                                     Operation operation) {
  Function result{operation(a.general, b.general), {}};
  std::set<std::int32_t> architectures;
  for (const Function* part : {&a, &b}) {
    for (const auto& exception : part->exceptions) {
      architectures.insert(exception.first);
    }
  }
  for (std::int32_t architecture : architectures) {
    SetOn(architecture, operation(On(a, architecture), On(b, architecture)),
          &result);
  }
  return result;
}

ConditionManager::Id ConditionManager::Not(Id a) {
  if (a <= kNever) return a == kAlways ? kNever : kAlways;
  if (const auto& function = entries_[a].function) {
    const auto id = Try([&] {
      return Combine(*function, *function,
                     [&](Node node, Node) { return diagram_.Not(node); });
    });
    if (id) return *id;
  }
  const Condition& written = Write(a);
  if (written.front() != kConditionNot) return AddWritten(Negate(written));
  return Read(Expression(written).subspan(1));
}

ConditionManager::Id ConditionManager::And(Id a, Id b) {
  if (a == b || b == kAlways || a == kNever) return a;
  if (a == kAlways || b == kNever) return b;
  const auto [place, is_new] = ands_.try_emplace(std::minmax(a, b), a);
  if (!is_new) return place->second;
  std::optional<Id> id;
  if (entries_[a].function && entries_[b].function) {
    id = Try([&] {
      return Combine(*entries_[a].function, *entries_[b].function,
                     [&](Node x, Node y) { return diagram_.And(x, y); });
    });
  }
  if (!id) {
    std::set<Condition> operands;
    AddOperands(kConditionAnd, Write(a), &operands);
    AddOperands(kConditionAnd, Write(b), &operands);
    Condition all = Join(kConditionAnd, operands);
    // Of two conditions each alone holds at least as often as both.
    id = all.size() > kLongestCondition ? std::min(a, b)
                                        : AddWritten(std::move(all));
  }
  return place->second = *id;
}

ConditionManager::Id ConditionManager::Or(Id a, Id b) {
  const Id both[] = {a, b};
  return AnyOf(both);
}

ConditionManager::Id ConditionManager::AnyOf(std::span<const Id> alternatives) {
  std::set<Id> parts(alternatives.begin(), alternatives.end());
  parts.erase(kNever);
  if (parts.empty()) return kNever;
  if (parts.size() == 1 || parts.contains(kAlways)) return *parts.begin();
  const std::pair<Id, Id> key(*parts.begin(), *parts.rbegin());
  if (parts.size() == 2) {
    const auto known = ors_.find(key);
    if (known != ors_.end()) return known->second;
  }
  std::optional<Id> id;
  if (std::ranges::all_of(
          parts, [&](Id part) { return entries_[part].function.has_value(); })) {
    id = Try([&] {
      Function sum{DecisionDiagram::kFalse, {}};
      for (Id part : parts) {
        sum = Combine(sum, *entries_[part].function,
                      [&](Node x, Node y) { return diagram_.Or(x, y); });
      }
      return sum;
    });
  }
  if (!id) {
    std::set<Condition> operands;
    for (Id part : parts) AddOperands(kConditionOr, Write(part), &operands);
    Condition any = Join(kConditionOr, operands);
    id = any.size() > kLongestCondition ? kAlways : AddWritten(std::move(any));
  }
  if (parts.size() == 2) ors_.emplace(key, *id);
  return *id;
}

bool ConditionManager::Implies(Id a, Id b) {
  if (a == b || a == kNever || b == kAlways) return true;
  if (!entries_[a].function || !entries_[b].function) return false;
  diagram_.Begin();
  const Function counterexamples =
      Combine(*entries_[a].function, *entries_[b].function, [&](Node x, Node y) {
        return diagram_.And(x, diagram_.Not(y));
      });
  if (!diagram_.overflowed()) {
    return counterexamples == Function{DecisionDiagram::kFalse, {}};
  }
  diagram_.Rollback();
  restricted_.clear();
  return false;
}

bool ConditionManager::ImpliesAspect(Id when, Aspect aspect) {
  if (when == kAlways || IsInternalAspect(aspect)) return when == kNever;
  return Implies(when, Read(Condition{kConditionAspect, aspect}));
}

//-- Writing -------------------------------------------------------------------

Condition ConditionManager::WriteSum(
    const std::vector<DecisionDiagram::Product>& sum) const {
  std::vector<Condition> products;
  for (const DecisionDiagram::Product& product : sum) {
    std::vector<Condition> literals;
    for (const DecisionDiagram::Literal& literal : product) {
      const Condition leaf = {TokenOf(literal.variable),
                              NumberOf(literal.variable)};
      literals.push_back(literal.negated ? Negate(leaf) : leaf);
    }
    products.push_back(Join(kConditionAnd, literals));
  }
  return Join(kConditionOr, products);
}

// A function that is not constant.
Condition ConditionManager::WriteNode(Node node) {
  Condition plain = WriteSum(diagram_.SumOfProducts(node));
  Condition negation =
      Negate(WriteSum(diagram_.SumOfProducts(diagram_.Not(node))));
  return negation.size() < plain.size() ? negation : plain;
}

Condition ConditionManager::WriteFunction(const Function& function) {
  if (function == Function{DecisionDiagram::kTrue, {}}) return {};
  // Architectures with the same function together, in the order of the first
  // of each.
  std::vector<std::pair<Node, std::vector<std::int32_t>>> groups;
  for (const auto& [architecture, node] : function.exceptions) {
    auto group = std::ranges::find(groups, node,
                                   [](const auto& entry) { return entry.first; });
    if (group == groups.end()) group = groups.insert(group, {node, {}});
    group->second.push_back(architecture);
  }
  std::vector<Condition> alternatives;
  std::vector<std::int32_t> excluded;
  for (const auto& [node, architectures] : groups) {
    if (node == DecisionDiagram::kTrue) {
      alternatives.push_back(Architectures(architectures));
      continue;
    }
    // Unless it holds there too, the general function must not.
    excluded.insert(excluded.end(), architectures.begin(), architectures.end());
    if (node == DecisionDiagram::kFalse) continue;
    alternatives.push_back(
        Join(kConditionAnd,
             std::vector{Architectures(architectures), WriteNode(node)}));
  }
  if (function.general != DecisionDiagram::kFalse) {
    std::ranges::sort(excluded);
    std::vector<Condition> parts;
    if (function.general != DecisionDiagram::kTrue) {
      parts.push_back(WriteNode(function.general));
    }
    if (!excluded.empty()) parts.push_back(Negate(Architectures(excluded)));
    alternatives.push_back(Join(kConditionAnd, parts));
  }
  if (alternatives.empty()) alternatives.push_back(NeverCondition());
  return Join(kConditionOr, alternatives);
}

}  // namespace facet
