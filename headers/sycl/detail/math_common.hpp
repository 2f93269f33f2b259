// Common and geometric functions (SYCL 2020, 4.17.7 and 4.17.8), and min, max
// and clamp, which integers have too.
#pragma once

#include <sycl/detail/math_integer.hpp>
#include <sycl/detail/math_real.hpp>

#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail::common {

// Constants are variables: a literal in a function would be a use of double,
// and so of aspect::fp64, in code for float.
template <typename T>
inline constexpr T degrees_per_radian = T(57.295779513082320876798154814105170);
template <typename T>
inline constexpr T
    radians_per_degree = T(0.017453292519943295769236907684886127);

template <typename T> constexpr T max(T x, T y) noexcept {
  return x < y ? y : x;
}
template <typename T> constexpr T min(T x, T y) noexcept {
  return y < x ? y : x;
}
template <typename T> constexpr T clamp(T x, T low, T high) noexcept {
  return min(max(x, low), high);
}
template <typename T> constexpr T degrees(T x) noexcept {
  return x * degrees_per_radian<T>;
}
template <typename T> constexpr T radians(T x) noexcept {
  return x * radians_per_degree<T>;
}
template <typename T> constexpr T mix(T x, T y, T a) noexcept {
  return x + (y - x) * a;
}
template <typename T> constexpr T step(T edge, T x) noexcept {
  return x < edge ? T(0) : T(1);
}
template <typename T> constexpr T smoothstep(T edge0, T edge1, T x) noexcept {
  const T t = clamp((x - edge0) / (edge1 - edge0), T(0), T(1));
  return t * t * (T(3) - T(2) * t);
}
template <typename T> constexpr T sign(T x) noexcept {
  // Zeros keep their sign; a NaN counts as zero.
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0);
}

} // namespace detail::common

// Scalars: overloads for the real types, so that what converts to one of them
// can be an argument, and templates for programs that name the template
// arguments, one for all arguments or one for each. min, max and clamp have the
// templates of integers, too. half computes in its own precision.
#define __SYCL_COMMON_TYPES(MACRO, NAME)                                       \
  MACRO(NAME, float) MACRO(NAME, double) MACRO(NAME, half)
#define __SYCL_COMMON_OVERLOAD_1(NAME, T)                                      \
  constexpr T NAME(T x) noexcept { return detail::common::NAME<T>(x); }
#define __SYCL_COMMON_OVERLOAD_2(NAME, T)                                      \
  constexpr T NAME(T x, T y) noexcept { return detail::common::NAME<T>(x, y); }
#define __SYCL_COMMON_OVERLOAD_3(NAME, T)                                      \
  constexpr T NAME(T x, T y, T z) noexcept {                                   \
    return detail::common::NAME<T>(x, y, z);                                   \
  }
#define __SYCL_COMMON_1(NAME, IS)                                              \
  __SYCL_COMMON_TYPES(__SYCL_COMMON_OVERLOAD_1, NAME)                          \
  template <typename T>                                                        \
  constexpr detail::scalar_if<IS, T> NAME(T x) noexcept {                      \
    return detail::common::NAME<T>(x);                                         \
  }                                                                            \
  __SYCL_ELEMENTWISE_1(NAME, IS)
#define __SYCL_COMMON_2(NAME, IS)                                              \
  __SYCL_COMMON_TYPES(__SYCL_COMMON_OVERLOAD_2, NAME)                          \
  template <typename T>                                                        \
  constexpr detail::scalar_if<IS, T> NAME(T x, T y) noexcept {                 \
    return detail::common::NAME<T>(x, y);                                      \
  }                                                                            \
  __SYCL_SAME_SCALARS_2(NAME, IS)                                              \
  __SYCL_ELEMENTWISE_2(NAME, IS)
#define __SYCL_COMMON_3(NAME, IS)                                              \
  __SYCL_COMMON_TYPES(__SYCL_COMMON_OVERLOAD_3, NAME)                          \
  template <typename T>                                                        \
  constexpr detail::scalar_if<IS, T> NAME(T x, T y, T z) noexcept {            \
    return detail::common::NAME<T>(x, y, z);                                   \
  }                                                                            \
  __SYCL_SAME_SCALARS_3(NAME, IS)                                              \
  __SYCL_ELEMENTWISE_3(NAME, IS)
