// Mathematical functions of SYCL 2020 (4.17.5) that are written in terms of
// others, for float and double; half goes through float, whose results it
// rounds. No function here needs anything from the targets.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/scalar_math.hpp>
#include <sycl/detail/vec_conversion.hpp>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sycl {
inline namespace _V1 {
namespace detail::composite {

template <typename T>
inline constexpr T pi = T(3.141592653589793238462643383279503);

template <typename T> constexpr bool is_nan(T x) noexcept { return x != x; }
template <typename T> constexpr bool is_infinite(T x) noexcept {
  return x == std::numeric_limits<T>::infinity() ||
         x == -std::numeric_limits<T>::infinity();
}

/// Not by x - x, of which contraction makes, where x is a product, the rest that
/// rounding it lost.
template <typename T> bool is_finite(T x) noexcept {
  return sycl::fabs(x) <= std::numeric_limits<T>::max();
}

/// 2^n for an exponent in the normal range.
template <typename T> constexpr T power_of_two(int n) noexcept {
  using limits = std::numeric_limits<T>;
  return sycl::bit_cast<T>(static_cast<bits_type<T>>(
      static_cast<bits_type<T>>(n + limits::max_exponent - 1)
      << (limits::digits - 1)));
}

/// x * 2^n with one rounding: large steps of normal factors, and on the way
/// down one that stays above the subnormal numbers until the last step.
template <typename T> constexpr T ldexp(T x, int n) noexcept {
  constexpr int top = std::numeric_limits<T>::max_exponent - 1;
  constexpr int down = top - 1 - std::numeric_limits<T>::digits;
  for (int step = 0; step < 2 && n > top; ++step) {
    x *= power_of_two<T>(top);
    n -= top;
  }
  for (int step = 0; step < 2 && n < 1 - top; ++step) {
    x *= power_of_two<T>(-down);
    n += down;
  }
  n = n > top ? top : n < 1 - top ? 1 - top : n;
  return x * power_of_two<T>(n);
}

template <typename T> constexpr int ilogb(T x) noexcept {
  using limits = std::numeric_limits<T>;
  if (x == T(0))
    return FP_ILOGB0;
  if (is_nan(x))
    return FP_ILOGBNAN;
  if (is_infinite(x))
    return INT_MAX;
  int scaled = 0;
  if (x < limits::min() && x > -limits::min()) { // subnormal: make it normal
    x *= power_of_two<T>(limits::digits);
    scaled = limits::digits;
  }
  constexpr unsigned mask = 2 * limits::max_exponent - 1;
  const auto exponent = static_cast<unsigned>(sycl::bit_cast<bits_type<T>>(x) >>
                                              (limits::digits - 1));
  return static_cast<int>(exponent & mask) - limits::max_exponent + 1 - scaled;
}

template <typename T> T logb(T x) noexcept {
  if (x == T(0))
    return -std::numeric_limits<T>::infinity();
  if (is_nan(x) || is_infinite(x))
    return x * x;
  return static_cast<T>(ilogb(x));
}

template <typename T> T acospi(T x) noexcept { return sycl::acos(x) / pi<T>; }
template <typename T> T asinpi(T x) noexcept { return sycl::asin(x) / pi<T>; }
template <typename T> T atanpi(T x) noexcept { return sycl::atan(x) / pi<T>; }
template <typename T> T tanpi(T x) noexcept {
  const T sine = sycl::sinpi(x), cosine = sycl::cospi(x);
  // The zero of a cosine has any sign; the pole has the sine's.
  return cosine == T(0)
             ? sycl::copysign(std::numeric_limits<T>::infinity(), sine)
             : sine / cosine;
}
template <typename T> T atan2pi(T y, T x) noexcept {
  return sycl::atan2(y, x) / pi<T>;
}
template <typename T> T fdim(T x, T y) noexcept {
  return x <= y ? T(0) : x - y; // a NaN is not <= anything and comes through
}
template <typename T> T maxmag(T x, T y) noexcept {
  const T a = sycl::fabs(x), b = sycl::fabs(y);
  return a > b ? x : b > a ? y : sycl::fmax(x, y);
}
template <typename T> T minmag(T x, T y) noexcept {
  const T a = sycl::fabs(x), b = sycl::fabs(y);
  return a < b ? x : b < a ? y : sycl::fmin(x, y);
}
template <typename T> T mad(T x, T y, T z) noexcept { return x * y + z; }

template <typename T> constexpr T nextafter(T x, T y) noexcept {
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  return neighbour(x, x < y);
}

template <typename T> T pown(T x, int n) noexcept {
  const T power = sycl::pow(sycl::fabs(x), static_cast<T>(n));
  return (n & 1) != 0 ? sycl::copysign(power, x) : power;
}
template <typename T> T powr(T x, T y) noexcept {
  const bool undefined = !(x >= T(0)) || is_nan(y) ||
                         (y == T(0) && (x == T(0) || is_infinite(x))) ||
                         (x == T(1) && is_infinite(y));
  return undefined ? std::numeric_limits<T>::quiet_NaN()
                   : sycl::pow(sycl::fabs(x), y);
}
// The power of a positive number, x to the 1/n. The rounding of 1/n alone would
// cost as many units in the last place as the logarithm of x is large.
template <typename T> T root_by_power(T x, int n) noexcept {
  const T exponent = T(1) / static_cast<T>(n);
  const T power = sycl::pow(x, exponent);
  if constexpr (sizeof(T) == 8) {
    const T count = static_cast<T>(n);
    const T lost = sycl::fma(-exponent, count, T(1)) / count;
    const T correction = power * (lost * sycl::log(x));
    if (is_finite(correction)) // neither x nor power is 0 or infinite
      return power + correction;
  }
  return power;
}
template <typename T> T rootn(T x, int n) noexcept {
  if (n == 0 || (x < T(0) && (n & 1) == 0))
    return std::numeric_limits<T>::quiet_NaN();
  const T a = sycl::fabs(x);
  const T root = n == 1    ? a
                 : n == 2  ? sycl::sqrt(a)
                 : n == 3  ? sycl::cbrt(a)
                 : n == -1 ? T(1) / a
                 : n == -2 ? sycl::rsqrt(a)
                           : root_by_power(a, n);
  return (n & 1) != 0 ? sycl::copysign(root, x) : root;
}

// The remaining ones have a second result.

template <typename T> T fract(T x, T &whole) noexcept {
  whole = sycl::floor(x);
  if (is_infinite(x))
    return sycl::copysign(T(0), x);
  // x may be so close below an integer that the difference rounds to 1.
  constexpr T below_one = T(1) - std::numeric_limits<T>::epsilon() / T(2);
  return is_nan(x) ? x : sycl::fmin(x - whole, below_one);
}
template <typename T> T modf(T x, T &whole) noexcept {
  whole = sycl::trunc(x);
  return sycl::copysign(is_infinite(x) ? T(0) : x - whole, x);
}
template <typename T> T frexp(T x, int &exponent) noexcept {
  exponent = 0;
  if (x == T(0) || is_nan(x) || is_infinite(x))
    return x;
  exponent = ilogb(x) + 1;
  return ldexp(x, -exponent);
}
template <typename T> T lgamma_r(T x, int &sign) noexcept {
  const T whole = sycl::floor(x);
  const bool odd = whole != T(2) * sycl::floor(whole / T(2));
  const bool pole = x == T(0) || (x < T(0) && whole == x);
  sign = pole ? 0 : x < T(0) && odd ? -1 : 1;
  return sycl::lgamma(x);
}
template <typename T> T remquo(T x, T y, int &quotient) noexcept {
  const T rest = sycl::remainder(x, y);
  quotient = 0;
  if (is_nan(rest) || is_infinite(y))
    return rest;
  // The lower seven bits of the quotient: those of what whole multiples of
  // 128 y leave. C libraries give three bits only.
  const T b = sycl::fabs(y);
  const bool small = b < std::numeric_limits<T>::max() / T(256);
  const T a = small ? sycl::fmod(sycl::fabs(x), T(128) * b) : sycl::fabs(x);
  const T signed_rest = x < T(0) ? -rest : rest;
  const int count = static_cast<int>(sycl::rint((a - signed_rest) / b)) & 127;
  quotient = (x < T(0)) != (y < T(0)) ? -count : count;
  return rest;
}
template <typename T> T sincos(T x, T &cosine) noexcept {
  cosine = sycl::cos(x);
  return sycl::sin(x);
}

} // namespace detail::composite

#define __SYCL_COMPOSITE_1(RESULT, HALF_RESULT, NAME)                          \
  inline RESULT(float) NAME(float x) noexcept {                                \
    return detail::composite::NAME(x);                                         \
  }                                                                            \
  inline RESULT(double) NAME(double x) noexcept {                              \
    return detail::composite::NAME(x);                                         \
  }                                                                            \
  inline RESULT(half) NAME(half x) noexcept {                                  \
    return HALF_RESULT(detail::composite::NAME(static_cast<float>(x)));        \
  }
#define __SYCL_SAME_TYPE(T) T
#define __SYCL_INT_TYPE(T) int
__SYCL_COMPOSITE_1(__SYCL_SAME_TYPE, half, acospi)
__SYCL_COMPOSITE_1(__SYCL_SAME_TYPE, half, asinpi)
__SYCL_COMPOSITE_1(__SYCL_SAME_TYPE, half, atanpi)
__SYCL_COMPOSITE_1(__SYCL_SAME_TYPE, half, logb)
__SYCL_COMPOSITE_1(__SYCL_SAME_TYPE, half, tanpi)
__SYCL_COMPOSITE_1(__SYCL_INT_TYPE, int, ilogb)
#undef __SYCL_COMPOSITE_1
#undef __SYCL_SAME_TYPE
#undef __SYCL_INT_TYPE

#define __SYCL_COMPOSITE_2(NAME)                                               \
  inline float NAME(float x, float y) noexcept {                               \
    return detail::composite::NAME(x, y);                                      \
  }                                                                            \
  inline double NAME(double x, double y) noexcept {                            \
    return detail::composite::NAME(x, y);                                      \
  }                                                                            \
  inline half NAME(half x, half y) noexcept {                                  \
    return half(detail::composite::NAME(static_cast<float>(x),                 \
                                        static_cast<float>(y)));               \
  }
__SYCL_COMPOSITE_2(atan2pi)
__SYCL_COMPOSITE_2(fdim)
__SYCL_COMPOSITE_2(maxmag)
__SYCL_COMPOSITE_2(minmag)
__SYCL_COMPOSITE_2(powr)
#undef __SYCL_COMPOSITE_2

inline float nextafter(float x, float y) noexcept {
  return detail::composite::nextafter(x, y);
}
inline double nextafter(double x, double y) noexcept {
  return detail::composite::nextafter(x, y);
}
inline half nextafter(half x, half y) noexcept {
  return detail::composite::nextafter(x, y); // float has other neighbours
}

#define __SYCL_COMPOSITE_INT(NAME)                                             \
  inline float NAME(float x, int n) noexcept {                                 \
    return detail::composite::NAME(x, n);                                      \
  }                                                                            \
  inline double NAME(double x, int n) noexcept {                               \
    return detail::composite::NAME(x, n);                                      \
  }                                                                            \
  inline half NAME(half x, int n) noexcept {                                   \
    return half(detail::composite::NAME(static_cast<float>(x), n));            \
  }
__SYCL_COMPOSITE_INT(ldexp)
__SYCL_COMPOSITE_INT(pown)
__SYCL_COMPOSITE_INT(rootn)
#undef __SYCL_COMPOSITE_INT

inline float mad(float x, float y, float z) noexcept {
  return detail::composite::mad(x, y, z);
}
inline double mad(double x, double y, double z) noexcept {
  return detail::composite::mad(x, y, z);
}
inline half mad(half x, half y, half z) noexcept {
  return detail::composite::mad(x, y, z);
}

/// Returns a NaN with the payload given.
inline float nan(std::uint32_t payload) noexcept {
  return sycl::bit_cast<float>(0x7fc00000u | (payload & 0x3fffffu));
}
inline double nan(std::uint64_t payload) noexcept {
  return sycl::bit_cast<double>(std::uint64_t(0x7ff8) << 48 |
                                (payload & ((std::uint64_t(1) << 51) - 1)));
}
inline half nan(std::uint16_t payload) noexcept {
  return sycl::bit_cast<half>(
      static_cast<std::uint16_t>(0x7e00u | (payload & 0x1ffu)));
}

} // namespace _V1
} // namespace sycl
