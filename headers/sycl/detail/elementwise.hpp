// Tools that turn a scalar function into one on vec, swizzles and marray.
#pragma once

#include <sycl/detail/vec_traits.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T> struct is_real : std::bool_constant<is_real_v<T>> {};
template <typename T>
struct is_integer
    : std::bool_constant<std::is_integral_v<T> && !std::is_same_v<T, bool>> {};
template <typename T>
struct is_number : std::bool_constant<is_real_v<T> || is_integer<T>::value> {};

/// Whether T is one of the scalars that Is accepts: functions are templates
/// over these too, so that a program may name the template arguments.
template <template <typename> class Is, typename T>
inline constexpr bool is_scalar_of_v = !is_nonscalar_v<T> && Is<T>::value;
template <template <typename> class Is, typename T>
using scalar_if = std::enable_if_t<is_scalar_of_v<Is, T>, T>;
/// The same for several arguments, which must all have one type.
template <template <typename> class Is, typename T, typename... Others>
using same_scalar_if = std::enable_if_t<
    is_scalar_of_v<Is, T> && (std::is_same_v<T, Others> && ...), T>;

/// The type that owns the elements of V, if V is nonscalar and its elements
/// satisfy Is; SFINAE error otherwise. Always part of a return type: a
/// defaulted template parameter could be replaced by a program that names more
/// arguments.
template <template <typename> class Is, typename V>
using plain_if =
    typename std::enable_if_t<is_nonscalar_v<V> && Is<element_t<V>>::value,
                              elements_of<V>>::plain;

/// The same for several arguments, which must all be of one shape and type.
template <template <typename> class Is, typename V, typename... Others>
using common_plain_if = std::enable_if_t<
    (is_nonscalar_v<Others> && ...) &&
        (std::is_same_v<plain_if<Is, V>, plain_if<Is, Others>> && ...),
    plain_if<Is, V>>;

/// The vector (or scalar) itself, without a swizzle around it.
template <typename T, bool = is_nonscalar_v<T>> struct plain_of {
  using type = T;
};
template <typename T> struct plain_of<T, true> {
  using type = typename elements_of<T>::plain;
};

/// V's shape with elements of type U.
template <typename V, typename U>
using shape_with = typename elements_of<V>::template with<U>;

/// What comparisons of V return, and the value of "true" there.
template <typename V>
using comparison_result = shape_with<V, typename elements_of<V>::comparison>;
template <typename V>
constexpr typename elements_of<V>::comparison comparison_value(bool b) {
  if constexpr (elements_of<V>::is_vec)
    return b ? -1 : 0;
  else
    return b;
}

} // namespace detail

// The scalar overloads must be declared before.
#define __SYCL_ELEMENTWISE_1(NAME, IS)                                         \
  template <typename V> detail::plain_if<IS, V> NAME(const V &x) noexcept {    \
    detail::plain_if<IS, V> result{};                                          \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i]);                                            \
    return result;                                                             \
  }
#define __SYCL_ELEMENTWISE_2(NAME, IS)                                         \
  template <typename V, typename W>                                            \
  detail::common_plain_if<IS, V, W> NAME(const V &x, const W &y) noexcept {    \
    detail::common_plain_if<IS, V, W> result{};                                \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i], y[i]);                                      \
    return result;                                                             \
  }
#define __SYCL_ELEMENTWISE_3(NAME, IS)                                         \
  template <typename V, typename W, typename X>                                \
  detail::common_plain_if<IS, V, W, X> NAME(const V &x, const W &y,            \
                                            const X &z) noexcept {             \
    detail::common_plain_if<IS, V, W, X> result{};                             \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i], y[i], z[i]);                                \
    return result;                                                             \
  }
/// The second argument is one scalar for all elements.
#define __SYCL_ELEMENTWISE_SCALAR(NAME, IS)                                    \
  template <typename V>                                                        \
  detail::plain_if<IS, V> NAME(const V &x, detail::element_t<V> y) noexcept {  \
    detail::plain_if<IS, V> result{};                                          \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i], y);                                         \
    return result;                                                             \
  }

// A function whose scalar form is the template NAME<T>(T, T), with a template
// parameter for each argument, as SYCL declares it.
#define __SYCL_SAME_SCALARS_2(NAME, IS)                                        \
  template <typename T, typename U>                                            \
  constexpr detail::same_scalar_if<IS, T, U> NAME(T x, U y) noexcept {         \
    return sycl::NAME<T>(x, y);                                                \
  }
#define __SYCL_SAME_SCALARS_3(NAME, IS)                                        \
  template <typename T, typename U, typename V>                                \
  constexpr detail::same_scalar_if<IS, T, U, V> NAME(T x, U y, V z) noexcept { \
    return sycl::NAME<T>(x, y, z);                                             \
  }

} // namespace _V1
} // namespace sycl
