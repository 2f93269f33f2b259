// Conditions on devices: sequences of integers that say for which devices a
// piece of device code is meant.
//
// In:  the integers, as the headers make them and images carry them.
// Out: whether the sequence is an expression, whether it holds for a device,
//      and a text for people.
// Why: the headers write conditions, passes and the post-link step rearrange
//      them, the AOT step and the runtime evaluate them. std only: user
//      programs link it. What compares conditions is in
//      condition_manager.h.
//
// SPEC 003, "Changes to the device headers". The integers are an ABI.
//
// An expression is written operator first: -1 aspect, -2 architecture, -3 e,
// -4 e e, -5 e e. No integers at all: always.
//
// Example:
//   Condition c = {kConditionAnd, kConditionAspect, 5,
//                  kConditionNot, kConditionArchitecture, 3};
//   if (EvaluateCondition(c, facts)) log(ConditionText(c));

#ifndef FACET_FEATURES_CONDITIONS_CONDITIONS_H_
#define FACET_FEATURES_CONDITIONS_CONDITIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/conditions/device_features.h"
#include "features/conditions/feature.h"

namespace facet {

// Followed by a number of `enum class aspect`: the device has this aspect.
inline constexpr std::int32_t kConditionAspect = -1;
// Followed by an architecture's ordinal (features/architectures): the device is
// of this architecture. No device is of the architecture "unknown".
inline constexpr std::int32_t kConditionArchitecture = -2;
// Followed by one expression.
inline constexpr std::int32_t kConditionNot = -3;
// Followed by two expressions.
inline constexpr std::int32_t kConditionAnd = -4;
inline constexpr std::int32_t kConditionOr = -5;

using Condition = std::vector<std::int32_t>;

// Returns the only spelling of the condition that no device satisfies.
Condition NeverCondition();

// Accepts any integers. What is neither empty nor exactly one expression gives
// nullopt and says why in *error (which may be null).
std::optional<Condition> ParseCondition(std::span<const std::int32_t> condition,
                                        std::string* error);

// What a condition may ask of one device or target.
struct ConditionFacts : DeviceFeatures {
  // Ordinal; absent if it is not known.
  std::optional<std::int32_t> architecture;
};
// Returns what a device with an architecture of that id has. The architecture
// "unknown" is none.
ConditionFacts FactsOf(const DeviceFeatures& features,
                       std::uint64_t architecture_id);

// A kind of leaf: one row is all that conditions need of what they may ask.
struct ConditionLeaf {
  std::int32_t token;  // an ABI, like the number that follows it
  Feature::Kind kind;
  // Of the set "SYCL/special specialization constants".
  std::string_view property;
  // For numbers without a name, of which `name` is empty: "aspect 998".
  std::string_view noun;
  std::string_view (*name)(std::int32_t number);
  bool (*holds)(const ConditionFacts& device, std::int32_t number);
  // The macro with the number of the one target that code is compiled for, from
  // which headers decide the condition. Null: macros of another kind tell.
  const char* macro;
  std::int32_t (*number_of)(const ConditionFacts& device);
};
std::span<const ConditionLeaf> ConditionLeaves();
// Returns null if no leaf begins with `token`.
const ConditionLeaf* FindConditionLeaf(std::int32_t token);

// The condition must be one that ParseCondition accepts.
bool EvaluateCondition(std::span<const std::int32_t> condition,
                       const ConditionFacts& device);

// Returns "fp16 && !(intel_gpu_pvc || intel_gpu_dg1)"; "always"; "never".
// Accepts any integers.
std::string ConditionText(std::span<const std::int32_t> condition);

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_CONDITIONS_H_
