//===- spirv_conditions.h - Conditions of functions as SPIR-V words -------===//
//
// In:  conditions of functions (features/conditions), by the functions' names,
//      and the SPIR-V module that has those functions.
// Out: the module with ConditionalINTEL (spirv/conditions.h), and the
//      specialization constant of each aspect, architecture and size that the
//      conditions ask for.
// Why: the writer of words knows leaves by number only; what they mean is
//      decided here, once.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H
#define FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H

#include "features/conditions/condition_manager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "postlink/container/container.h"
#include "spirv/conditions.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace facet {

class SpirvConditions {
public:
  void add(llvm::StringRef Function, ConditionManager::Id When,
           const ConditionManager &Conditions);
  bool empty() const { return Functions.empty(); }

  /// \p Words with the conditions.
  llvm::Expected<llvm::SmallVector<char, 0>>
  addTo(llvm::ArrayRef<char> Words);

  /// After addTo: the constant of a leaf, if the module needs it.
  std::optional<uint32_t> specIdOf(const Feature &Leaf) const;

private:
  std::map<Feature, int32_t> Leaves;
  std::vector<spirv::FunctionCondition> Functions;
  std::vector<uint32_t> SpecIds;
};

/// Adds "SYCL/special specialization constants" for the aspects and architectures
/// that \p Calls, the conditions of conditional calls, ask for.
void describeConstants(llvm::ArrayRef<ConditionManager::Id> Calls,
                       const ConditionManager &Conditions,
                       const SpirvConditions &Module,
                       PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H