__SYCL_COMMON_1(degrees, detail::is_real)
__SYCL_COMMON_1(radians, detail::is_real)
__SYCL_COMMON_1(sign, detail::is_real)
__SYCL_COMMON_2(max, detail::is_number)
__SYCL_COMMON_2(min, detail::is_number)
__SYCL_COMMON_2(step, detail::is_real)
__SYCL_COMMON_3(clamp, detail::is_number)
__SYCL_COMMON_3(mix, detail::is_real)
__SYCL_COMMON_3(smoothstep, detail::is_real)
#undef __SYCL_COMMON_1
#undef __SYCL_COMMON_2
#undef __SYCL_COMMON_3
#undef __SYCL_COMMON_OVERLOAD_1
#undef __SYCL_COMMON_OVERLOAD_2
#undef __SYCL_COMMON_OVERLOAD_3
#undef __SYCL_COMMON_TYPES
__SYCL_ELEMENTWISE_SCALAR(max, detail::is_number)
__SYCL_ELEMENTWISE_SCALAR(min, detail::is_number)

template <typename V>
detail::plain_if<detail::is_number, V>
clamp(const V &x, detail::element_t<V> low,
      detail::element_t<V> high) noexcept {
  detail::plain_if<detail::is_number, V> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::clamp(static_cast<detail::element_t<V>>(x[i]), low, high);
  return result;
}
template <typename V, typename W>
detail::common_plain_if<detail::is_real, V, W>
mix(const V &x, const W &y, detail::element_t<V> a) noexcept {
  detail::common_plain_if<detail::is_real, V, W> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::mix(x[i], y[i], a);
  return result;
}
template <typename V>
detail::plain_if<detail::is_real, V> step(detail::element_t<V> edge,
                                          const V &x) noexcept {
  detail::plain_if<detail::is_real, V> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::step(edge, x[i]);
  return result;
}
template <typename V>
detail::plain_if<detail::is_real, V> smoothstep(detail::element_t<V> edge0,
                                                detail::element_t<V> edge1,
                                                const V &x) noexcept {
  detail::plain_if<detail::is_real, V> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::smoothstep(edge0, edge1, x[i]);
  return result;
}

// Geometric functions: of two, three or four elements, or of a single scalar.

namespace detail {

template <typename T>
inline constexpr bool is_geometric_v =
    is_real_v<element_t<T>> &&elements_of<T>::count <= 4;

template <typename T>
using geometric =
    std::enable_if_t<is_geometric_v<T>, typename plain_of<T>::type>;
template <typename T, typename U>
using common_geometric =
    std::enable_if_t<std::is_same_v<geometric<T>, geometric<U>>, geometric<T>>;

} // namespace detail

template <typename T, typename U>
constexpr detail::element_t<detail::common_geometric<T, U>>
dot(const T &x, const U &y) noexcept {
  if constexpr (detail::is_nonscalar_v<T>) {
    detail::element_t<T> sum = x[0] * y[0];
    for (int i = 1; i < detail::elements_of<T>::count; ++i)
      sum = sum + x[i] * y[i];
    return sum;
  } else {
    return x * y;
  }
}

namespace detail {

/// By what numbers are multiplied before they are squared, and the bounds of a
/// sum of squares within which that is not needed: squares neither overflow nor
/// lose digits that count.
template <typename T> struct squaring;
template <> struct squaring<float> {
  static constexpr float least = 0x1p-90f, up = 0x1p100f, down = 0x1p-100f;
};
template <> struct squaring<double> {
  static constexpr double least = 0x1p-900, up = 0x1p700, down = 0x1p-700;
};

/// The factor, a power of two, for elements whose squares sum up to `squared`.
template <typename T> constexpr T squaring_scale(T squared) noexcept {
  return squared < squaring<T>::least              ? squaring<T>::up
         : squared > std::numeric_limits<T>::max() ? squaring<T>::down
                                                   : T(1);
}

/// The vector with elements in which `length` computes: half's squares all fit
/// into float.
template <typename P>
using squared_type =
    std::conditional_t<is_half_v<element_t<P>>, shape_with<P, float>, P>;

template <typename P> squared_type<P> to_squared_type(const P &x) noexcept {
  if constexpr (is_half_v<element_t<P>>) {
    squared_type<P> result{};
    for (int i = 0; i < elements_of<P>::count; ++i)
      result[i] = static_cast<float>(x[i]);
    return result;
  } else {
    return x;
  }
}

} // namespace detail

