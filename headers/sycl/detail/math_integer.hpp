// Integer functions (SYCL 2020, 4.17.6), as templates over the integral types,
// and on vec, swizzles and marray of them.
#pragma once

#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/math_builtins.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T, typename R = T>
using if_integer = std::enable_if_t<is_integer<T>::value, R>;
/// The unsigned integer as wide as T; any type where T is no integer, for
/// overloads that another condition then leaves out.
template <typename T>
using unsigned_of =
    std::make_unsigned_t<std::conditional_t<is_integer<T>::value, T, int>>;

/// What mul24 and upsample take.
template <typename T>
struct is_integer_32
    : std::bool_constant<is_integer<T>::value && sizeof(T) == 4> {};
template <typename T>
struct is_narrow_integer
    : std::bool_constant<is_integer<T>::value && sizeof(T) < 8> {};

/// The integer twice as wide as T.
template <typename T>
using wider_of = std::conditional_t<
    sizeof(T) == 1,
    std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>,
    std::conditional_t<
        sizeof(T) == 2,
        std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
        std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;

/// Returns the upper half of the product of two 64-bit numbers. A target's own
/// function on devices, which have no 128-bit integers.
constexpr std::uint64_t mul_hi_64(std::uint64_t x, std::uint64_t y) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  if (!__builtin_is_constant_evaluated())
    return __spirv_ocl_u_mul_hi(x, y);
#endif
  const std::uint64_t x0 = x & 0xffffffffu, x1 = x >> 32;
  const std::uint64_t y0 = y & 0xffffffffu, y1 = y >> 32;
  const std::uint64_t low = x0 * y0;
  const std::uint64_t middle = x1 * y0 + (low >> 32);
  const std::uint64_t other = x0 * y1 + (middle & 0xffffffffu);
  return x1 * y1 + (middle >> 32) + (other >> 32);
}

} // namespace detail

template <typename T> constexpr detail::if_integer<T> abs(T x) noexcept {
  if constexpr (std::is_signed_v<T>) // the smallest number stays itself
    return x < 0 ? static_cast<T>(detail::unsigned_of<T>(0) -
                                  static_cast<detail::unsigned_of<T>>(x))
                 : x;
  else
    return x;
}

template <typename T>
constexpr detail::if_integer<T> abs_diff(T x, T y) noexcept {
  using U = detail::unsigned_of<T>;
  return static_cast<T>(x > y ? U(x) - U(y) : U(y) - U(x));
}

template <typename T>
constexpr detail::if_integer<T> add_sat(T x, T y) noexcept {
  using limits = std::numeric_limits<T>;
  const T sum =
      static_cast<T>(detail::unsigned_of<T>(x) + detail::unsigned_of<T>(y));
  if constexpr (std::is_unsigned_v<T>)
    return sum < x ? limits::max() : sum;
  else if (y >= 0)
    return sum < x ? limits::max() : sum;
  else
    return sum > x ? limits::min() : sum;
}

template <typename T>
constexpr detail::if_integer<T> sub_sat(T x, T y) noexcept {
  using limits = std::numeric_limits<T>;
  const T difference =
      static_cast<T>(detail::unsigned_of<T>(x) - detail::unsigned_of<T>(y));
  if constexpr (std::is_unsigned_v<T>)
    return y > x ? T(0) : difference;
  else if (y >= 0)
    return difference > x ? limits::min() : difference;
  else
    return difference < x ? limits::max() : difference;
}

/// (x + y) / 2, rounded down, without overflow.
template <typename T> constexpr detail::if_integer<T> hadd(T x, T y) noexcept {
  return static_cast<T>((x & y) + ((x ^ y) >> 1));
}
/// (x + y + 1) / 2, without overflow.
template <typename T> constexpr detail::if_integer<T> rhadd(T x, T y) noexcept {
  return static_cast<T>((x | y) - ((x ^ y) >> 1));
}

/// Leading zero bits; the width of T for zero.
template <typename T> constexpr detail::if_integer<T> clz(T x) noexcept {
  constexpr int width = sizeof(T) * 8;
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if (u == 0)
    return static_cast<T>(width);
  if constexpr (width == 64)
    return static_cast<T>(__builtin_clzll(u));
  else
    return static_cast<T>(__builtin_clz(u) - (32 - width));
}
/// Trailing zero bits; the width of T for zero.
template <typename T> constexpr detail::if_integer<T> ctz(T x) noexcept {
  constexpr int width = sizeof(T) * 8;
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if (u == 0)
    return static_cast<T>(width);
  if constexpr (width == 64)
    return static_cast<T>(__builtin_ctzll(u));
  else
    return static_cast<T>(__builtin_ctz(u));
}
template <typename T> constexpr detail::if_integer<T> popcount(T x) noexcept {
  const auto u = static_cast<detail::unsigned_of<T>>(x);
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(__builtin_popcountll(u));
  else
    return static_cast<T>(__builtin_popcount(u));
}

