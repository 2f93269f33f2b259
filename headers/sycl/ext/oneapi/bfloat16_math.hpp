// Extension sycl_ext_oneapi_bfloat16_math_functions: mathematical functions on
// bfloat16, and element by element on marray and vec of it, in the namespaces
// of both of its revisions (ext::oneapi and its experimental).
//
// They are those of float, rounded. What is exact, fma and sqrt have one result
// everywhere; the others are as accurate as the device's.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1

#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/scalar_math.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T>
struct is_bfloat16 : std::bool_constant<is_bfloat16_v<T>> {};

namespace bfloat16_math {

/// p + c as a float that rounds to any narrower type as the exact sum does: to
/// odd. Finite, and without overflow.
inline float odd_sum(float p, float c) noexcept {
  const float sum = p + c;
  const float c_part = sum - p;
  const float error = (p - (sum - c_part)) + (c - c_part);
  const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(sum);
  if (error == 0.0f || (bits & 1u))
    return sum;
  return sycl::bit_cast<float>((error < 0.0f) == (sum < 0.0f) ? bits + 1
                                                              : bits - 1);
}

/// fma where results may be too small for normal numbers, scaled by 2^126:
/// bfloat16's least number is 2^-7 then. |x * y| and |z| must be below 2^-60.
inline ext::oneapi::bfloat16 small_fma(float x, float y, float z) noexcept {
  const bool x_is_less = sycl::fabs(x) < sycl::fabs(y);
  const float product = (x_is_less ? x : y) * 0x1p126f * (x_is_less ? y : x);
  const float sum = odd_sum(product, z * 0x1p126f);
  const float size = sycl::fabs(sum);
  const std::uint32_t sign =
      (sycl::bit_cast<std::uint32_t>(sum) >> 16) & 0x8000u;
  // Of normal numbers the exponent is 126 too large.
  const std::uint32_t magnitude =
      size >= 1.0f ? float_to_bfloat16_bits(size) - (126u << 7)
                   : static_cast<std::uint32_t>(sycl::rint(size * 128.0f));
  return sycl::bit_cast<ext::oneapi::bfloat16>(
      static_cast<std::uint16_t>(sign | magnitude));
}

/// fma where the product may be too large for float and the result not.
inline ext::oneapi::bfloat16 large_fma(float x, float y, float z) noexcept {
  const bool x_is_less = sycl::fabs(x) < sycl::fabs(y);
  const float product = (x_is_less ? y : x) * 0x1p-4f * (x_is_less ? x : y);
  // Whatever is added to it.
  if (!(sycl::fabs(product) < 0x1p126f))
    return product * std::numeric_limits<float>::infinity();
  const ext::oneapi::bfloat16 sum = odd_sum(product, z * 0x1p-4f);
  return static_cast<float>(sum) * 16.0f;
}

/// The product of two bfloat16 is exact as a float, unless it is tiny or huge;
/// the sum with a third is not, and to round it twice would be wrong.
inline ext::oneapi::bfloat16 fma(ext::oneapi::bfloat16 x,
                                 ext::oneapi::bfloat16 y,
                                 ext::oneapi::bfloat16 z) noexcept {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float a = x, b = y, c = z;
  const float product = a * b;
  if (!(sycl::fabs(a) < infinity && sycl::fabs(b) < infinity &&
        sycl::fabs(c) < infinity) ||
      a == 0.0f || b == 0.0f)
    return sycl::fma(a, b, c);
  if (!(sycl::fabs(product) < 0x1p100f))
    return large_fma(a, b, c);
  if (sycl::fabs(product) < 0x1p-60f && sycl::fabs(c) < 0x1p-60f)
    return small_fma(a, b, c);
  return odd_sum(product, c);
}

inline bool isnan(ext::oneapi::bfloat16 x) noexcept {
  return (sycl::bit_cast<std::uint16_t>(x) & 0x7fffu) > 0x7f80u;
}
inline ext::oneapi::bfloat16 fabs(ext::oneapi::bfloat16 x) noexcept {
  return sycl::bit_cast<ext::oneapi::bfloat16>(
      static_cast<std::uint16_t>(sycl::bit_cast<std::uint16_t>(x) & 0x7fffu));
}
// A NaN counts only beside another one; of two zeros the first is returned.
inline ext::oneapi::bfloat16 fmax(ext::oneapi::bfloat16 x,
                                  ext::oneapi::bfloat16 y) noexcept {
  return isnan(x) || x < y ? y : x;
}
inline ext::oneapi::bfloat16 fmin(ext::oneapi::bfloat16 x,
                                  ext::oneapi::bfloat16 y) noexcept {
  return isnan(x) || y < x ? y : x;
}

/// A function of float, rounded.
#define __SYCL_BFLOAT16_BY_FLOAT(NAME)                                         \
  inline ext::oneapi::bfloat16 NAME(ext::oneapi::bfloat16 x) noexcept {        \
    return sycl::NAME(static_cast<float>(x));                                  \
  }
__SYCL_BFLOAT16_BY_FLOAT(ceil)
__SYCL_BFLOAT16_BY_FLOAT(cos)
__SYCL_BFLOAT16_BY_FLOAT(exp)
__SYCL_BFLOAT16_BY_FLOAT(exp2)
__SYCL_BFLOAT16_BY_FLOAT(exp10)
__SYCL_BFLOAT16_BY_FLOAT(floor)
__SYCL_BFLOAT16_BY_FLOAT(log)
__SYCL_BFLOAT16_BY_FLOAT(log2)
__SYCL_BFLOAT16_BY_FLOAT(log10)
__SYCL_BFLOAT16_BY_FLOAT(rint)
__SYCL_BFLOAT16_BY_FLOAT(rsqrt)
__SYCL_BFLOAT16_BY_FLOAT(sin)
__SYCL_BFLOAT16_BY_FLOAT(sqrt)
__SYCL_BFLOAT16_BY_FLOAT(tanh)
__SYCL_BFLOAT16_BY_FLOAT(trunc)
#undef __SYCL_BFLOAT16_BY_FLOAT

/// The type of results: bfloat16 or several of them, all arguments alike.
template <typename V, typename... W>
using result_t =
    std::enable_if_t<is_bfloat16_v<element_t<V>> &&
                         (std::is_same_v<typename plain_of<V>::type,
                                         typename plain_of<W>::type> &&
                          ...),
                     typename plain_of<V>::type>;

template <typename Result, typename Function, typename V, typename... W>
Result for_each_element(Function f, const V &x, const W &...others) noexcept {
  if constexpr (is_nonscalar_v<V>) {
    Result result{};
    for (int i = 0; i < elements_of<V>::count; ++i)
      result[i] = f(x[i], others[i]...);
    return result;
  } else {
    return f(x, others...);
  }
}

} // namespace bfloat16_math
} // namespace detail

