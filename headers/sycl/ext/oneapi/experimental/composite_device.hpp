// Devices of several tiles (sycl_ext_oneapi_composite_device). There are none:
// each tile is a device.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/platform.hpp>

#include <vector>

#define SYCL_EXT_ONEAPI_COMPOSITE_DEVICE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

inline std::vector<device> get_composite_devices() { return {}; }

namespace info::device {
struct component_devices {
  using return_type = std::vector<sycl::device>;
};
struct composite_device {
  using return_type = sycl::device;
};
} // namespace info::device
} // namespace ext::oneapi::experimental

inline std::vector<device> platform::ext_oneapi_get_composite_devices() const {
  return {};
}
template <>
inline std::vector<device>
device::get_info<ext::oneapi::experimental::info::device::component_devices>()
    const {
  return {};
}
template <>
inline device
device::get_info<ext::oneapi::experimental::info::device::composite_device>()
    const {
  throw exception(make_error_code(errc::invalid),
                  "device::get_info: the device lacks "
                  "aspect::ext_oneapi_is_component");
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
