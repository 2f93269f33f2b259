//===- function_conditions.h - On which devices a function exists ---------===//
//
// In:  a module with unresolved conditional calls.
// Out: those calls as plain calls of *generation functions*, one for each
//      (action, condition), that call the action; and for each function of the
//      module the condition under which anything calls it.
// Why: SPEC 003, "Alternate design for non-AOT SPIR-V targets", and SPEC 000,
//      "Modifications to the post-link tool". Each function of the SPIR-V module
//      is bound to its condition, so that whoever finishes the module for a
//      device drops the others.
//
// The condition of a function is "one of its callers exists, and its own
// condition holds". A kernel's own is what the kernel requires, a generation
// function's that of its calls; other functions have none. All calls of one
// generation function have one condition, so it suffices to know the function's.
//
// A generation function is nothing that the optimizer may see through: what is
// in it may not be possible on the device that its caller runs on. It is
// external until code is generated.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_FUNCTION_CONDITIONS_H
#define FACET_POSTLINK_CONDITIONAL_FUNCTION_CONDITIONS_H

#include "features/conditions/condition_manager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace facet {

struct ConditionedFunction {
  llvm::Function *Function;
  ConditionManager::Id When;
};

/// The own conditions of the functions of one module, by their names: what
/// copies or replaces a function keeps its name.
class FunctionConditions {
public:
  /// \p Architectures: what is known of them.
  explicit FunctionConditions(const std::vector<ArchitectureFacts> &Architectures)
      : Manager(Architectures) {}

  ConditionManager &manager() { return Manager; }
  const ConditionManager &manager() const { return Manager; }

  void setOwn(const llvm::Function &F, ConditionManager::Id When) {
    Own[F.getName()] = When;
  }
  ConditionManager::Id own(const llvm::Function &F) const {
    auto Found = Own.find(F.getName());
    return Found == Own.end() ? ConditionManager::kAlways : Found->second;
  }

  /// Returns the functions with bodies that \p Roots reach and that exist on
  /// some devices only, in the order of the module. Each function's condition
  /// is computed once of those of all its callers; functions that call one
  /// another are visited once more for each time that a condition becomes
  /// weaker, at most as often as there are of them.
  std::vector<ConditionedFunction> exist(llvm::Module &M,
                                         llvm::ArrayRef<llvm::Function *> Roots);

private:
  ConditionManager Manager;
  llvm::StringMap<ConditionManager::Id> Own;
};

/// Replaces every conditional call of \p M. Returns the generation functions,
/// whose own conditions are in \p Conditions, in the order of their first calls.
llvm::Expected<std::vector<llvm::Function *>>
makeGenerationFunctions(llvm::Module &M, FunctionConditions &Conditions);

/// Generation functions become internal functions like any other: code
/// generation may begin.
void releaseGenerationFunctions(llvm::ArrayRef<llvm::Function *> Generations);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_FUNCTION_CONDITIONS_H
