//===- propagate_aspects.h - Pass: who needs which aspect -----------------===//
//
// In:  device code of one source as the front end emits it, or simplified:
//      !sycl_types_that_use_aspects, !sycl_aspects, !sycl_declared_aspects,
//      !sycl_used_aspects.
//      Conditional code is set apart (conditional_call.h).
// Out: !sycl_used_aspects on every function that by itself or through the
//      functions it refers to needs an aspect, !sycl_conditionally_used_aspects
//      where it needs one under a condition only; !sycl_fixed_targets on every
//      kernel and SYCL_EXTERNAL function. A report for each function that
//      reaches an aspect which its device_has does not list.
// Why: post-link splits device code, and the runtime refuses kernels, by these
//      sets. It must run before anything inlines calls or drops types, and
//      before any link, which renames types.
//
// It runs twice. The first run excludes fp64 from what it saves (not from what
// it reports): a `double` literal that the optimizer turns into a float must
// not make a kernel need aspect::fp64. What device_has lists is saved in any
// case, in callers too: it is no matter of optimization. The second run, after
// simplification, saves all and reports nothing.
//
// A use under a condition is reported unless each device has the aspect that
// satisfies the condition and has what device_has lists.
//
// Linear time, recursion and shortest chains: reference_graph.h.
//
// SPEC 001, "New LLVM IR pass to propagate aspect usage", "Pre- and
// post-optimization aspect propagation", "SYCL internal aspects" (negative
// numbers are propagated like all others); SPEC 003, "Changes to the aspect
// propagation pass".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_PROPAGATE_ASPECTS_H
#define FACET_COMPILER_PASSES_PROPAGATE_ASPECTS_H

#include "compiler/diagnostics/aspect_report.h"
#include "compiler/passes/fixed_targets.h"
#include "compiler/passes/reference_graph.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace facet {

struct PropagateAspectsOptions {
  /// The value of -fsycl-fixed-targets.
  std::vector<std::string> FixedTargets;
  /// What is known of them, to warn of what one of them lacks once aspects are
  /// saved. Empty: nothing is checked.
  std::vector<FixedTarget> CheckedTargets;
  /// Names of aspects that are not saved, but for those that are declared.
  std::vector<std::string> ExcludedAspects;
  AspectSources Sources = AspectSources::All;
  /// Called for each finding, in the order of functions in the module. Null
  /// reports through the LLVMContext; see also Silent.
  std::function<void(const AspectUse &)> Report;
  bool Silent = false;
};

/// Only reports. Functions get the list of what they use under conditions alone
/// (!sycl_guarded_aspects): a link does not see the conditions any more.
void reportUndecided(llvm::Module &M, const PropagateAspectsOptions &Options);

/// Returns how \p F reaches \p A on a device; nullopt if it does not. Without
/// facts: on any device.
std::optional<AspectUse>
explainAspect(const llvm::Function &F, Aspect A,
              const std::optional<ConditionFacts> &Device,
              ReferenceGraph &Graph);

class PropagateAspectsPass : public llvm::PassInfoMixin<PropagateAspectsPass> {
public:
  explicit PropagateAspectsPass(PropagateAspectsOptions Options = {})
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  PropagateAspectsOptions Options;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_PROPAGATE_ASPECTS_H
