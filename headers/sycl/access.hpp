// Enumerations about memory access and address spaces (SYCL 2020, 4.7.6.1
// and 4.7.7.1).
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {

enum class access_mode : int {
  read,
  write,
  read_write,
  discard_write [[deprecated("use property::no_init")]],
  discard_read_write [[deprecated("use property::no_init")]],
  atomic [[deprecated("use atomic_ref")]]
};

enum class target : int {
  device,
  host_task,
  global_buffer [[deprecated("use target::device")]] = device,
  constant_buffer = 2,
  local = 3,
  host_buffer = 4,
  // Of SYCL 1.2.1; accessors of these kinds cannot be constructed.
  image [[deprecated("use unsampled_image_accessor")]] = 5,
  host_image [[deprecated("use host_unsampled_image_accessor")]] = 6,
  image_array [[deprecated("use unsampled_image_accessor")]] = 7
};

namespace access {

using sycl::access_mode;
using mode = sycl::access_mode;
using sycl::target;

enum class placeholder : int { false_t, true_t };

enum class decorated : int { no, yes, legacy };

enum class address_space : int {
  global_space,
  local_space,
  constant_space,
  private_space,
  generic_space,
  // sycl_ext_intel_usm_address_spaces: parts of global memory.
  ext_intel_global_device_space,
  ext_intel_global_host_space
};

enum class fence_space : char { local_space, global_space, global_and_local };

} // namespace access

namespace detail {

/// Returns whether the space is global memory, or a part of it.
constexpr bool is_global_space(access::address_space space) noexcept {
  return space == access::address_space::global_space ||
         space == access::address_space::ext_intel_global_device_space ||
         space == access::address_space::ext_intel_global_host_space;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
