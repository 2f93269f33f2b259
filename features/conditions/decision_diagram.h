// Reduced ordered binary decision diagrams over variables 0, 1, 2, ….
//
// In:  boolean operations.
// Out: nodes; two functions are equal exactly if their nodes are. A function as
//      a sum of products, which depends on nothing but the function.
// Why: to compare and simplify conditions by proof (solver.h).
//
// Nodes are limited. When the limit is reached every further result is
// meaningless and overflowed() is true. Recursion is as deep as there are
// variables; the user of a diagram limits those.

#ifndef FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_
#define FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace facet {

class DecisionDiagram {
 public:
  using Node = std::uint32_t;
  using Variable = std::uint32_t;

  static constexpr Node kFalse = 0;
  static constexpr Node kTrue = 1;

  struct Literal {
    Variable variable;
    bool negated;

    friend auto operator<=>(const Literal&, const Literal&) = default;
  };
  // Literals in the order of variables; none: true.
  using Product = std::vector<Literal>;

  explicit DecisionDiagram(std::size_t node_limit);

  Node Var(Variable variable) { return Make(variable, kFalse, kTrue); }
  Node Not(Node a) { return Ite(a, kFalse, kTrue); }
  Node And(Node a, Node b) { return Ite(a, b, kFalse); }
  Node Or(Node a, Node b) { return Ite(a, kTrue, b); }

  // An irredundant sum of prime products, in ascending order. None: false.
  std::vector<Product> SumOfProducts(Node function);

  bool overflowed() const { return overflowed_; }

 private:
  struct Branch {
    Variable variable;
    Node low, high;
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  // A function between two bounds, and its products.
  struct Cover {
    Node function = kFalse;
    std::vector<Product> products;
  };

  Node Make(Variable variable, Node low, Node high);
  Node Ite(Node condition, Node high, Node low);
  Node Cofactor(Node node, Variable variable, bool value) const;
  const Cover& CoverBetween(Node lower, Node upper);

  std::size_t node_limit_;
  bool overflowed_ = false;
  std::vector<Branch> branches_;  // by node
  std::unordered_map<Key, Node, KeyHash> nodes_;
  std::unordered_map<Key, Node, KeyHash> ite_;
  std::map<std::pair<Node, Node>, Cover> covers_;
  std::size_t product_count_ = 0;  // in covers_
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_
