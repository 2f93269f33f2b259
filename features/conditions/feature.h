// One optional feature: something that a device has, is or supports, and another
// device does not.
//
// Why: conditions ask for features, kernels require them, a device lacks them;
//      the kinds are listed here, once.

#ifndef FACET_FEATURES_CONDITIONS_FEATURE_H_
#define FACET_FEATURES_CONDITIONS_FEATURE_H_

#include <compare>
#include <cstdint>
#include <limits>

#include "features/aspects/aspect_set.h"

namespace facet {

// One [[sycl::reqd_work_group_size]]. Dimensions in the attribute's order (the last is the fastest); those beyond
// dim_count are zero.
struct WorkGroupSize {
  std::uint32_t dims[3] = {0, 0, 0};
  std::uint32_t dim_count = 0;

  // Work-items in the group; the largest uint64_t if that is too small.
  std::uint64_t Total() const {
    std::uint64_t total = 1;
    for (std::uint32_t d = 0; d < dim_count; ++d) {
      if (dims[d] != 0 &&
          total > std::numeric_limits<std::uint64_t>::max() / dims[d]) {
        return std::numeric_limits<std::uint64_t>::max();
      }
      total *= dims[d];
    }
    return total;
  }

  friend bool operator==(const WorkGroupSize&, const WorkGroupSize&) = default;
  friend std::strong_ordering operator<=>(const WorkGroupSize& a,
                                          const WorkGroupSize& b) {
    if (auto order = a.dim_count <=> b.dim_count; order != 0) return order;
    for (int d = 0; d < 3; ++d) {
      if (auto order = a.dims[d] <=> b.dims[d]; order != 0) return order;
    }
    return std::strong_ordering::equal;
  }
};

struct Feature {
  enum class Kind { kAspect, kArchitecture, kWorkGroupSize, kSubGroupSize };

  static Feature OfAspect(Aspect aspect) {
    return {Kind::kAspect, static_cast<std::uint32_t>(aspect), {}};
  }
  static Feature OfWorkGroup(const WorkGroupSize& size) {
    return {Kind::kWorkGroupSize, 0, size};
  }
  static Feature OfSubGroup(std::uint32_t size) {
    return {Kind::kSubGroupSize, size, {}};
  }

  Kind kind = Kind::kAspect;
  // Of an aspect or an architecture (by ordinal), or a sub-group size.
  std::uint32_t number = 0;
  WorkGroupSize work_group_size;  // kWorkGroupSize

  Aspect aspect() const { return static_cast<Aspect>(number); }

  friend bool operator==(const Feature&, const Feature&) = default;
  friend auto operator<=>(const Feature&, const Feature&) = default;
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_FEATURE_H_
