// How many registers a kernel's threads have on GPUs of Intel
// (sycl_ext_intel_grf_size): properties of kernels that no compiler or driver
// is told of, which choose the size themselves.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <type_traits>

#define SYCL_EXT_INTEL_GRF_SIZE 1

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental {

struct grf_size_key {
  template <unsigned int Size>
  using value_t = oneapi::experimental::property_value<
      grf_size_key, std::integral_constant<unsigned int, Size>>;
};
struct grf_size_automatic_key {
  using value_t = oneapi::experimental::property_value<grf_size_automatic_key>;
};
template <unsigned int Size>
inline constexpr grf_size_key::value_t<Size> grf_size;
inline constexpr grf_size_automatic_key::value_t grf_size_automatic;

} // namespace ext::intel::experimental

namespace ext::oneapi::experimental {
template <>
struct is_property_key<intel::experimental::grf_size_key> : std::true_type {};
template <>
struct is_property_key<intel::experimental::grf_size_automatic_key>
    : std::true_type {};
template <unsigned int Size>
struct has_compile_time_kernel_effect<
    intel::experimental::grf_size_key::value_t<Size>> : std::true_type {};
template <>
struct has_compile_time_kernel_effect<
    intel::experimental::grf_size_automatic_key::value_t> : std::true_type {};
} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
