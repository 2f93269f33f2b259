//===- spirv_conditions.h - Conditions of functions as SPIR-V words --------===//
//
// In:  conditions of functions (features/conditions), by the functions' names,
//      and the SPIR-V module that has those functions.
// Out: the module with ConditionalINTEL (spirv/conditions.h), and the
//      specialization constant of each aspect, architecture and size that the
//      conditions ask for.
// Why: the writer of words knows leaves by number only; what they mean is
//      decided here, once.
//
// A required work-group or sub-group size is a leaf too (SPEC 000). In a
// condition it is an aspect with a number that no aspect has.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H
#define FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H

#include "features/conditions/conditions.h"
#include "features/needs/kernel_requirements.h"
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

/// Numbers for required sizes in conditions.
class SizeLeaves {
public:
  /// "The device has everything that \p Entries ask for."
  Condition conditionOf(llvm::ArrayRef<KernelRequirement> Entries);
  /// The leaf of one entry.
  std::pair<int32_t, int32_t> leafOf(const KernelRequirement &Entry);
  static bool isSize(int32_t Aspect) { return Aspect >= First; }

private:
  /// Above all aspects and target aspects.
  static constexpr int32_t First = 0x40000000;
  std::vector<KernelRequirement> Sizes;
};

class SpirvConditions {
public:
  void add(llvm::StringRef Function, const Condition &When);
  bool empty() const { return Functions.empty(); }

  /// \p Words with the conditions.
  llvm::Expected<llvm::SmallVector<char, 0>>
  addTo(llvm::ArrayRef<char> Words);

  /// After addTo: the constant of a leaf, if the module needs it.
  std::optional<uint32_t> specIdOf(std::pair<int32_t, int32_t> Leaf) const;

private:
  /// kConditionAspect or kConditionArchitecture, and its number.
  std::map<std::pair<int32_t, int32_t>, int32_t> Leaves;
  std::vector<spirv::FunctionCondition> Functions;
  std::vector<uint32_t> SpecIds;
};

/// Adds "SYCL/special specialization constants" for what \p Conditions, those of
/// conditional calls, ask for.
void describeConstants(llvm::ArrayRef<Condition> Conditions,
                       const SpirvConditions &Module,
                       PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_SPIRV_CONDITIONS_H
