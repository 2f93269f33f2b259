// Reduced ordered binary decision diagrams over numbered variables.
//
// In:  boolean operations.
// Out: nodes; two functions are equal exactly if their nodes are. A function as
//      a sum of products, which depends on nothing but the function.
// Why: to compare and simplify conditions by proof (condition_manager.h).
//
// Nodes are shared by all operations on one diagram, and their number is
// bounded. A caller brackets operations by Begin() and, if overflowed() is true
// then, Rollback(): the results since Begin() are meaningless, and all earlier
// nodes remain valid. Recursion is as deep as a function has variables; the
// user of a diagram limits those.

#ifndef FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_
#define FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace facet {

class DecisionDiagram {
 public:
  using Node = std::uint32_t;
  using Variable = std::uint64_t;

  static constexpr Node kFalse = 0;
  static constexpr Node kTrue = 1;

  struct Literal {
    Variable variable;
    bool negated;

    friend auto operator<=>(const Literal&, const Literal&) = default;
  };
  // Literals in the order of variables; none: true.
  using Product = std::vector<Literal>;

  // `step_limit`: how many nodes, and how many products, the operations between
  // two calls of Begin() may make. `total_limit`: how many nodes there may be.
  DecisionDiagram(std::size_t step_limit, std::size_t total_limit);

  void Begin();
  void Rollback();
  bool overflowed() const { return overflowed_; }

  Node Var(Variable variable) { return Make(variable, kFalse, kTrue); }
  Node Not(Node a) { return Ite(a, kFalse, kTrue); }
  Node And(Node a, Node b) { return Ite(a, b, kFalse); }
  Node Or(Node a, Node b) { return Ite(a, kTrue, b); }
  Node Ite(Node condition, Node high, Node low);

  // Returns an irredundant sum of prime products, in ascending order. None:
  // false.
  std::vector<Product> SumOfProducts(Node function);

  // Of a node that is neither kFalse nor kTrue: the function is `high` where
  // the variable is true and `low` where it is false.
  struct Branch {
    Variable variable;
    Node low, high;
  };
  const Branch& branch(Node node) const { return branches_[node]; }

 private:
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  // A function between two bounds, and its products.
  struct Cover {
    Node function = kFalse;
    std::vector<Product> products;
  };

  Node Make(Variable variable, Node low, Node high);
  Node Cofactor(Node node, Variable variable, bool value) const;
  const Cover& CoverBetween(Node lower, Node upper);

  std::size_t step_limit_, total_limit_;
  std::size_t first_of_step_ = 0;  // node
  bool overflowed_ = false;
  std::vector<Branch> branches_;  // by node
  std::unordered_map<Key, Node, KeyHash> nodes_;
  std::unordered_map<Key, Node, KeyHash> ite_;
  std::map<std::pair<Node, Node>, Cover> covers_;
  std::size_t product_count_ = 0;  // in covers_
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_DECISION_DIAGRAM_H_
