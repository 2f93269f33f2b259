//===- function_needs.h - What functions need, over all sources -----------===//
//
// In:  linked device code.
// Out: for each function what it needs with everything it reaches without
//      conditions (SPEC 000's Used set), and an error where that is more than
//      [[sycl::requires]] lists.
// Why: each source was checked alone, without the bodies of SYCL_EXTERNAL
//      functions of other sources. SPEC 000, "Modifications to the post-link
//      tool", first pass.
//
// Each function is visited once, and once more for each time that a recursion
// adds something.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_FUNCTION_NEEDS_H
#define FACET_POSTLINK_CONDITIONAL_FUNCTION_NEEDS_H

#include "compiler/diagnostics/aspect_report.h"
#include "compiler/ir/module_graph.h"
#include "compiler/ir/sycl_metadata.h"
#include "features/requirements/requirements.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/split/split.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

class FunctionNeeds {
public:
  /// \p References do not follow conditional calls.
  FunctionNeeds(const llvm::Module &M, ModuleGraph &References)
      : FunctionNeeds(M, References, compiledNeeds) {}
  /// With what functions need by themselves said by \p Own.
  /// \p Without: aspects that a function does not get from what it reaches.
  FunctionNeeds(const llvm::Module &M, ModuleGraph &References,
                llvm::function_ref<Requirements(const llvm::Function &)> Own,
                llvm::function_ref<AspectSet(const llvm::Function &)> Without =
                    nullptr);

  /// Without what functions use under conditions that were decided when their
  /// sources were compiled: for checks, which are the same for all targets.
  static FunctionNeeds withoutGuarded(const llvm::Module &M,
                                      ModuleGraph &References);

  /// Aspects, internal ones included, and sub-group sizes.
  const Requirements &of(const llvm::Function &F) const;

  /// Returns the first function, in the order of the module, that needs an
  /// aspect which its [[sycl::requires]] does not list. The error has the calls
  /// that lead there.
  llvm::Error checkRequired(const AspectTable &Names) const;

  /// Returns the error that a function which calls \p F through \p Before needs
  /// \p Missing, with the calls from \p F on. Without \p Before it is \p F.
  llvm::Error undeclared(std::vector<CallChainStep> Before,
                         const llvm::Function &F, Aspect Missing,
                         const AspectTable &Names) const;

private:
  /// Returns what \p F itself was compiled to need.
  static Requirements compiledNeeds(const llvm::Function &F);
  const llvm::Module &M;
  ModuleGraph &References;
  llvm::DenseMap<const llvm::GlobalValue *, Requirements> Needs;
};

/// For each function the functions that it imports from other images, also those
/// that it reaches under conditions, as numbers in the place of aspects. Nullopt
/// if there are none.
std::optional<FunctionNeeds> findImports(const llvm::Module &M,
                                         ModuleGraph &References);

/// SPEC 000's Required set of \p Entry: what it needs and what it declares.
Requirements requiredOf(const EntryPoint &Entry, const FunctionNeeds &Needs);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_FUNCTION_NEEDS_H
