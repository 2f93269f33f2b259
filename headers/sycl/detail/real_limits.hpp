// What std::numeric_limits says alike of all real types of 16 bits.
#pragma once

#include <sycl/bit_cast.hpp>

#include <cstdint>
#include <limits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T> struct real_limits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
#pragma GCC diagnostic pop
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int radix = 2;

  static constexpr T denorm_min() noexcept { return from_bits(0x0001); }

protected:
  static constexpr T from_bits(std::uint16_t bits) noexcept {
    return sycl::bit_cast<T>(bits);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
