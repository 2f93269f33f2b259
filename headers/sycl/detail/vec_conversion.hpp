// Element conversion of vec::convert, with OpenCL's rounding modes (SYCL 2020,
// 4.14.2.2).
//
// Automatic is the mode of the vec's own elements: a real number is rounded to
// the nearest, ties to even, also on its way to an integer. Integers that
// become real numbers are rounded likewise, as in C++.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/vec_traits.hpp>

#include <cstdint>
#include <limits>

namespace sycl {
inline namespace _V1 {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

/// The unsigned integer as wide as the real type T.
template <typename T>
using bits_type = std::make_unsigned_t<comparison_type<T>>;

/// Returns the neighbour of a finite value, towards plus or minus infinity.
template <typename T> constexpr T neighbour(T value, bool up) noexcept {
  using bits = bits_type<T>;
  constexpr bits sign = bits(1) << (sizeof(T) * 8 - 1);
  const bits b = sycl::bit_cast<bits>(value);
  if ((b & static_cast<bits>(~sign)) == 0)
    return sycl::bit_cast<T>(static_cast<bits>(up ? bits(1) : sign | 1));
  const bool away = ((b & sign) == 0) == up;
  return sycl::bit_cast<T>(static_cast<bits>(away ? b + 1 : b - 1));
}

/// A real number made integral in the rounding mode. Large ones already are.
template <rounding_mode Mode, typename T>
constexpr T round_to_integral(T value) noexcept {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__clang__) // instructions
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (Mode == rounding_mode::rtp)
      return __builtin_elementwise_ceil(value);
    else if constexpr (Mode == rounding_mode::rtn)
      return __builtin_elementwise_floor(value);
    else if constexpr (Mode == rounding_mode::rte)
      return __builtin_elementwise_rint(value);
    else
      return __builtin_elementwise_trunc(value);
  }
#endif
  constexpr T limit =
      static_cast<T>(std::uint64_t(1) << (std::numeric_limits<T>::digits - 1));
  if (!(value < limit && value > -limit))
    return value;
  const T whole = static_cast<T>(static_cast<std::int64_t>(value));
  const T rest = value - whole; // exact, with the sign of value
  if constexpr (Mode == rounding_mode::rtp)
    return rest > T(0) ? whole + T(1) : whole;
  else if constexpr (Mode == rounding_mode::rtn)
    return rest < T(0) ? whole - T(1) : whole;
  else if constexpr (Mode == rounding_mode::rte) {
    const T distance = rest < T(0) ? -rest : rest;
    const bool odd = (static_cast<std::int64_t>(whole) & 1) != 0;
    if (distance > T(0.5f) || (distance == T(0.5f) && odd))
      return rest < T(0) ? whole - T(1) : whole + T(1);
    return whole;
  } else
    return whole;
}

/// A narrower real (or a real from an integer): nearest first, then one step
/// back when that went past the value on the wrong side.
template <typename To, rounding_mode Mode, typename From>
constexpr To convert_to_real(From value) noexcept {
  const To nearest = static_cast<To>(value);
  if constexpr (Mode == rounding_mode::automatic ||
                Mode == rounding_mode::rte || std::is_same_v<To, From> ||
                std::numeric_limits<From>::digits <=
                    std::numeric_limits<To>::digits) {
    return nearest;
  } else if constexpr (std::is_integral_v<From>) {
    // 2^digits itself does not fit From, and everything there is representable
    // in no From: it can only come from rounding up.
    constexpr From top = std::numeric_limits<From>::max();
    const bool over = nearest >= static_cast<To>(top);
    const bool above = over || static_cast<From>(nearest) > value;
    const bool below = !over && static_cast<From>(nearest) < value;
    const bool negative = value < From(0);
    if (above && (Mode == rounding_mode::rtn ||
                  (Mode == rounding_mode::rtz && !negative)))
      return neighbour(nearest, false);
    if (below && (Mode == rounding_mode::rtp ||
                  (Mode == rounding_mode::rtz && negative)))
      return neighbour(nearest, true);
    return nearest;
  } else {
    const From back = static_cast<From>(nearest);
    const bool negative = value < From(0);
    if (back > value && (Mode == rounding_mode::rtn ||
                         (Mode == rounding_mode::rtz && !negative)))
      return neighbour(nearest, false);
    if (back < value && (Mode == rounding_mode::rtp ||
                         (Mode == rounding_mode::rtz && negative)))
      return neighbour(nearest, true);
    return nearest;
  }
}

template <typename To, rounding_mode Mode, typename From>
constexpr To convert_element(From value) noexcept {
  if constexpr (std::is_same_v<To, bool>)
    return value != From(0);
  else if constexpr (is_fractional_v<To>)
    return convert_to_real<To, Mode>(value);
  else if constexpr (sizeof(From) == 2 && is_fractional_v<From>) // exact, and arithmetic is cheaper there
    return convert_element<To, Mode>(static_cast<float>(value));
  else if constexpr (is_real_v<From>)
    return static_cast<To>(round_to_integral < Mode == rounding_mode::automatic
                               ? rounding_mode::rte
                               : Mode > (value));
  else
    return static_cast<To>(value);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
