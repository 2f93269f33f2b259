// What a device image needs, what a device has, and every reason why the second
// does not satisfy the first.
//
// In:  requirements, from the compiler or from the bytes of the property set
//      "SYCL/device requirements".
// Out: reasons with the text of the exception, or those bytes.
// Why: the compiler's diagnostics, the AOT filter, -fsycl-fixed-targets, the runtime's exception and kernel
//      bundle queries must never disagree, so all of them call Check. std only:
//      the runtime that user programs link uses it.
//
// SPEC 001, "Create the SYCL/device requirements property set" and "Raising an
// exception when features are incompatible".
//
// Example:
//   std::string error;
//   auto needs = DecodeRequirements(properties, &error);
//   for (const Reason& reason : Check(*needs, device)) log(reason.Message());

#ifndef FACET_FEATURES_REQUIREMENTS_REQUIREMENTS_H_
#define FACET_FEATURES_REQUIREMENTS_REQUIREMENTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/aspects/aspect_set.h"
#include "features/conditions/conditions.h"
#include "features/conditions/device_features.h"
#include "features/conditions/feature.h"

namespace facet {

// The property set, and its properties.
inline constexpr char kDeviceRequirementsSet[] = "SYCL/device requirements";
// Those of features: FeatureKinds.
inline constexpr std::string_view kFixedTargetProperty = "fixed_target";
// SPEC 003: "condition-N" is a condition, "conditional-aspects-N" what is needed
// where it holds.
inline constexpr std::string_view kConditionPrefix = "condition-";
inline constexpr std::string_view kConditionalAspectsPrefix =
    "conditional-aspects-";

// What is needed of the devices that satisfy a condition.
struct ConditionalAspects {
  Condition when;
  AspectSet aspects;

  friend auto operator<=>(const ConditionalAspects&,
                          const ConditionalAspects&) = default;
};

// What something needs: a function, a kernel, an image.
struct Requirements {
  AspectSet aspects;
  // Those of all other kinds. No architectures.
  std::vector<Feature> others;
  // Present if compiled with -fsycl-fixed-targets: target aspects.
  std::optional<std::vector<Aspect>> fixed_targets;
  // Besides, where conditions hold.
  std::vector<ConditionalAspects> conditional;

  bool empty() const;
  // Sorts every list and removes repetitions. Encode and Decode do this.
  void Canonicalize();
  // Adds a single feature; an architecture is nothing that can be required.
  void Add(const Feature& feature);
  // Makes this the union, but for fixed targets. True if that changed anything.
  bool Add(const Requirements& more);
  // Returns those of `others` that are of one kind, in their order.
  std::vector<Feature> Of(Feature::Kind kind) const;
  // Removes those of `others` that are of one kind.
  void Remove(Feature::Kind kind);
  // Removes the internal aspects.
  void RemoveInternalAspects();
  // Returns what is needed of this device: every condition is decided.
  Requirements On(const ConditionFacts& device) const;
  // Returns what is needed without conditions, in canonical order: by kind,
  // each ascending, without internal aspects.
  std::vector<Feature> Features() const;

  // By value, after Canonicalize(): equal ones may share an image.
  friend bool operator==(const Requirements&, const Requirements&) = default;
  friend auto operator<=>(const Requirements&, const Requirements&) = default;
};

struct Reason {
  // What the device lacks; absent if it is none of the fixed targets.
  std::optional<Feature> feature;
  std::vector<Aspect> fixed_targets;  // all of them

  // Returns the sentence of the exception, without a trailing newline.
  std::string Message() const;

  friend bool operator==(const Reason&, const Reason&) = default;
};

// Returns whether the device has one feature.
bool Has(const DeviceFeatures& device, const Feature& feature);

// Every reason, in this order: fixed target, then by kind in the order of
// FeatureKinds, each ascending. Empty: the image runs there. Internal
// (negative) aspects never fail. What is needed under conditions does not count:
// see Requirements::On.
std::vector<Reason> Check(const Requirements& requirements,
                          const DeviceFeatures& device);

// A property as an image carries it; nothing is copied or owned.
struct PropertyView {
  std::string_view name;
  const void* data = nullptr;
  std::uint64_t size = 0;
};

// Reads one "SYCL/device requirements" set. Accepts any bytes: what is
// malformed gives nullopt and says why in *error (which may be null).
// Properties it does not know are skipped, so that newer images still load.
std::optional<Requirements> DecodeRequirements(
    std::span<const PropertyView> properties, std::string* error);

// Returns the properties of the set in ascending name order. Empty lists give
// no property; internal aspects are left out; an empty list of fixed targets is
// kept, for it says "no device at all".
std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeRequirements(const Requirements& requirements);

}  // namespace facet

#endif  // FACET_FEATURES_REQUIREMENTS_REQUIREMENTS_H_
