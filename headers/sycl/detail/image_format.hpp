// The formats of images (SYCL 2020, 4.7.3), and conversions between a pixel in
// memory and the four channels that an accessor reads and writes.
//
// In:  the bytes of a pixel, which consist of 32-bit words in all formats.
// Out: red, green, blue, alpha as float, std::int32_t or std::uint32_t.
//
// Conversions are those of OpenCL 1.2, 8.3, correctly rounded, in arithmetic
// that every device has: neither `half` nor `double`.
#pragma once

#include <sycl/detail/half_conversion.hpp>
#include <sycl/detail/scalar_math.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

/// The order of channels in memory is red, green, blue, alpha, also where the
/// name of the enumerator has blue before green.
enum class image_format : unsigned int {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};

namespace detail {

// Formats of bindless images alone (sycl_ext_oneapi_bindless_images). No
// program makes an image of SYCL 2020 from their numbers.
inline constexpr image_format r8g8b8a8_snorm = static_cast<image_format>(11);
inline constexpr image_format r16g16b16a16_snorm =
    static_cast<image_format>(12);

/// What the channels of an image are: the element type of accessors' DataT.
enum class channel_kind : unsigned char {
  real,
  signed_integer,
  unsigned_integer
};

constexpr channel_kind kind_of_channel(image_format format) noexcept {
  switch (format) {
  case image_format::r8g8b8a8_sint:
  case image_format::r16g16b16a16_sint:
  case image_format::r32b32g32a32_sint:
    return channel_kind::signed_integer;
  case image_format::r8g8b8a8_uint:
  case image_format::r16g16b16a16_uint:
  case image_format::r32b32g32a32_uint:
    return channel_kind::unsigned_integer;
  default:
    return channel_kind::real;
  }
}
constexpr unsigned bits_of_channel(image_format format) noexcept {
  if (format == r16g16b16a16_snorm)
    return 16;
  switch (format) {
  case image_format::r16g16b16a16_unorm:
  case image_format::r16g16b16a16_sint:
  case image_format::r16g16b16a16_uint:
  case image_format::r16b16g16a16_sfloat:
    return 16;
  case image_format::r32b32g32a32_sint:
  case image_format::r32b32g32a32_uint:
  case image_format::r32g32b32a32_sfloat:
    return 32;
  default:
    return 8;
  }
}
constexpr unsigned bytes_of_pixel(image_format format) noexcept {
  return bits_of_channel(format) / 2;
}

/// A word of memory that the program may use as any type. The program's own
/// memory need not be aligned; that of devices is.
#ifdef __SYCL_DEVICE_ONLY__
typedef std::uint32_t __attribute__((__may_alias__)) image_word;
#else
typedef std::uint32_t __attribute__((__may_alias__, __aligned__(1))) image_word;
#endif

// Work-items are vectorised, and formats decided once for all of them, where
// there is no call for each pixel.
#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_INLINE_ON_DEVICES __SYCL_ALWAYS_INLINE
#else
#define __SYCL_INLINE_ON_DEVICES inline
#endif

template <typename T> struct channels { T at[4]; };
using channel_bits = channels<std::uint32_t>;

__SYCL_INLINE_ON_DEVICES channel_bits load_channels(const image_word *words,
                                                    unsigned bits) noexcept {
  channel_bits result;
  if (bits == 8) {
    const std::uint32_t word = words[0];
    for (int c = 0; c < 4; ++c)
      result.at[c] = (word >> (8 * c)) & 0xffu;
  } else if (bits == 16) {
    const std::uint32_t low = words[0], high = words[1];
    result = {{low & 0xffffu, low >> 16, high & 0xffffu, high >> 16}};
  } else {
    for (int c = 0; c < 4; ++c)
      result.at[c] = words[c];
  }
  return result;
}
/// Channels have no bits beyond the format's.
__SYCL_INLINE_ON_DEVICES void store_channels(image_word *words, unsigned bits,
                                             const channel_bits &c) noexcept {
  if (bits == 8) {
    words[0] = c.at[0] | c.at[1] << 8 | c.at[2] << 16 | c.at[3] << 24;
  } else if (bits == 16) {
    words[0] = c.at[0] | c.at[1] << 16;
    words[1] = c.at[2] | c.at[3] << 16;
  } else {
    for (int i = 0; i < 4; ++i)
      words[i] = c.at[i];
  }
}

/// x / greatest, correctly rounded also where division is not.
inline float part_of_greatest(float x, float greatest) noexcept {
  const float reciprocal = 1.0f / greatest;
  const float quotient = x * reciprocal;
  return sycl::fma(sycl::fma(-quotient, greatest, x), reciprocal, quotient);
}
inline float from_unorm(std::uint32_t bits, float greatest) noexcept {
  return part_of_greatest(static_cast<float>(bits), greatest);
}
inline std::uint32_t to_unorm(float value, float greatest) noexcept {
  const float x = value * greatest;
  // NaN is not greater than zero either.
  const float in_range = x > 0.0f ? (x < greatest ? x : greatest) : 0.0f;
  return static_cast<std::uint32_t>(sycl::rint(in_range));
}

inline channel_bits swap_red_and_blue(const channel_bits &c) noexcept {
  return {{c.at[2], c.at[1], c.at[0], c.at[3]}};
}

template <typename T, typename From, typename F>
channels<T> each_channel(const channels<From> &from, F f) noexcept {
  return {{f(from.at[0]), f(from.at[1]), f(from.at[2]), f(from.at[3])}};
}

// The next two decide on the format once for each pixel, not for each channel.

/// Only for formats of T's kind.
template <typename T>
__SYCL_INLINE_ON_DEVICES channels<T> decode(const channel_bits &bits,
                                            image_format format) noexcept {
  using word = std::uint32_t;
  if constexpr (std::is_same_v<T, float>) {
    const auto from_byte = [](word b) { return from_unorm(b, 255.0f); };
    switch (format) {
    case image_format::r16b16g16a16_sfloat:
      return each_channel<float>(bits, [](word b) {
        return half_bits_to_float(static_cast<std::uint16_t>(b));
      });
    case image_format::r32g32b32a32_sfloat:
      return each_channel<float>(
          bits, [](word b) { return sycl::bit_cast<float>(b); });
    case image_format::r16g16b16a16_unorm:
      return each_channel<float>(
          bits, [](word b) { return from_unorm(b, 65535.0f); });
    case image_format::b8g8r8a8_unorm:
      return each_channel<float>(swap_red_and_blue(bits), from_byte);
    default:
      return each_channel<float>(bits, from_byte);
    }
  } else {
    // Signed channels extend their sign.
    const unsigned shift =
        std::is_signed_v<T> ? 32 - bits_of_channel(format) : 0;
    return each_channel<T>(bits, [shift](word b) {
      return static_cast<T>(static_cast<T>(b << shift) >> shift);
    });
  }
}

/// Values that the format cannot hold become the nearest one that it can.
template <typename T>
__SYCL_INLINE_ON_DEVICES channel_bits encode(const channels<T> &values,
                                             image_format format) noexcept {
  using word = std::uint32_t;
  if constexpr (std::is_same_v<T, float>) {
    const auto to_byte = [](float x) { return to_unorm(x, 255.0f); };
    switch (format) {
    case image_format::r16b16g16a16_sfloat:
      return each_channel<word>(
          values, [](float x) { return word(float_to_half_bits(x)); });
    case image_format::r32g32b32a32_sfloat:
      return each_channel<word>(
          values, [](float x) { return sycl::bit_cast<word>(x); });
    case image_format::r16g16b16a16_unorm:
      return each_channel<word>(values,
                                [](float x) { return to_unorm(x, 65535.0f); });
    case image_format::b8g8r8a8_unorm:
      return swap_red_and_blue(each_channel<word>(values, to_byte));
    default:
      return each_channel<word>(values, to_byte);
    }
  } else {
    const word mask = ~word(0) >> (32 - bits_of_channel(format));
    const T most = static_cast<T>(std::is_signed_v<T> ? mask >> 1 : mask);
    const T least = std::is_signed_v<T> ? -most - 1 : 0;
    return each_channel<word>(values, [=](T x) {
      const T kept = x < least ? least : x > most ? most : x;
      return static_cast<word>(kept) & mask;
    });
  }
}

#undef __SYCL_INLINE_ON_DEVICES

} // namespace detail
} // namespace _V1
} // namespace sycl
