//===- module_graph.h - What refers to what in a module -------------------===//
//
// In:  a module that does not change.
// Out: what each function, variable and alias refers to; what entry points
//      reach; what reaches a function; strongly connected components.
// Why: splitting, requirements, imports, local arenas and conditions of
//      functions are all found along references, which are defined here, once.
//      Each body is scanned once for all questions, and a question costs as much
//      as its answer is long.
//
// A reference is any mention, not just a call: a function whose address is
// taken is included, and so are the entries of a table of pointers. Whether the
// action of a conditional call counts is the caller's choice: it is included
// for targets that decide its condition, and stays apart where the program
// decides it when it runs (SPEC 003, "Changes to the sycl-post-link tool").
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_MODULE_GRAPH_H
#define FACET_COMPILER_IR_MODULE_GRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <vector>

namespace facet {

/// Visits the strongly connected components of a graph of \p Size nodes, callees
/// before callers, by Tarjan's algorithm with an explicit stack: call graphs are
/// deep. \p EdgeCount gives the number of edges of a node, \p Target the node
/// that one of them leads to, \p Visit takes the members of a component, each
/// after one that refers to it. Time and memory are linear.
void forEachComponent(
    uint32_t Size, llvm::function_ref<uint32_t(uint32_t Node)> EdgeCount,
    llvm::function_ref<uint32_t(uint32_t Node, uint32_t Edge)> Target,
    llvm::function_ref<void(llvm::ArrayRef<uint32_t> Members)> Visit);

enum class Actions {
  Follow, ///< conditional calls refer to their actions
  Skip    ///< they do not
};

class ModuleGraph {
public:
  using Values = llvm::ArrayRef<const llvm::GlobalValue *>;

  explicit ModuleGraph(const llvm::Module &M,
                       Actions Conditional = Actions::Follow)
      : M(M), Conditional(Conditional) {}

  const llvm::Module &module() const { return M; }

  /// Returns the roots and everything they reach, each in the order in which it
  /// is met: what two sources share may be anywhere in the module.
  std::vector<const llvm::GlobalValue *> reachableFrom(Values Roots);

  /// Returns what \p Value itself mentions. Valid until the next question.
  Values from(const llvm::GlobalValue &Value) { return direct(Value); }

  /// For each of \p Targets, every function that reaches it (itself included).
  /// Scans the whole module, once.
  std::vector<llvm::DenseSet<const llvm::GlobalValue *>>
  whatReaches(llvm::ArrayRef<const llvm::Function *> Targets);

  /// Visits the components of what \p Roots reach, callees before callers;
  /// members as for forEachComponent.
  void forEachComponentOf(Values Roots,
                          llvm::function_ref<void(Values Members)> Visit);

private:
  using References = llvm::SmallVector<const llvm::GlobalValue *, 8>;
  const References &direct(const llvm::GlobalValue &Value);

  const llvm::Module &M;
  Actions Conditional;
  llvm::DenseMap<const llvm::GlobalValue *, References> Direct;
};

} // namespace facet

#endif // FACET_COMPILER_IR_MODULE_GRAPH_H