/// Without overflow or loss of digits inside.
template <typename T>
detail::element_t<detail::geometric<T>> length(const T &x) noexcept {
  if constexpr (detail::is_nonscalar_v<T>) {
    using P = detail::geometric<T>;
    using element = detail::element_t<P>;
    const auto wide = detail::to_squared_type(static_cast<P>(x));
    const auto squared = sycl::dot(wide, wide);
    const auto scale = detail::squaring_scale(squared);
    if (scale == decltype(scale)(1))
      return static_cast<element>(sycl::sqrt(squared));
    const auto scaled = wide * scale;
    return static_cast<element>(sycl::sqrt(sycl::dot(scaled, scaled)) / scale);
  } else {
    return sycl::fabs(x);
  }
}

template <typename T, typename U>
detail::element_t<detail::common_geometric<T, U>>
distance(const T &x, const U &y) noexcept {
  using P = detail::geometric<T>;
  return sycl::length(static_cast<P>(x) - static_cast<P>(y));
}

/// Infinite elements count as 1 and finite ones beside them as 0.
template <typename T> detail::geometric<T> normalize(const T &x) noexcept {
  if constexpr (detail::is_nonscalar_v<T>) {
    using P = detail::geometric<T>;
    using element = detail::element_t<P>;
    auto wide = detail::to_squared_type(static_cast<P>(x));
    using computed = detail::element_t<decltype(wide)>;
    constexpr int count = detail::elements_of<P>::count;
    auto squared = sycl::dot(wide, wide);
    const computed scale = detail::squaring_scale(squared);
    if (scale != computed(1)) {
      bool infinite = false;
      for (int i = 0; i < count; ++i)
        infinite |= detail::composite::is_infinite(computed(wide[i]));
      for (int i = 0; i < count; ++i) {
        const computed e = wide[i];
        wide[i] = !infinite ? e * scale
                  : detail::composite::is_infinite(e)
                      ? sycl::copysign(computed(1), e)
                      : computed(0) * e;
      }
      squared = sycl::dot(wide, wide);
    }
    if (squared == computed(0))
      return x;
    const computed norm = sycl::sqrt(squared);
    P result{};
    for (int i = 0; i < count; ++i)
      result[i] = static_cast<element>(wide[i] / norm);
    return result;
  } else {
    return x == T(0) || x != x ? x : sycl::copysign(T(1), x);
  }
}

/// Of three elements, or of four, the last of the result being zero.
template <typename T, typename U>
std::enable_if_t<detail::elements_of<T>::count == 3 ||
                     detail::elements_of<T>::count == 4,
                 detail::common_geometric<T, U>>
cross(const T &x, const U &y) noexcept {
  detail::common_geometric<T, U> result{};
  result[0] = x[1] * y[2] - x[2] * y[1];
  result[1] = x[2] * y[0] - x[0] * y[2];
  result[2] = x[0] * y[1] - x[1] * y[0];
  return result;
}

template <typename T, typename U>
detail::element_t<detail::common_geometric<T, U>>
fast_distance(const T &x, const U &y) noexcept {
  return sycl::distance(x, y);
}
template <typename T>
detail::element_t<detail::geometric<T>> fast_length(const T &x) noexcept {
  return sycl::length(x);
}
template <typename T> detail::geometric<T> fast_normalize(const T &x) noexcept {
  using P = detail::geometric<T>;
  const auto squared = sycl::dot(x, x);
  if (squared == detail::element_t<P>(0))
    return x;
  return static_cast<P>(x) * sycl::rsqrt(squared);
}

} // namespace _V1
} // namespace sycl
