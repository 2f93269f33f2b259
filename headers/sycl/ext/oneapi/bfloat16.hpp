// Extension sycl_ext_oneapi_bfloat16: the upper 16 bits of a float.
//
// In: floats, and other numbers, rounded once to the nearest, ties to even.
// Out: the same results on the host and on every device: operations are those
// of float, of which the results are rounded; for +, -, *, / and a square root
// that is the correctly rounded result, since 24 >= 2 * 8 + 2.
//
// Mathematical functions: bfloat16_math.hpp.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_BFLOAT16 1

#include <sycl/detail/as_float.hpp>
#include <sycl/detail/real_limits.hpp>
#include <sycl/detail/vec_traits.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

namespace detail {

constexpr std::uint16_t float_to_bfloat16_bits(float value) noexcept {
  const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) // stays a NaN, and a quiet one
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  // A carry into the exponent is what rounding up means, also to infinity.
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >>
                                    16);
}

/// Returns the float that rounds to bfloat16 as the integer itself does: its
/// last bit stands for those that float has no room for.
template <typename T> constexpr float integer_to_odd_float(T value) noexcept {
  if constexpr (sizeof(T) <= 2) {
    return static_cast<float>(value);
  } else {
    using bits = std::make_unsigned_t<T>;
    const bool negative = value < T(0);
    bits rest = static_cast<bits>(value);
    if (negative)
      rest = static_cast<bits>(bits(0) - rest);
    float scale = negative ? -1.0f : 1.0f;
    while (rest >> 24) {
      rest = static_cast<bits>((rest >> 8) | bits((rest & 0xffu) != 0));
      scale *= 256.0f;
    }
    return static_cast<float>(rest) * scale;
  }
}

/// The other operand of a bfloat16: what converts to float, in one value.
template <typename T>
inline constexpr bool is_bfloat16_operand =
    std::is_convertible_v<T, float> && !is_bfloat16_v<T> && !is_nonscalar_v<T>;
/// Numbers of C++ take part as what they are, as beside a float.
template <typename T> constexpr auto bfloat16_operand(const T &value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value;
  else
    return static_cast<float>(value);
}

} // namespace detail

namespace ext::oneapi {

class bfloat16 {
  template <typename T>
  using if_operand = std::enable_if_t<sycl::detail::is_bfloat16_operand<T>>;

public:
  bfloat16() = default;
  constexpr bfloat16(float value) noexcept
      : bits_(sycl::detail::float_to_bfloat16_bits(value)) {}
  constexpr bfloat16(half value) noexcept
      : bfloat16(static_cast<float>(value)) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> &&
                                                    !std::is_same_v<T, float>>>
  constexpr bfloat16(T value) noexcept : bfloat16(nearby_float(value)) {}

  constexpr operator float() const noexcept {
    return sycl::bit_cast<float>(static_cast<std::uint32_t>(bits_) << 16);
  }
  constexpr explicit operator bool() const noexcept {
    return (bits_ & 0x7fffu) != 0;
  }

