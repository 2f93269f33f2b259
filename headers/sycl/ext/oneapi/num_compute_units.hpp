// The parts of a device that run work-groups
// (sycl_ext_oneapi_num_compute_units).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/device.hpp>
#include <sycl/info.hpp>

#include <cstddef>

#define SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::info::device {
struct num_compute_units {
  using return_type = std::size_t;
};
} // namespace ext::oneapi::info::device

template <>
inline std::size_t
device::get_info<ext::oneapi::info::device::num_compute_units>() const {
  const std::size_t units = get_info<info::device::max_compute_units>();
  return units == 0 ? 1 : units;
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
