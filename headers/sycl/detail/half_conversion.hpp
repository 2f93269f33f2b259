// IEEE 754 binary16 <-> binary32 in integer arithmetic, for host compilers
// without _Float16 (GCC 12 has none in C++). Rounds to nearest even; NaNs stay
// NaNs, quietened, with the upper bits of their payload.
#pragma once

#include <sycl/bit_cast.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

constexpr std::uint16_t float_to_half_bits(float value) noexcept {
  const std::uint32_t bits = sycl::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t result = 0;
  if (magnitude > 0x7f800000u) { // NaN
    result = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  } else if (magnitude >= 0x477ff000u) { // 65520 and up round to infinity
    result = 0x7c00u;
  } else {
    // Drop bits below half's last one: 13 of them for a normal half, more for a
    // subnormal one, whose exponent is pinned to -14.
    const std::uint32_t exponent = magnitude >> 23;
    const bool normal = exponent >= 113;
    const std::uint32_t shift = normal ? 13 : 126 - exponent;
    if (shift < 32) {
      const std::uint32_t whole =
          normal ? magnitude - (112u << 23)
                 : (magnitude & 0x7fffffu) | (exponent ? 0x800000u : 0u);
      const std::uint32_t dropped = whole & ((1u << shift) - 1);
      const std::uint32_t tie = 1u << (shift - 1);
      result = whole >> shift;
      if (dropped > tie || (dropped == tie && (result & 1u)))
        ++result; // may carry into the exponent, which is what rounding means
    }
  }
  return static_cast<std::uint16_t>(sign | result);
}

/// Returns the float beside a double that rounds to any narrower type as the
/// double itself does: truncated, its last bit set if that lost something
/// ("round to odd"). Going through the nearest float would round twice.
constexpr float double_to_odd_float(double value) noexcept {
  const std::uint64_t bits = sycl::bit_cast<std::uint64_t>(value);
  const float near = static_cast<float>(value);
  const double back = static_cast<double>(near);
  std::uint32_t near_bits = sycl::bit_cast<std::uint32_t>(near);
  if (back != value && value == value &&
      (near_bits & 0x7fffffffu) < 0x7f800000u) {
    const std::uint64_t back_bits = sycl::bit_cast<std::uint64_t>(back);
    if ((back_bits & ~(1ull << 63)) > (bits & ~(1ull << 63)))
      --near_bits; // towards zero
    near_bits |= 1u;
  }
  return sycl::bit_cast<float>(near_bits);
}

constexpr std::uint16_t double_to_half_bits(double value) noexcept {
  return float_to_half_bits(double_to_odd_float(value));
}

constexpr float half_bits_to_float(std::uint16_t half) noexcept {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t magnitude = half & 0x7fffu;
  std::uint32_t result = 0;
  if (magnitude >= 0x7c00u) { // infinity and NaN
    result = 0x7f800000u | ((magnitude & 0x3ffu) << 13);
    if (magnitude > 0x7c00u)
      result |= 0x400000u;
  } else if (magnitude >= 0x400u) {
    result = (magnitude << 13) + (112u << 23);
  } else { // subnormal: magnitude * 2^-24, exact in float
    return sycl::bit_cast<float>(sign |
                                 sycl::bit_cast<std::uint32_t>(
                                     static_cast<float>(magnitude) * 0x1p-24f));
  }
  return sycl::bit_cast<float>(sign | result);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
