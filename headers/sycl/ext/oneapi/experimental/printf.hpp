// sycl::ext::oneapi::experimental::printf: C's printf in kernels, and on the
// host. A float stays one, so that no device needs doubles to print it.
//
// The format is a literal, or an array of constants. Programs put it into
// constant memory (__attribute__((opencl_constant))) where other compilers ask
// for it; Clang ignores the attribute, and each target has its own place.
// Beside what C's printf takes, device code takes half, bfloat16 and vectors
// ("%v4f"). docs/headers.md says what each device prints.
//
// There is no feature-test macro: the extension has none.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

#include <cstdio>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
// Known to the compiler (compiler/passes/print_calls.h).
extern "C" SYCL_EXTERNAL int __sycl_printf(const char *format, ...) noexcept;
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T> struct is_printed_vector : std::false_type {};
template <typename T, int N>
struct is_printed_vector<vec<T, N>> : std::true_type {};

/// What C's rules let pass through the dots.
template <typename T> auto printed_value(const T &value) {
  if constexpr (std::is_same_v<T, half> ||
                std::is_same_v<T, ext::oneapi::bfloat16>) {
    return static_cast<float>(value);
#ifdef __SYCL_DEVICE_ONLY__
  } else if constexpr (is_printed_vector<T>::value) {
    return static_cast<typename T::vector_t>(value);
#endif
  } else {
    static_assert(!std::is_class_v<T> || is_printed_vector<T>::value,
                  "printf prints numbers, pointers and vectors");
    return value;
  }
}

} // namespace detail

namespace ext::oneapi::experimental {

#ifdef __SYCL_DEVICE_ONLY__
template <typename... Args> int printf(const char *format, Args... args) {
  return __sycl_printf(format, sycl::detail::printed_value(args)...);
}
#else
/// The host has no conversions for vectors: -1, and nothing is printed.
template <typename... Args> int printf(const char *format, Args... args) {
  if constexpr ((sycl::detail::is_printed_vector<Args>::value || ...))
    return -1;
  else if constexpr (sizeof...(Args) == 0)
    return std::fprintf(stdout, format, 0);
  else
    return std::printf(format, sycl::detail::printed_value(args)...);
}
#endif

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
