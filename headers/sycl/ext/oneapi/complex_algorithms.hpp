// Extension sycl_ext_oneapi_complex_algorithms: sums and products of complex
// numbers in group algorithms and reductions, which take objects of any
// trivially copyable class. What is missing are the identities, of std::complex
// and of sycl_ext_oneapi_complex.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS 2

#include <sycl/detail/vec_traits.hpp>
#include <sycl/functional.hpp>

#include <complex>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T>
inline constexpr bool is_any_complex_v = is_sycl_complex_v<T>;
template <> inline constexpr bool is_any_complex_v<std::complex<float>> = true;
template <> inline constexpr bool is_any_complex_v<std::complex<double>> = true;

#define __SYCL_COMPLEX_IDENTITY(OPERATION, VALUE)                              \
  template <typename Of, typename T>                                           \
  struct identity_of<                                                          \
      OPERATION<Of>, T,                                                        \
      std::enable_if_t<is_any_complex_v<T> &&                                  \
                       (std::is_void_v<Of> || std::is_same_v<Of, T>)>> {       \
    static constexpr T value = T(VALUE);                                       \
  };
__SYCL_COMPLEX_IDENTITY(std::plus, 0.0f)
__SYCL_COMPLEX_IDENTITY(std::multiplies, 1.0f)
#undef __SYCL_COMPLEX_IDENTITY

} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
