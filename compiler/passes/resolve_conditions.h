//===- resolve_conditions.h - Pass: conditional calls for one target ------===//
//
// In:  device code behind sycl-conditional-call-on-device, and what is known of
//      the one target that it is compiled for.
// Out: the same without conditional callers: calls whose condition holds are
//      plain calls, the others are gone. Aspects that functions use under
//      conditions that hold are among !sycl_used_aspects, and there is no
//      !sycl_conditionally_used_aspects any more.
// Why: code for one target needs no choice. Early, before the optimizer sees
//      the code (-fsycl-resolve-conditions-for=), or late, when each target's
//      code is made of the common one (postlink/aot).
//
// What only calls that are gone needed stays until GlobalDCE.
//
// SPEC 003, "Changes to the sycl-post-link tool (AOT)", "Alternate design for
// AOT targets".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_RESOLVE_CONDITIONS_H
#define FACET_COMPILER_PASSES_RESOLVE_CONDITIONS_H

#include "features/conditions/conditions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace facet {

/// Returns an error for conditional calls or metadata that are not formed as
/// they should be; the module then is as it was. \p Called gets the actions
/// that are called now.
llvm::Error
ResolveConditions(llvm::Module &M, const ConditionFacts &Target,
                  llvm::DenseSet<const llvm::Function *> *Called = nullptr);

/// Reports errors through the LLVMContext.
/// Whether the headers have decided the conditions of \p M, for the one target of
/// the program.
bool isDecidedByHeaders(const llvm::Module &M);
/// Makes the calls that they decided for, and drops the others.
llvm::Error ResolveDecidedConditions(llvm::Module &M);

class ResolveConditionsPass
    : public llvm::PassInfoMixin<ResolveConditionsPass> {
public:
  explicit ResolveConditionsPass(ConditionFacts Target)
      : Target(std::move(Target)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  ConditionFacts Target;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_RESOLVE_CONDITIONS_H
