// Binds functions of a module to conditions (SPV_INTEL_function_variants).
//
// In:  a module, and for some of its functions an expression over leaves. What
// a
//      leaf means (an aspect, an architecture, a required size) is the caller's
//      business.
// Out: the same module in which
//      * each leaf is one OpSpecConstantFalse of its own SpecId, each distinct
//        operation one OpSpecConstantOp;
//      * those functions, the calls of them, and the types, constants and
//        variables that only such functions use carry ConditionalINTEL;
//      * their entry points are conditional, and so are capabilities and
//        extensions that nothing else needs.
// Why: whoever finishes the module for a device sets the leaves' constants;
//      functions whose condition is false are dropped before anything is
//      compiled, by a driver that knows the extension or by Specialize.
//
// Example: K is for devices that have both leaf 0 and leaf 1:
//   const FunctionCondition conditions[] = {{"K", {kConditionAnd, 0, 1}}};
//   auto made = AddConditions(module, conditions, &error);
//   // made->spec_ids[0], made->spec_ids[1]

#ifndef FACET_SPIRV_CONDITIONS_H_
#define FACET_SPIRV_CONDITIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv/module.h"

namespace facet::spirv {

// An expression in prefix form: a leaf's number, or one of these and its
// operands. The same numbers as in features/conditions.
inline constexpr int32_t kConditionNot = -3;
inline constexpr int32_t kConditionAnd = -4;
inline constexpr int32_t kConditionOr = -5;

struct FunctionCondition {
  // An entry point's name, else the name of an import or export, else OpName.
  std::string function;
  std::vector<int32_t> condition;  // empty: always
};

// The SpecId of a leaf that no expression has.
inline constexpr uint32_t kNoSpecId = 0xffffffff;

struct ConditionalModule {
  Module module;
  std::vector<uint32_t> spec_ids;  // by leaf, up to the highest one there is
};

// Without any condition the module comes back as it was. A function that is not
// there, a name that several functions have, a malformed expression, a module
// that has conditions already: errors.
std::optional<ConditionalModule> AddConditions(
    const Module& module, std::span<const FunctionCondition> conditions,
    std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_CONDITIONS_H_
