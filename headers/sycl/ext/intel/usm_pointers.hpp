// sycl_ext_intel_usm_address_spaces: pointers to memory of a device or of the
// host. All targets take them as pointers to global memory.
#pragma once

#define SYCL_EXT_INTEL_USM_ADDRESS_SPACES 2

#include <sycl/detail/hide_macros.inc>

#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {

template <typename T, access::decorated D = access::decorated::legacy>
using device_ptr =
    multi_ptr<T, access::address_space::ext_intel_global_device_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using host_ptr =
    multi_ptr<T, access::address_space::ext_intel_global_host_space, D>;
template <typename T>
using raw_device_ptr = device_ptr<T, access::decorated::no>;
template <typename T> using raw_host_ptr = host_ptr<T, access::decorated::no>;
template <typename T>
using decorated_device_ptr = device_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_host_ptr = host_ptr<T, access::decorated::yes>;

} // namespace ext::intel
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
