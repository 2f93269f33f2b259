// sycl::half: IEEE 754 binary16 (SYCL 2020, 4.5). On devices an optional
// feature, aspect::fp16.
//
// The value is a _Float16 where the compiler has that type, else its bits, with
// arithmetic in float: rounding a float result of +, -, *, / or sqrt to half
// gives the correctly rounded half result, since 24 >= 2 * 11 + 2.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/as_float.hpp>
#include <sycl/detail/half_conversion.hpp>
#include <sycl/detail/real_limits.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#if defined(__SYCL_DEVICE_ONLY__) ||                                           \
    defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 13)
#define __SYCL_HAS_FLOAT16 1
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {
class bfloat16;
} // namespace ext::oneapi

namespace detail {
namespace half_impl {

#ifdef __SYCL_HAS_FLOAT16
using storage = _Float16;
template <typename T> constexpr storage to_storage(T value) noexcept {
  return static_cast<storage>(value);
}
constexpr float to_float(storage value) noexcept {
  return static_cast<float>(value);
}
#else
using storage = std::uint16_t;
template <typename T> constexpr storage to_storage(T value) noexcept {
  if constexpr (std::is_same_v<T, float>)
    return float_to_half_bits(value);
  else // long double and 64-bit integers reach double's odd-rounding path
    return double_to_half_bits(static_cast<double>(value));
}
constexpr float to_float(storage value) noexcept {
  return half_bits_to_float(value);
}
#endif

class __SYCL_USES_ASPECTS(aspect::fp16) half {
public:
  half() noexcept = default;
  constexpr half(float value) noexcept : value_(to_storage(value)) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> &&
                                                    !std::is_same_v<T, float>>>
  constexpr half(T value) noexcept : value_(to_storage(value)) {}
#ifdef __SYCL_HAS_FLOAT16
  constexpr half(_Float16 value) noexcept : value_(value) {}
#endif

  /// In sycl/ext/oneapi/bfloat16.hpp. (Were it a conversion function of that
  /// class, half(b) could be made by way of float, too.)
  constexpr half(const ext::oneapi::bfloat16 &value) noexcept;

  constexpr operator float() const noexcept { return to_float(value_); }

  /// The value as the compiler's own type, or its bits where there is none.
  constexpr storage data() const noexcept { return value_; }

  constexpr half &operator+=(half b) noexcept { return *this = *this + b; }
  constexpr half &operator-=(half b) noexcept { return *this = *this - b; }
  constexpr half &operator*=(half b) noexcept { return *this = *this * b; }
  constexpr half &operator/=(half b) noexcept { return *this = *this / b; }
  constexpr half &operator++() noexcept { return *this += half(1.0f); }
  constexpr half &operator--() noexcept { return *this -= half(1.0f); }
  constexpr half operator++(int) noexcept {
    half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) noexcept {
    half old = *this;
    --*this;
    return old;
  }
  constexpr half operator+() const noexcept { return *this; }
  constexpr half operator-() const noexcept;

#ifdef __SYCL_HAS_FLOAT16
#define __SYCL_HALF_ARITHMETIC(OP)                                             \
  friend constexpr half operator OP(half a, half b) noexcept {                 \
    return half(static_cast<_Float16>(a.value_ OP b.value_));                  \
  }
#define __SYCL_HALF_COMPARISON(OP)                                             \
  friend constexpr bool operator OP(half a, half b) noexcept {                 \
    return a.value_ OP b.value_;                                               \
  }
#else
#define __SYCL_HALF_ARITHMETIC(OP)                                             \
  friend constexpr half operator OP(half a, half b) noexcept {                 \
    return half(static_cast<float>(a) OP static_cast<float>(b));               \
  }
#define __SYCL_HALF_COMPARISON(OP)                                             \
  friend constexpr bool operator OP(half a, half b) noexcept {                 \
    return static_cast<float>(a) OP static_cast<float>(b);                     \
  }
#endif
  // With another arithmetic type the usual conversions apply: an integer turns
  // into a half, a half into a float or double.
#define __SYCL_HALF_MIXED(RESULT, OP)                                          \
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>  \
  friend constexpr RESULT operator OP(half a, T b) noexcept {                  \
    if constexpr (std::is_floating_point_v<T>)                                 \
      return static_cast<T>(static_cast<float>(a)) OP b;                       \
    else                                                                       \
      return a OP half(b);                                                     \
  }                                                                            \
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>  \
  friend constexpr RESULT operator OP(T a, half b) noexcept {                  \
    if constexpr (std::is_floating_point_v<T>)                                 \
      return a OP static_cast<T>(static_cast<float>(b));                       \
    else                                                                       \
      return half(a) OP b;                                                     \
  }
#define __SYCL_HALF_RESULT                                                     \
  std::conditional_t<std::is_floating_point_v<T>, T, half>
  __SYCL_HALF_ARITHMETIC(+)
  __SYCL_HALF_ARITHMETIC(-)
  __SYCL_HALF_ARITHMETIC(*)
  __SYCL_HALF_ARITHMETIC(/)
  __SYCL_HALF_COMPARISON(==)
  __SYCL_HALF_COMPARISON(!=)
  __SYCL_HALF_COMPARISON(<)
  __SYCL_HALF_COMPARISON(<=)
  __SYCL_HALF_COMPARISON(>)
  __SYCL_HALF_COMPARISON(>=)
  __SYCL_HALF_MIXED(__SYCL_HALF_RESULT, +)
  __SYCL_HALF_MIXED(__SYCL_HALF_RESULT, -)
  __SYCL_HALF_MIXED(__SYCL_HALF_RESULT, *)
  __SYCL_HALF_MIXED(__SYCL_HALF_RESULT, /)
  __SYCL_HALF_MIXED(bool, ==)
  __SYCL_HALF_MIXED(bool, !=)
  __SYCL_HALF_MIXED(bool, <)
  __SYCL_HALF_MIXED(bool, <=)
  __SYCL_HALF_MIXED(bool, >)
  __SYCL_HALF_MIXED(bool, >=)
#undef __SYCL_HALF_ARITHMETIC
#undef __SYCL_HALF_COMPARISON
#undef __SYCL_HALF_MIXED
#undef __SYCL_HALF_RESULT

  __SYCL_STREAMED_AS_FLOAT(half)

private:
  storage value_;
};

constexpr half half::operator-() const noexcept {
  return sycl::bit_cast<half>(static_cast<std::uint16_t>(
      sycl::bit_cast<std::uint16_t>(*this) ^ 0x8000u));
}

} // namespace half_impl
} // namespace detail

using half = detail::half_impl::half;

static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half>,
              "half is passed to kernels by its bytes");

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::half> : sycl::detail::float_hash<sycl::half> {};

template <>
struct std::numeric_limits<sycl::half> : sycl::detail::real_limits<sycl::half> {
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr sycl::half min() noexcept { return from_bits(0x0400); }
  static constexpr sycl::half max() noexcept { return from_bits(0x7bff); }
  static constexpr sycl::half lowest() noexcept { return from_bits(0xfbff); }
  static constexpr sycl::half epsilon() noexcept { return from_bits(0x1400); }
  static constexpr sycl::half round_error() noexcept {
    return from_bits(0x3800);
  }
  static constexpr sycl::half infinity() noexcept { return from_bits(0x7c00); }
  static constexpr sycl::half quiet_NaN() noexcept { return from_bits(0x7e00); }
  static constexpr sycl::half signaling_NaN() noexcept {
    return from_bits(0x7d00);
  }
};
