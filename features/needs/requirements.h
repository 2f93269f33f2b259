// What a device image needs, what a device has, and every reason why the second
// does not satisfy the first.
//
// In:  requirements, from the compiler or from the bytes of the property set
//      "SYCL/device requirements".
// Out: reasons with the text of the exception, or those bytes.
// Why: the AOT filter, -fsycl-fixed-targets, the runtime's exception and kernel
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

#ifndef FACET_FEATURES_NEEDS_REQUIREMENTS_H_
#define FACET_FEATURES_NEEDS_REQUIREMENTS_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/aspects/aspect_set.h"

namespace facet {

// The property set, and its four properties.
inline constexpr std::string_view kDeviceRequirementsSet =
    "SYCL/device requirements";
inline constexpr std::string_view kAspectProperty = "aspect";
inline constexpr std::string_view kSubGroupSizeProperty = "reqd_sub_group_size";
inline constexpr std::string_view kWorkGroupSizeProperty =
    "reqd_work_group_size";
inline constexpr std::string_view kFixedTargetProperty = "fixed_target";

// One [[sycl::reqd_work_group_size]], dimensions in the attribute's order (the
// last is the fastest). dims beyond dim_count are zero.
struct WorkGroupSize {
  std::uint32_t dims[3] = {0, 0, 0};
  std::uint32_t dim_count = 0;

  // Work-items in the group; the largest uint64_t if that is too small.
  std::uint64_t Total() const;

  friend bool operator==(const WorkGroupSize&, const WorkGroupSize&) = default;
  friend std::strong_ordering operator<=>(const WorkGroupSize& a,
                                          const WorkGroupSize& b);
};

struct Requirements {
  AspectSet aspects;
  std::vector<std::uint32_t> sub_group_sizes;
  std::vector<WorkGroupSize> work_group_sizes;
  // Present if compiled with -fsycl-fixed-targets: target aspects.
  std::optional<std::vector<Aspect>> fixed_targets;

  bool empty() const;
  // Sorts every list and removes repetitions. Encode and Decode do this.
  void Canonicalize();

  friend bool operator==(const Requirements&, const Requirements&) = default;
};

struct DeviceFeatures {
  AspectSet aspects;
  std::vector<std::uint32_t> sub_group_sizes;
  // Zero: not known, and then not checked.
  std::uint64_t max_work_group_size = 0;
  // In SYCL's order for three dimensions: the last is the fastest. Zero: not
  // known, and then not checked.
  std::uint64_t max_work_item_sizes[3] = {0, 0, 0};
  // The targets this device is. Several where code of an older target runs too.
  std::vector<Aspect> target_aspects;
};

struct Reason {
  enum class Kind { kAspect, kSubGroupSize, kWorkGroupSize, kFixedTarget };

  Kind kind = Kind::kAspect;
  Aspect aspect = 0;                  // kAspect
  std::uint32_t sub_group_size = 0;   // kSubGroupSize
  WorkGroupSize work_group_size;      // kWorkGroupSize
  std::vector<Aspect> fixed_targets;  // kFixedTarget: all of them

  // The sentence of the exception, without a trailing newline.
  std::string Message() const;

  friend bool operator==(const Reason&, const Reason&) = default;
};

// Every reason, in this order: fixed target, aspects ascending, sub-group sizes
// ascending, work-group sizes ascending. Empty: the image runs there. Internal
// (negative) aspects never fail.
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

// The properties of the set in ascending name order. Empty lists give no
// property; internal aspects are left out; an empty list of fixed targets is
// kept, for it says "no device at all".
std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeRequirements(const Requirements& requirements);

}  // namespace facet

#endif  // FACET_FEATURES_NEEDS_REQUIREMENTS_H_
