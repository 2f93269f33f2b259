// Functions that are kernels (sycl_ext_oneapi_free_function_kernels): the
// properties that make them kernels, and the traits that ask for them.
//
// In:  SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(property) on a function.
// Out: an annotation with the address of a function that has the attribute which
//      the property stands for. The compiler reads the attributes there, and
//      sets kernel_dimensions (compiler/frontend/function_kernels.h).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <type_traits>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNELS 1

// An attribute of Clang; other host compilers need none.
#ifdef __clang__
#define __SYCL_ANNOTATE(...) __attribute__((annotate(__VA_ARGS__)))
#else
#define __SYCL_ANNOTATE(...)
#endif
// Of annotations with one text, redeclarations inherit only the first.
#define __SYCL_TEXT_OF(NUMBER) #NUMBER
#define __SYCL_EXPANDED_TEXT_OF(NUMBER) __SYCL_TEXT_OF(NUMBER)
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                 \
  __SYCL_ANNOTATE(                                                             \
      "facet:function_property" __SYCL_EXPANDED_TEXT_OF(__COUNTER__),          \
      ::sycl::detail::kernel_property<std::remove_cv_t<                        \
          std::remove_reference_t<decltype(__VA_ARGS__)>>>::attribute)

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct nd_range_kernel_key {
  template <int Dims>
  using value_t =
      property_value<nd_range_kernel_key, std::integral_constant<int, Dims>>;
};
struct single_task_kernel_key {
  using value_t = property_value<single_task_kernel_key>;
};
template <int Dims>
struct property_value<nd_range_kernel_key, std::integral_constant<int, Dims>> {
  using key_t = nd_range_kernel_key;
  using value_t = std::integral_constant<int, Dims>;
  static_assert(Dims >= 1 && Dims <= 3,
                "kernels have one, two or three dimensions");
  static constexpr int value = Dims;
  static constexpr int dimensions = Dims;
};

template <int Dims>
inline constexpr nd_range_kernel_key::value_t<Dims> nd_range_kernel;
inline constexpr single_task_kernel_key::value_t single_task_kernel;

template <> struct is_property_key<nd_range_kernel_key> : std::true_type {};
template <> struct is_property_key<single_task_kernel_key> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <int Dimensions>
__SYCL_ANNOTATE("facet:function_kernel", Dimensions)
inline void be_kernel() {}

template <int Dims>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::nd_range_kernel_key,
    std::integral_constant<int, Dims>>> {
  static constexpr void (*attribute)() = &be_kernel<Dims>;
};
template <>
struct kernel_property<ext::oneapi::experimental::property_value<
    ext::oneapi::experimental::single_task_kernel_key>> {
  static constexpr void (*attribute)() = &be_kernel<0>;
};

inline constexpr int unknown_kernel_dimensions = -2;
/// Those of nd_range_kernel, 0 for single_task_kernel, -1 for other functions.
/// Facet's compiler sets it. Other host compilers do not know what a function
/// is, and leave errors to the compilation for devices.
template <auto *Function>
inline constexpr int kernel_dimensions = unknown_kernel_dimensions;

template <auto *Function, int Dimensions>
inline constexpr bool is_kernel_of_dimensions =
    kernel_dimensions<Function> == Dimensions ||
    kernel_dimensions<Function> == unknown_kernel_dimensions;

} // namespace detail

namespace ext::oneapi::experimental {

template <auto *Func, int Dims>
struct is_nd_range_kernel
    : std::bool_constant<(Dims > 0) &&
                         sycl::detail::is_kernel_of_dimensions<Func, Dims>> {};
template <auto *Func, int Dims>
inline constexpr bool is_nd_range_kernel_v =
    is_nd_range_kernel<Func, Dims>::value;

template <auto *Func>
struct is_single_task_kernel
    : std::bool_constant<sycl::detail::is_kernel_of_dimensions<Func, 0>> {};
template <auto *Func>
inline constexpr bool is_single_task_kernel_v =
    is_single_task_kernel<Func>::value;

template <auto *Func>
struct is_kernel
    : std::bool_constant<sycl::detail::kernel_dimensions<Func> != -1> {};
template <auto *Func>
inline constexpr bool is_kernel_v = is_kernel<Func>::value;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