namespace ext::oneapi {

#define __SYCL_BFLOAT16_1(NAME)                                                \
  template <typename T>                                                        \
  sycl::detail::bfloat16_math::result_t<T> NAME(const T &x) noexcept {         \
    using result = sycl::detail::bfloat16_math::result_t<T>;                   \
    return sycl::detail::bfloat16_math::for_each_element<result>(              \
        [](bfloat16 e) { return sycl::detail::bfloat16_math::NAME(e); }, x);   \
  }
#define __SYCL_BFLOAT16_2(NAME)                                                \
  template <typename T, typename U>                                            \
  sycl::detail::bfloat16_math::result_t<T, U> NAME(const T &x,                 \
                                                   const U &y) noexcept {      \
    using result = sycl::detail::bfloat16_math::result_t<T, U>;                \
    return sycl::detail::bfloat16_math::for_each_element<result>(              \
        [](bfloat16 e, bfloat16 f) {                                           \
          return sycl::detail::bfloat16_math::NAME(e, f);                      \
        },                                                                     \
        x, y);                                                                 \
  }
__SYCL_BFLOAT16_1(ceil)
__SYCL_BFLOAT16_1(cos)
__SYCL_BFLOAT16_1(exp)
__SYCL_BFLOAT16_1(exp2)
__SYCL_BFLOAT16_1(exp10)
__SYCL_BFLOAT16_1(fabs)
__SYCL_BFLOAT16_1(floor)
__SYCL_BFLOAT16_1(log)
__SYCL_BFLOAT16_1(log2)
__SYCL_BFLOAT16_1(log10)
__SYCL_BFLOAT16_1(rint)
__SYCL_BFLOAT16_1(rsqrt)
__SYCL_BFLOAT16_1(sin)
__SYCL_BFLOAT16_1(sqrt)
__SYCL_BFLOAT16_1(tanh)
__SYCL_BFLOAT16_1(trunc)
__SYCL_BFLOAT16_2(fmax)
__SYCL_BFLOAT16_2(fmin)
#undef __SYCL_BFLOAT16_1
#undef __SYCL_BFLOAT16_2

template <typename T, typename U, typename V>
sycl::detail::bfloat16_math::result_t<T, U, V> fma(const T &x, const U &y,
                                                   const V &z) noexcept {
  using result = sycl::detail::bfloat16_math::result_t<T, U, V>;
  return sycl::detail::bfloat16_math::for_each_element<result>(
      [](bfloat16 e, bfloat16 f, bfloat16 g) {
        return sycl::detail::bfloat16_math::fma(e, f, g);
      },
      x, y, z);
}

/// bool for one number, elements of what comparisons return for several.
inline bool isnan(bfloat16 x) noexcept {
  return sycl::detail::bfloat16_math::isnan(x);
}
template <typename T>
sycl::detail::comparison_result<
    sycl::detail::plain_if<sycl::detail::is_bfloat16, T>>
isnan(const T &x) noexcept {
  sycl::detail::comparison_result<
      sycl::detail::plain_if<sycl::detail::is_bfloat16, T>>
      result{};
  for (int i = 0; i < sycl::detail::elements_of<T>::count; ++i)
    result[i] = sycl::detail::comparison_value<T>(
        sycl::detail::bfloat16_math::isnan(x[i]));
  return result;
}

namespace experimental {
using oneapi::ceil;
using oneapi::cos;
using oneapi::exp;
using oneapi::exp10;
using oneapi::exp2;
using oneapi::fabs;
using oneapi::floor;
using oneapi::fma;
using oneapi::fmax;
using oneapi::fmin;
using oneapi::isnan;
using oneapi::log;
using oneapi::log10;
using oneapi::log2;
using oneapi::rint;
using oneapi::rsqrt;
using oneapi::sin;
using oneapi::sqrt;
using oneapi::tanh;
using oneapi::trunc;
} // namespace experimental
} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
