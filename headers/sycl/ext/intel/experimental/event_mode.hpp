// How threads wait for events (sycl_ext_intel_event_mode): a hint to
// submit_with_event. Waiting threads sleep in any mode where the driver lets
// them.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/ext/oneapi/properties/properties.hpp>

#include <type_traits>

#define SYCL_EXT_INTEL_EVENT_MODE 1

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental {

enum class event_mode_enum { none, low_power };

struct event_mode {
  event_mode(event_mode_enum mode) : value(mode) {}
  event_mode_enum value;

  friend bool operator==(const event_mode &a, const event_mode &b) {
    return a.value == b.value;
  }
  friend bool operator!=(const event_mode &a, const event_mode &b) {
    return !(a == b);
  }
};
using event_mode_key = event_mode;

} // namespace ext::intel::experimental

namespace ext::oneapi::experimental {
template <>
struct is_property_key<ext::intel::experimental::event_mode_key>
    : std::true_type {};
} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
