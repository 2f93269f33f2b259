// See conditions.h. Expressions may be as deep as they are long, so nothing
// here recurses.

#include "features/conditions/conditions.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "features/architectures/architecture.h"

namespace facet {
namespace {

bool HasAspect(const ConditionFacts& device, std::int32_t aspect) {
  return device.aspects.Contains(aspect);
}

bool IsArchitecture(const ConditionFacts& device, std::int32_t ordinal) {
  return ordinal != kUnknownArchitectureOrdinal &&
         device.architecture == ordinal;
}

std::int32_t ArchitectureOf(const ConditionFacts& device) {
  return device.architecture.value_or(kUnknownArchitectureOrdinal);
}

constexpr ConditionLeaf kLeaves[] = {
    {kConditionAspect, Feature::Kind::kAspect, "aspects", "aspect", AspectName,
     HasAspect, nullptr, nullptr},
    {kConditionArchitecture, Feature::Kind::kArchitecture, "architectures",
     "architecture", ArchitectureNameOfOrdinal, IsArchitecture,
     "__SYCL_ONLY_ARCHITECTURE__", ArchitectureOf},
};

bool IsOperator(std::int32_t token) {
  return token <= kConditionNot && token >= kConditionOr;
}

int OperandCount(std::int32_t token) { return token == kConditionNot ? 1 : 2; }

std::nullopt_t Malformed(std::string* error, std::string what,
                         std::size_t place) {
  if (error != nullptr) {
    *error = "malformed condition: " + what + " at " + std::to_string(place);
  }
  return std::nullopt;
}

std::string LeafText(const ConditionLeaf& leaf, std::int32_t number) {
  const std::string_view name = leaf.name(number);
  return name.empty() ? std::string(leaf.noun) + " " + std::to_string(number)
                      : std::string(name);
}

// An operator whose operands are being written.
struct OpenOperator {
  std::int32_t token;
  int operands_left;
  bool parenthesized;
};

// Operands of && and || that are the same operator need no parentheses.
bool NeedsParentheses(const std::vector<OpenOperator>& open,
                      std::int32_t token) {
  return token != kConditionNot && !open.empty() && open.back().token != token;
}

}  // namespace

std::span<const ConditionLeaf> ConditionLeaves() { return kLeaves; }

const ConditionLeaf* FindConditionLeaf(std::int32_t token) {
  const auto* leaf = std::ranges::find(kLeaves, token, &ConditionLeaf::token);
  return leaf == std::end(kLeaves) ? nullptr : leaf;
}

ConditionFacts FactsOf(const DeviceFeatures& features,
                       std::uint64_t architecture_id) {
  ConditionFacts facts{features, std::nullopt};
  const std::int32_t ordinal = ArchitectureOrdinal(architecture_id);
  if (ordinal != kUnknownArchitectureOrdinal) facts.architecture = ordinal;
  return facts;
}

Condition NeverCondition() {
  return {kConditionArchitecture, kUnknownArchitectureOrdinal};
}

std::optional<Condition> ParseCondition(std::span<const std::int32_t> condition,
                                        std::string* error) {
  std::size_t missing = condition.empty() ? 0 : 1;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const std::int32_t token = condition[i];
    if (missing == 0) {
      return Malformed(error, "more than one expression", i);
    }
    if (FindConditionLeaf(token)) {
      if (++i == condition.size()) {
        return Malformed(error, "the number of the last leaf is missing", i);
      }
      if (condition[i] < 0) return Malformed(error, "a negative number", i);
      --missing;
    } else if (IsOperator(token)) {
      missing += static_cast<std::size_t>(OperandCount(token)) - 1;
    } else {
      return Malformed(error, "no operator has the number " +
                                  std::to_string(token), i);
    }
  }
  if (missing != 0) {
    return Malformed(error, "an operand is missing", condition.size());
  }
  return Condition(condition.begin(), condition.end());
}

bool EvaluateCondition(std::span<const std::int32_t> condition,
                       const ConditionFacts& device) {
  if (condition.empty()) return true;
  // From the last integer to the first: operands are ready when their operator
  // is reached. A number that belongs to a leaf is never negative.
  std::vector<bool> values;
  for (std::size_t i = condition.size(); i-- > 0;) {
    const std::int32_t token = condition[i];
    if (token >= 0) continue;
    if (const ConditionLeaf* leaf = FindConditionLeaf(token)) {
      values.push_back(leaf->holds(device, condition[i + 1]));
    } else if (token == kConditionNot) {
      values.back() = !values.back();
    } else {
      const bool first = values.back();
      values.pop_back();
      values.back() = token == kConditionAnd ? first && values.back()
                                             : first || values.back();
    }
  }
  return values.back();
}

std::string ConditionText(std::span<const std::int32_t> condition) {
  if (condition.empty()) return "always";
  if (!ParseCondition(condition, nullptr)) return "malformed condition";
  if (std::ranges::equal(condition, NeverCondition())) return "never";
  std::string text;
  std::vector<OpenOperator> open;
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const std::int32_t token = condition[i];
    const ConditionLeaf* leaf = FindConditionLeaf(token);
    if (!leaf) {
      const bool parenthesized = NeedsParentheses(open, token);
      if (parenthesized) text += '(';
      if (token == kConditionNot) text += '!';
      open.push_back({token, OperandCount(token), parenthesized});
      continue;
    }
    text += LeafText(*leaf, condition[++i]);
    while (!open.empty() && --open.back().operands_left == 0) {
      if (open.back().parenthesized) text += ')';
      open.pop_back();
    }
    if (!open.empty()) {
      text += open.back().token == kConditionAnd ? " && " : " || ";
    }
  }
  return text;
}

}  // namespace facet
