// Limits of devices: numbers that descriptions of targets give and drivers report.
//
// In:  nothing.
// Out: the numbers, and the table of their names.
// Why: the configuration file, its slices, the runtime's table of targets and
//      the properties of emulated devices have the same numbers under the same
//      names: one row is all that a new number needs of them. std only: the
//      runtime uses it.

#ifndef FACET_FEATURES_CONDITIONS_DEVICE_LIMITS_H_
#define FACET_FEATURES_CONDITIONS_DEVICE_LIMITS_H_

#include <cstdint>
#include <limits>
#include <string_view>

namespace facet {

// Zero: not known, and then not checked.
struct DeviceLimits {
  std::uint64_t local_memory_size = 0;  // bytes, for dynamic and static memory
  std::uint64_t max_work_group_size = 0;
  // In SYCL's order for three dimensions: the last is the fastest.
  std::uint64_t max_work_item_sizes[3] = {0, 0, 0};

  friend bool operator==(const DeviceLimits&, const DeviceLimits&) = default;
};

struct DeviceLimit {
  std::string_view name;  // of the member, the key and the property
  std::uint64_t DeviceLimits::*value;
  std::int64_t largest;  // that a target may have
};

// All but max_work_item_sizes, in the order of the members.
inline constexpr DeviceLimit kDeviceLimits[] = {
    {"local_memory_size", &DeviceLimits::local_memory_size,
     std::numeric_limits<std::int64_t>::max()},
    // Group functions on CPUs have room for as many work-items
    // (headers/sycl/detail/group_exchange.hpp).
    {"max_work_group_size", &DeviceLimits::max_work_group_size, 8192},
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_DEVICE_LIMITS_H_
