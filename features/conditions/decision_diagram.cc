// See decision_diagram.h.

#include "features/conditions/decision_diagram.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace facet {
namespace {

// The variable of the two constants: after all others.
constexpr DecisionDiagram::Variable kNoVariable =
    std::numeric_limits<DecisionDiagram::Variable>::max();

}  // namespace

DecisionDiagram::DecisionDiagram(std::size_t step_limit,
                                 std::size_t total_limit)
    : step_limit_(step_limit),
      total_limit_(total_limit),
      branches_{{kNoVariable, kFalse, kFalse}, {kNoVariable, kTrue, kTrue}} {
  Begin();
}

void DecisionDiagram::Begin() {
  first_of_step_ = branches_.size();
  overflowed_ = branches_.size() >= total_limit_;
}

void DecisionDiagram::Rollback() {
  for (std::size_t node = first_of_step_; node < branches_.size(); ++node) {
    const Branch& made = branches_[node];
    nodes_.erase(Key(made.variable, made.low, made.high));
  }
  branches_.resize(first_of_step_);
  ite_.clear();
  Begin();
}

std::size_t DecisionDiagram::KeyHash::operator()(const Key& key) const {
  const auto [a, b, c] = key;
  std::uint64_t hash = a * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 29) ^ b) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 32) ^ c) * 0x94d049bb133111ebu;
  return static_cast<std::size_t>(hash ^ (hash >> 31));
}

DecisionDiagram::Node DecisionDiagram::Make(Variable variable, Node low,
                                            Node high) {
  if (low == high || overflowed_) return low;
  const auto [place, is_new] = nodes_.try_emplace(
      Key(variable, low, high), static_cast<Node>(branches_.size()));
  if (is_new) {
    branches_.push_back({variable, low, high});
    if (branches_.size() > total_limit_ ||
        branches_.size() - first_of_step_ > step_limit_) {
      overflowed_ = true;
    }
  }
  return place->second;
}

DecisionDiagram::Node DecisionDiagram::Cofactor(Node node, Variable variable,
                                                bool value) const {
  const Branch& branch = branches_[node];
  if (branch.variable != variable) return node;
  return value ? branch.high : branch.low;
}

DecisionDiagram::Node DecisionDiagram::Ite(Node condition, Node high,
                                           Node low) {
  if (condition == kTrue || high == low) return high;
  if (condition == kFalse) return low;
  if (high == kTrue && low == kFalse) return condition;
  const Key key(condition, high, low);
  if (const auto known = ite_.find(key); known != ite_.end()) {
    return known->second;
  }
  const Variable variable =
      std::min({branches_[condition].variable, branches_[high].variable,
                branches_[low].variable});
  const auto half = [&](bool value) {
    return Ite(Cofactor(condition, variable, value),
               Cofactor(high, variable, value), Cofactor(low, variable, value));
  };
  const Node low_half = half(false);
  const Node high_half = half(true);
  if (overflowed_) return kFalse;
  const Node result = Make(variable, low_half, high_half);
  ite_.emplace(key, result);
  return result;
}

// Minato and Morreale: products that need not hold with the variable, those
// that need not hold without it, and then what both halves still lack.
const DecisionDiagram::Cover& DecisionDiagram::CoverBetween(Node lower,
                                                            Node upper) {
  const std::pair<Node, Node> key(lower, upper);
  if (const auto known = covers_.find(key); known != covers_.end()) {
    return known->second;
  }
  Cover cover;
  if (upper == kTrue && lower != kFalse) {
    cover = {kTrue, {Product()}};
  } else if (lower != kFalse && !overflowed_) {
    const Variable variable =
        std::min(branches_[lower].variable, branches_[upper].variable);
    const Node lower0 = Cofactor(lower, variable, false);
    const Node lower1 = Cofactor(lower, variable, true);
    const Node upper0 = Cofactor(upper, variable, false);
    const Node upper1 = Cofactor(upper, variable, true);
    const Cover& only0 = CoverBetween(And(lower0, Not(upper1)), upper0);
    const Cover& only1 = CoverBetween(And(lower1, Not(upper0)), upper1);
    const Cover& both =
        CoverBetween(Or(And(lower0, Not(only0.function)),
                        And(lower1, Not(only1.function))),
                     And(upper0, upper1));
    const auto append = [&](const Cover& part, const Product& prefix) {
      for (const Product& product : part.products) {
        cover.products.push_back(prefix);
        cover.products.back().insert(cover.products.back().end(),
                                     product.begin(), product.end());
      }
    };
    append(only0, {{variable, true}});
    append(only1, {{variable, false}});
    append(both, {});
    cover.function =
        Or(Make(variable, only0.function, only1.function), both.function);
  }
  product_count_ += cover.products.size() + 1;
  if (product_count_ > step_limit_) overflowed_ = true;
  return covers_.emplace(key, std::move(cover)).first->second;
}

std::vector<DecisionDiagram::Product> DecisionDiagram::SumOfProducts(
    Node function) {
  std::vector<Product> products = CoverBetween(function, function).products;
  covers_.clear();
  product_count_ = 0;
  std::ranges::sort(products);
  return products;
}

}  // namespace facet
