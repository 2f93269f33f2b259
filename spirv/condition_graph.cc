// Interns condition expressions; see condition_graph.h.

#include "spirv/condition_graph.h"

#include <utility>

#include "spirv/conditions.h"

namespace facet::spirv {

uint32_t ConditionGraph::Intern(Node node) {
  const bool commutes =
      node.operation == kConditionAnd || node.operation == kConditionOr;
  if (commutes && node.left > node.right) std::swap(node.left, node.right);
  if (commutes && node.left == node.right) return node.left;
  const auto [at, added] =
      at_.emplace(node, static_cast<uint32_t>(nodes_.size()));
  if (added) nodes_.push_back(node);
  return at->second;
}

// From the back: the operands of an operation are then on the stack, the left
// one on top.
std::optional<uint32_t> ConditionGraph::Add(
    std::span<const int32_t> expression) {
  std::vector<uint32_t> stack;
  for (size_t at = expression.size(); at-- > 0;) {
    Node node{expression[at]};
    const bool binary =
        node.operation == kConditionAnd || node.operation == kConditionOr;
    const size_t operands = binary ? 2 : node.operation == kConditionNot;
    if (stack.size() < operands || (node.operation < 0 && operands == 0))
      return std::nullopt;
    if (operands > 0) {
      node.left = stack.back();
      stack.pop_back();
    }
    if (operands > 1) {
      node.right = stack.back();
      stack.pop_back();
    }
    stack.push_back(Intern(node));
  }
  if (stack.size() != 1) return std::nullopt;
  return stack[0];
}

uint32_t ConditionGraph::AnyOf(const std::set<uint32_t>& alternatives) {
  auto at = alternatives.begin();
  uint32_t node = *at;
  while (++at != alternatives.end()) node = Intern({kConditionOr, node, *at});
  return node;
}

}  // namespace facet::spirv
