// Condition expressions as one graph without duplicates. A part of
// AddConditions.
//
// In:  expressions of conditions.
// Out: nodes, each expression once.

#ifndef FACET_SPIRV_CONDITION_GRAPH_H_
#define FACET_SPIRV_CONDITION_GRAPH_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace facet::spirv {

class ConditionGraph {
 public:
  struct Node {
    int32_t operation;  // a leaf's number, or kCondition...
    uint32_t left = 0, right = 0;
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  // Returns the node of a whole expression; nothing when it is malformed.
  std::optional<uint32_t> Add(std::span<const int32_t> expression);
  // Returns the node of "one of these"; `alternatives` is not empty.
  uint32_t AnyOf(const std::set<uint32_t>& alternatives);

  // Operands come before what uses them.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  uint32_t Intern(Node node);

  std::vector<Node> nodes_;
  std::map<Node, uint32_t> at_;
};

}  // namespace facet::spirv

#endif  // FACET_SPIRV_CONDITION_GRAPH_H_
