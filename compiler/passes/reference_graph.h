//===- reference_graph.h - Who refers to whom, and who needs what ---------===//
//
// In:  a module.
// Out: for each function, all aspects that it reaches, and under which
//      conditions; for a function and an aspect, the shortest chain of
//      references to a use.
// Why: the second half of aspect propagation.
//
// Nodes are functions, and the globals and constants between them: a table of
// pointers that many functions read is visited once. Strongly connected
// components are visited callees before callers (compiler/ir/module_graph.h), so
// one union for each reference is all the work. Time and memory are linear in
// the size of the module.
//
// A conditional call refers to its action under its condition; all aspects that
// the action reaches count under that. A recursion that goes through conditional
// calls, which device code does not have, iterates to a fixed point, at most
// MaxRounds times; after that its conditions are taken to hold.
//
// Chains cost nothing until they are asked for; the first question about an
// aspect searches the graph once, breadth first from the uses.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_REFERENCE_GRAPH_H
#define FACET_COMPILER_PASSES_REFERENCE_GRAPH_H

#include "compiler/passes/aspect_uses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <vector>

namespace facet {

/// A path from a function to a use. Paths can be 10^5 calls long: only the
/// first steps and the last are here.
struct ReferenceChain {
  struct Step {
    const llvm::Function *Callee;
    const llvm::Instruction *Where; // in the step before; may be null
    Condition When = {};            // of a conditional call
  };
  llvm::SmallVector<Step, 8> Steps;
  /// Calls left out before the last step.
  unsigned Omitted = 0;
  /// What the last function does with the aspect; null: its signature, its
  /// attributes.
  const llvm::Instruction *Use = nullptr;
};

class ReferenceGraph {
public:
  explicit ReferenceGraph(const llvm::Module &M,
                          AspectSources Sources = AspectSources::All);

  /// What a function reaches. Valid as long as the graph; functions that reach
  /// the same share one object.
  struct AspectsOfFunction {
    const AspectSet &Always;
    llvm::ArrayRef<UseSetPool::ConditionalUse> Sometimes;
  };
  /// Returns all that \p F reaches, incl. what it and its callees declare.
  AspectsOfFunction allAspectsOf(const llvm::Function &F) const {
    return lookUp(F, All);
  }
  const AspectSet &aspectsOf(const llvm::Function &F) const {
    return allAspectsOf(F).Always;
  }
  llvm::ArrayRef<UseSetPool::ConditionalUse>
  conditionalAspectsOf(const llvm::Function &F) const {
    return allAspectsOf(F).Sometimes;
  }
  /// Finds which of the aspects \p Among are declared by what a function
  /// reaches; \p Declaring are the functions that declare any.
  void propagateDeclared(llvm::ArrayRef<const llvm::Function *> Declaring,
                         const AspectSet &Among);
  /// Returns what propagateDeclared has found; nothing before.
  AspectsOfFunction declaredAspectsOf(const llvm::Function &F) const {
    return lookUp(F, Declared);
  }
  ConditionManager &conditions() { return Pool.conditions(); }

  /// Whether a use counts that is reached under a condition.
  using Filter = llvm::function_ref<bool(ConditionManager::Id)>;
  /// \p F must reach \p A: always, or such that the use counts. Null: each does.
  ReferenceChain chain(const llvm::Function &F, Aspect A,
                       Filter Counts = nullptr);

  /// Of a chain that is longer, these many steps and the last are kept.
  static constexpr unsigned KeptSteps = 16;
  /// How often a recursion through conditions is iterated.
  static constexpr unsigned MaxRounds = 8;
  /// How long a use under conditions is looked for, for a chain.
  static constexpr size_t MaxStates = 1 << 16;

private:
  using Set = UseSetPool::Id;
  using Index = uint32_t;
  static constexpr Index None = ~Index(0);

  struct Node {
    const llvm::Constant *Value;
    Set Direct = UseSetPool::Empty;
    Index FirstEdge = 0, LastEdge = 0; // [first, last)
  };
  struct Edge {
    Index To;
    ConditionManager::Id When;
    const llvm::Instruction *Where;
  };
  /// A step of the search for a use that is reached under conditions.
  struct State {
    Index Node;
    ConditionManager::Id When; // all conditions on the path
    Index Previous;         // a state
    Index Edge;
  };
  /// The path from a node to the nearest use of one aspect.
  struct Path {
    Index NextEdge = None; // None at the use itself
    unsigned Functions = 0;
    Index LastFunction = None;
    const llvm::Instruction *IntoLast = nullptr;
    const llvm::Instruction *Use = nullptr;
    bool Reached = false;
  };
  using Paths = std::vector<Path>;

  Index indexOf(const llvm::Constant *C);
  void collect(Index Current);
  void collectBody(Index Current, const llvm::Function &F);
  void refer(Index From, const llvm::Constant *To,
             const llvm::Instruction *Where, ConditionManager::Id When);
  void findComponents();
  void propagate(llvm::MutableArrayRef<Set> Reached);
  void uniteCallees(Index I, llvm::MutableArrayRef<Set> Reached);
  void finishComponent(llvm::ArrayRef<Index> Members,
                       llvm::MutableArrayRef<Set> Reached);
  void settleConditions(llvm::ArrayRef<Index> Members,
                        llvm::MutableArrayRef<Set> Reached);
  AspectsOfFunction lookUp(const llvm::Function &F,
                           llvm::ArrayRef<Set> Reached) const;
  const llvm::Function *functionAt(Index I) const;

  void reverseEdges();
  const Paths &pathsTo(Aspect A);
  Path pathThrough(Index From, Index EdgeIndex, const Path &Rest) const;
  ReferenceChain unconditionalChain(Index From, Aspect A);
  std::vector<State> pathUnderConditions(Index From, Aspect A, Filter Counts);
  ReferenceChain conditionalChain(Index From, Aspect A, Filter Counts);
  const llvm::Instruction *directUse(const llvm::Function &F, Aspect A);

  UseSetPool Pool;
  AspectUses Uses;
  std::vector<Node> Nodes;
  std::vector<Edge> Edges;
  /// All nodes by strongly connected components, callees before callers, and
  /// where those of more than one node begin and end.
  std::vector<Index> Components;
  std::vector<std::pair<Index, Index>> Recursions;
  /// For each node what it reaches, and what of it is declared, if asked.
  std::vector<Set> All, Declared;
  llvm::DenseMap<const llvm::Constant *, Index> Indices;
  /// While edges are collected: the last edge to a node, to find a second
  /// reference from the same node.
  std::vector<Index> LastEdgeTo;
  /// The declarations whose calls are conditional.
  llvm::DenseSet<const llvm::Value *> ConditionalCallers;

  std::vector<Index> FirstReverse;              // for each node
  std::vector<std::pair<Index, Index>> Reverse; // from node, edge
  std::map<Aspect, Paths> KnownPaths;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_REFERENCE_GRAPH_H