  friend constexpr bfloat16 operator-(bfloat16 a) noexcept {
    a.bits_ = static_cast<std::uint16_t>(a.bits_ ^ 0x8000u);
    return a;
  }
  friend constexpr bfloat16 &operator++(bfloat16 &a) noexcept {
    return a = a + bfloat16(1.0f);
  }
  friend constexpr bfloat16 &operator--(bfloat16 &a) noexcept {
    return a = a - bfloat16(1.0f);
  }
  friend constexpr bfloat16 operator++(bfloat16 &a, int) noexcept {
    const bfloat16 old = a;
    ++a;
    return old;
  }
  friend constexpr bfloat16 operator--(bfloat16 &a, int) noexcept {
    const bfloat16 old = a;
    --a;
    return old;
  }

#define __SYCL_BFLOAT16_OPERATOR(RESULT, OP)                                   \
  friend constexpr RESULT operator OP(const bfloat16 &a,                       \
                                      const bfloat16 &b) noexcept {            \
    return RESULT(static_cast<float>(a) OP static_cast<float>(b));             \
  }                                                                            \
  template <typename T, typename = if_operand<T>>                              \
  friend constexpr RESULT operator OP(const bfloat16 &a,                       \
                                      const T &b) noexcept {                   \
    return RESULT(static_cast<float>(a) OP sycl::detail::bfloat16_operand(b)); \
  }                                                                            \
  template <typename T, typename = if_operand<T>>                              \
  friend constexpr RESULT operator OP(const T &a,                              \
                                      const bfloat16 &b) noexcept {            \
    return RESULT(sycl::detail::bfloat16_operand(a) OP static_cast<float>(b)); \
  }
#define __SYCL_BFLOAT16_ARITHMETIC(OP)                                         \
  __SYCL_BFLOAT16_OPERATOR(bfloat16, OP)                                       \
  friend constexpr bfloat16 &operator OP##=(bfloat16 &a,                       \
                                            const bfloat16 &b) noexcept {      \
    return a = a OP b;                                                         \
  }                                                                            \
  template <typename T, typename = if_operand<T>>                              \
  friend constexpr bfloat16 &operator OP##=(bfloat16 &a,                       \
                                            const T &b) noexcept {             \
    return a = a OP b;                                                         \
  }
  __SYCL_BFLOAT16_ARITHMETIC(+)
  __SYCL_BFLOAT16_ARITHMETIC(-)
  __SYCL_BFLOAT16_ARITHMETIC(*)
  __SYCL_BFLOAT16_ARITHMETIC(/)
  __SYCL_BFLOAT16_OPERATOR(bool, ==)
  __SYCL_BFLOAT16_OPERATOR(bool, !=)
  __SYCL_BFLOAT16_OPERATOR(bool, <)
  __SYCL_BFLOAT16_OPERATOR(bool, <=)
  __SYCL_BFLOAT16_OPERATOR(bool, >)
  __SYCL_BFLOAT16_OPERATOR(bool, >=)
#undef __SYCL_BFLOAT16_ARITHMETIC
#undef __SYCL_BFLOAT16_OPERATOR

  __SYCL_STREAMED_AS_FLOAT(bfloat16)

private:
  template <typename T> static constexpr float nearby_float(T value) noexcept {
    if constexpr (std::is_integral_v<T>)
      return sycl::detail::integer_to_odd_float(value);
    else
      return sycl::detail::double_to_odd_float(static_cast<double>(value));
  }

  std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16> &&
                  std::is_trivially_default_constructible_v<bfloat16>,
              "bfloat16 is passed to kernels by its bytes");

} // namespace ext::oneapi

constexpr detail::half_impl::half::half(
    const ext::oneapi::bfloat16 &value) noexcept
    : half(static_cast<float>(value)) {}

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::bfloat16> : sycl::detail::float_hash<sycl::ext::oneapi::bfloat16> {};

template <>
struct std::numeric_limits<sycl::ext::oneapi::bfloat16>
    : sycl::detail::real_limits<sycl::ext::oneapi::bfloat16> {
  using type = sycl::ext::oneapi::bfloat16;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;

  static constexpr type min() noexcept { return from_bits(0x0080); }
  static constexpr type max() noexcept { return from_bits(0x7f7f); }
  static constexpr type lowest() noexcept { return from_bits(0xff7f); }
  static constexpr type epsilon() noexcept { return from_bits(0x3c00); }
  static constexpr type round_error() noexcept { return from_bits(0x3f00); }
  static constexpr type infinity() noexcept { return from_bits(0x7f80); }
  static constexpr type quiet_NaN() noexcept { return from_bits(0x7fc0); }
  static constexpr type signaling_NaN() noexcept { return from_bits(0x7fa0); }
};

#include <sycl/detail/restore_macros.inc>
