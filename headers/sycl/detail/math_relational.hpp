// Relational functions (SYCL 2020, 4.17.9). Scalars and marrays answer with
// bool, vecs with integers of which all bits are set for true.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/scalar_math_composite.hpp>

#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail::relational {

template <typename T> constexpr bool isequal(T x, T y) { return x == y; }
template <typename T> constexpr bool isnotequal(T x, T y) { return x != y; }
template <typename T> constexpr bool isgreater(T x, T y) { return x > y; }
template <typename T> constexpr bool isgreaterequal(T x, T y) { return x >= y; }
template <typename T> constexpr bool isless(T x, T y) { return x < y; }
template <typename T> constexpr bool islessequal(T x, T y) { return x <= y; }
template <typename T> constexpr bool islessgreater(T x, T y) {
  return x < y || x > y;
}
template <typename T> constexpr bool isnan(T x) { return x != x; }
template <typename T> constexpr bool isordered(T x, T y) {
  return !isnan(x) && !isnan(y);
}
template <typename T> constexpr bool isunordered(T x, T y) {
  return isnan(x) || isnan(y);
}
template <typename T> constexpr bool isinf(T x) {
  return x == std::numeric_limits<T>::infinity() ||
         x == -std::numeric_limits<T>::infinity();
}
template <typename T> constexpr bool isfinite(T x) {
  return !isnan(x) && !isinf(x);
}
template <typename T> constexpr bool isnormal(T x) {
  return isfinite(x) && (x >= std::numeric_limits<T>::min() ||
                         x <= -std::numeric_limits<T>::min());
}
template <typename T> constexpr bool signbit(T x) {
  return (sycl::bit_cast<bits_type<T>>(x) >> (sizeof(T) * 8 - 1)) != 0;
}

} // namespace detail::relational

#define __SYCL_RELATIONAL_1(NAME)                                              \
  constexpr bool NAME(float x) noexcept {                                      \
    return detail::relational::NAME(x);                                        \
  }                                                                            \
  constexpr bool NAME(double x) noexcept {                                     \
    return detail::relational::NAME(x);                                        \
  }                                                                            \
  constexpr bool NAME(half x) noexcept { return detail::relational::NAME(x); } \
  template <typename V>                                                        \
  detail::comparison_result<detail::plain_if<detail::is_real, V>> NAME(        \
      const V &x) noexcept {                                                   \
    detail::comparison_result<V> result{};                                     \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = detail::comparison_value<V>(sycl::NAME(x[i]));               \
    return result;                                                             \
  }
#define __SYCL_RELATIONAL_2(NAME)                                              \
  constexpr bool NAME(float x, float y) noexcept {                             \
    return detail::relational::NAME(x, y);                                     \
  }                                                                            \
  constexpr bool NAME(double x, double y) noexcept {                           \
    return detail::relational::NAME(x, y);                                     \
  }                                                                            \
  constexpr bool NAME(half x, half y) noexcept {                               \
    return detail::relational::NAME(x, y);                                     \
  }                                                                            \
  template <typename V, typename W>                                            \
  detail::comparison_result<detail::common_plain_if<detail::is_real, V, W>>    \
  NAME(const V &x, const W &y) noexcept {                                      \
    detail::comparison_result<V> result{};                                     \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = detail::comparison_value<V>(sycl::NAME(x[i], y[i]));         \
    return result;                                                             \
  }
__SYCL_RELATIONAL_2(isequal)
__SYCL_RELATIONAL_2(isnotequal)
__SYCL_RELATIONAL_2(isgreater)
__SYCL_RELATIONAL_2(isgreaterequal)
__SYCL_RELATIONAL_2(isless)
__SYCL_RELATIONAL_2(islessequal)
__SYCL_RELATIONAL_2(islessgreater)
__SYCL_RELATIONAL_2(isordered)
__SYCL_RELATIONAL_2(isunordered)
__SYCL_RELATIONAL_1(isfinite)
__SYCL_RELATIONAL_1(isinf)
__SYCL_RELATIONAL_1(isnan)
__SYCL_RELATIONAL_1(isnormal)
__SYCL_RELATIONAL_1(signbit)
#undef __SYCL_RELATIONAL_1
#undef __SYCL_RELATIONAL_2

namespace detail {

/// What any, all and select call true: the sign bit in vecs, else the value.
template <typename V, typename T> constexpr bool is_set(T x) noexcept {
  if constexpr (is_vec_like<V>::value || !std::is_same_v<T, bool>)
    return x < T(0);
  else
    return x;
}

template <typename V>
using flag_result = std::conditional_t<is_vec_like<V>::value, int, bool>;

} // namespace detail

// For a vec the answer is an int, as in OpenCL.
#define __SYCL_ANY_ALL(NAME, START, OP)                                        \
  template <typename V>                                                        \
  constexpr std::enable_if_t<std::is_integral_v<detail::element_t<V>>,         \
                             detail::flag_result<V>>                           \
  NAME(const V &x) noexcept {                                                  \
    if constexpr (detail::is_nonscalar_v<V>) {                                 \
      bool result = START;                                                     \
      for (int i = 0; i < detail::elements_of<V>::count; ++i)                  \
        result = result OP detail::is_set<V>(                                  \
            static_cast<detail::element_t<V>>(x[i]));                          \
      return result;                                                           \
    } else {                                                                   \
      return detail::is_set<V>(x);                                             \
    }                                                                          \
  }
__SYCL_ANY_ALL(any, false, ||)
__SYCL_ANY_ALL(all, true, &&)
#undef __SYCL_ANY_ALL

/// Bits of b where mask has ones, of a where it has zeros.
template <typename T>
constexpr detail::scalar_if<detail::is_number, T> bitselect(T a, T b,
                                                            T mask) noexcept {
  using bits = detail::bits_type<T>;
  const bits m = sycl::bit_cast<bits>(mask);
  return sycl::bit_cast<T>(
      static_cast<bits>((sycl::bit_cast<bits>(a) & static_cast<bits>(~m)) |
                        (sycl::bit_cast<bits>(b) & m)));
}
__SYCL_SAME_SCALARS_3(bitselect, detail::is_number)
__SYCL_ELEMENTWISE_3(bitselect, detail::is_number)

/// c ? b : a.
template <typename T>
constexpr std::enable_if_t<std::is_arithmetic_v<T> || detail::is_half_v<T>, T>
select(T a, T b, bool c) noexcept {
  return c ? b : a;
}
template <typename V, typename W, typename C>
std::enable_if_t<std::is_integral_v<detail::element_t<C>> &&
                     detail::elements_of<C>::count ==
                         detail::elements_of<V>::count &&
                     detail::is_nonscalar_v<C>,
                 detail::common_plain_if<detail::is_number, V, W>>
select(const V &a, const W &b, const C &c) noexcept {
  detail::common_plain_if<detail::is_number, V, W> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i) {
    using flag = detail::element_t<C>;
    bool chosen = false;
    if constexpr (!detail::is_vec_like<C>::value)
      chosen = c[i] != flag(0);
    else if constexpr (std::is_signed_v<flag>)
      chosen = static_cast<flag>(c[i]) < flag(0);
    else
      chosen = (static_cast<flag>(c[i]) >> (sizeof(flag) * 8 - 1)) != 0;
    result[i] = chosen ? b[i] : a[i];
  }
  return result;
}

} // namespace _V1
} // namespace sycl