/// Returns the upper half of the product.
template <typename T>
constexpr detail::if_integer<T> mul_hi(T x, T y) noexcept {
  if constexpr (sizeof(T) < 8) {
    using W = detail::wider_of<T>;
    return static_cast<T>((static_cast<W>(x) * static_cast<W>(y)) >>
                          (sizeof(T) * 8));
  } else {
    std::uint64_t high = detail::mul_hi_64(static_cast<std::uint64_t>(x),
                                           static_cast<std::uint64_t>(y));
    if constexpr (std::is_signed_v<T>) { // undo the bias of negative factors
      high -= x < 0 ? static_cast<std::uint64_t>(y) : 0;
      high -= y < 0 ? static_cast<std::uint64_t>(x) : 0;
    }
    return static_cast<T>(high);
  }
}
template <typename T>
constexpr detail::if_integer<T> mad_hi(T x, T y, T z) noexcept {
  return static_cast<T>(detail::unsigned_of<T>(sycl::mul_hi(x, y)) +
                        detail::unsigned_of<T>(z));
}
/// x * y + z, saturated at the end.
template <typename T>
constexpr detail::if_integer<T> mad_sat(T x, T y, T z) noexcept {
  using limits = std::numeric_limits<T>;
  using U = detail::unsigned_of<T>;
  if constexpr (sizeof(T) < 8) {
    using W = detail::wider_of<T>;
    const W exact = static_cast<W>(x) * static_cast<W>(y);
    if constexpr (std::is_unsigned_v<T>) {
      const W sum = static_cast<W>(exact + z); // fits: (2^n-1)^2 + 2^n-1 < 2^2n
      return sum > W(limits::max()) ? limits::max() : static_cast<T>(sum);
    } else {
      const W sum = static_cast<W>(exact + z);
      return sum > W(limits::max())   ? limits::max()
             : sum < W(limits::min()) ? limits::min()
                                      : static_cast<T>(sum);
    }
  } else {
    // The product in two words, plus z extended to two words.
    const T high = sycl::mul_hi(x, y);
    const U low = U(x) * U(y);
    const U sum = low + U(z);
    T top = static_cast<T>(U(high) + U(sum < low));
    if constexpr (std::is_unsigned_v<T>) {
      return top != 0 ? limits::max() : static_cast<T>(sum);
    } else {
      top = static_cast<T>(U(top) + (z < 0 ? ~U(0) : U(0)));
      const T fits = static_cast<T>(sum) < 0 ? T(-1) : T(0);
      return top == fits ? static_cast<T>(sum)
             : top < 0   ? limits::min()
                         : limits::max();
    }
  }
}

/// Rotates left; the count is taken modulo the width.
template <typename T>
constexpr detail::if_integer<T> rotate(T x, T count) noexcept {
  using U = detail::unsigned_of<T>;
  constexpr unsigned width = sizeof(T) * 8;
  const unsigned n = static_cast<U>(count) % width;
  const U u = static_cast<U>(x);
  return static_cast<T>(static_cast<U>(u << n) |
                        static_cast<U>(u >> ((width - n) % width)));
}

/// The factors have 24 significant bits.
template <typename T>
constexpr detail::scalar_if<detail::is_integer_32, T> mul24(T x, T y) noexcept {
  return static_cast<T>(detail::unsigned_of<T>(x) * detail::unsigned_of<T>(y));
}
template <typename T>
constexpr detail::scalar_if<detail::is_integer_32, T> mad24(T x, T y,
                                                            T z) noexcept {
  using U = detail::unsigned_of<T>;
  return static_cast<T>(U(x) * U(y) + U(z));
}

/// The integer twice as wide with `high` above `low`, which is unsigned.
template <typename T, typename U>
constexpr std::enable_if_t<detail::is_narrow_integer<T>::value &&
                               detail::is_integer<U>::value,
                           detail::wider_of<T>>
upsample(T high, U low) noexcept {
  using W = std::make_unsigned_t<detail::wider_of<T>>;
  return static_cast<detail::wider_of<T>>(
      static_cast<W>(static_cast<W>(high) << (sizeof(T) * 8)) |
      static_cast<detail::unsigned_of<T>>(low));
}

#define __SYCL_INTEGER_1(NAME) __SYCL_ELEMENTWISE_1(NAME, detail::is_integer)
#define __SYCL_INTEGER_2(NAME)                                                 \
  __SYCL_SAME_SCALARS_2(NAME, detail::is_integer)                              \
  __SYCL_ELEMENTWISE_2(NAME, detail::is_integer)
#define __SYCL_INTEGER_3(NAME)                                                 \
  __SYCL_SAME_SCALARS_3(NAME, detail::is_integer)                              \
  __SYCL_ELEMENTWISE_3(NAME, detail::is_integer)
__SYCL_INTEGER_1(abs)
__SYCL_INTEGER_1(clz)
__SYCL_INTEGER_1(ctz)
__SYCL_INTEGER_1(popcount)
__SYCL_INTEGER_2(abs_diff)
__SYCL_INTEGER_2(add_sat)
__SYCL_INTEGER_2(sub_sat)
__SYCL_INTEGER_2(hadd)
__SYCL_INTEGER_2(rhadd)
__SYCL_INTEGER_2(mul_hi)
__SYCL_INTEGER_2(rotate)
__SYCL_INTEGER_3(mad_hi)
__SYCL_INTEGER_3(mad_sat)
#undef __SYCL_INTEGER_1
#undef __SYCL_INTEGER_2
#undef __SYCL_INTEGER_3
__SYCL_SAME_SCALARS_2(mul24, detail::is_integer_32)
__SYCL_ELEMENTWISE_2(mul24, detail::is_integer_32)
__SYCL_SAME_SCALARS_3(mad24, detail::is_integer_32)
__SYCL_ELEMENTWISE_3(mad24, detail::is_integer_32)

template <typename V, typename W>
std::enable_if_t<
    std::is_same_v<
        detail::shape_with<detail::plain_if<detail::is_narrow_integer, V>,
                           detail::unsigned_of<detail::element_t<V>>>,
        detail::plain_if<detail::is_narrow_integer, W>>,
    detail::shape_with<V, detail::wider_of<detail::element_t<V>>>>
upsample(const V &high, const W &low) noexcept {
  detail::shape_with<V, detail::wider_of<detail::element_t<V>>> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::upsample(static_cast<detail::element_t<V>>(high[i]),
                               static_cast<detail::element_t<W>>(low[i]));
  return result;
}

} // namespace _V1
} // namespace sycl
