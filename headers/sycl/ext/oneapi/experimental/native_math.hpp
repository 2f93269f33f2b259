// Extension sycl_ext_oneapi_native_math: tanh and exp2 of
// implementation-defined accuracy, of float and half, scalars and element by
// element.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_NATIVE_MATH 1

#include <sycl/detail/elementwise.hpp>
#include <sycl/half.hpp>
#include <sycl/math.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {
template <typename T>
struct is_float_or_half
    : std::bool_constant<std::is_same_v<T, float> || std::is_same_v<T, half>> {
};
} // namespace detail

namespace ext::oneapi::experimental::native {

#define __SYCL_NATIVE_FUNCTION(NAME, OF_FLOAT)                                 \
  template <typename T>                                                        \
  sycl::detail::scalar_if<sycl::detail::is_float_or_half, T> NAME(             \
      T x) noexcept {                                                          \
    return static_cast<T>(OF_FLOAT(static_cast<float>(x)));                    \
  }                                                                            \
  template <typename V>                                                        \
  sycl::detail::plain_if<sycl::detail::is_float_or_half, V> NAME(              \
      const V &x) noexcept {                                                   \
    using element = sycl::detail::element_t<V>;                                \
    sycl::detail::plain_if<sycl::detail::is_float_or_half, V> result{};        \
    for (int i = 0; i < sycl::detail::elements_of<V>::count; ++i)              \
      result[i] = native::NAME(static_cast<element>(x[i]));                    \
    return result;                                                             \
  }
__SYCL_NATIVE_FUNCTION(tanh, sycl::tanh)
__SYCL_NATIVE_FUNCTION(exp2, sycl::native::exp2)
#undef __SYCL_NATIVE_FUNCTION

} // namespace ext::oneapi::experimental::native
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
