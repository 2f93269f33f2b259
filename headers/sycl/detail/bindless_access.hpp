// A bindless image as kernels see it (sycl_ext_oneapi_bindless_images): a
// record in the device's memory, which a handle has the address of.
//
// In:  a record, coordinates, and the type that the kernel reads or writes.
// Out: its value from the channels of a pixel, or these from it.
//
// Formats, samplers and filters are those of SYCL 2020's images. As there, no
// coordinate leads out of the image's memory: reads of other pixels yield
// zeros, writes do nothing.
#pragma once

#include <sycl/bit_cast.hpp>
#include <sycl/detail/image_format.hpp>
#include <sycl/detail/image_sampling.hpp>
#include <sycl/half.hpp>
#include <sycl/image_sampler.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Made by //runtime. Extents beyond the image's dimensions are one.
struct bindless_image {
  char *data;
  std::uint64_t pitch[2]; // of rows and slices, in bytes
  std::uint64_t layer_pitch;
  std::int32_t size[3]; // of a layer
  std::uint32_t layers; // faces of a cubemap, too
  image_format format;  // its channels; how many there are is next
  std::uint32_t channel_count;
  image_sampler samplers[3]; // of sampled images; differ in `addressing` alone
  // Of a mipmap: each level follows the one before it, half as large.
  std::uint32_t levels;
  float least_level, greatest_level;
  filtering_mode between_levels;
  bool has_words; // four channels, and each pixel aligned as in SYCL 2020's
};

/// The types that the extension calls recognized: numbers other than double,
/// and vectors of them.
template <typename T>
inline constexpr bool is_pixel_number = (std::is_arithmetic_v<T> &&
                                         !std::is_same_v<T, double> &&
                                         !std::is_same_v<T, long double>) ||
                                        is_half_v<T>;
template <typename T>
inline constexpr bool is_recognized_pixel = is_pixel_number<T>;
template <typename T, int N>
inline constexpr bool is_recognized_pixel<vec<T, N>> =
    is_pixel_number<T> &&N <= 4;

typedef std::uint16_t __attribute__((__may_alias__)) image_halfword;

inline std::uint32_t load_channel(const char *from, unsigned bits) noexcept {
  if (bits == 8)
    return *reinterpret_cast<const unsigned char *>(from);
  if (bits == 16)
    return *reinterpret_cast<const image_halfword *>(from);
  return *reinterpret_cast<const image_word *>(from);
}
inline void store_channel(char *to, unsigned bits, std::uint32_t c) noexcept {
  if (bits == 8)
    *reinterpret_cast<unsigned char *>(to) = static_cast<unsigned char>(c);
  else if (bits == 16)
    *reinterpret_cast<image_halfword *>(to) = static_cast<std::uint16_t>(c);
  else
    *reinterpret_cast<image_word *>(to) = c;
}

/// The least number stands for -1, as its neighbour does.
inline float from_snorm(std::uint32_t bits, unsigned width) noexcept {
  const auto number =
      static_cast<std::int32_t>(bits << (32 - width)) >> (32 - width);
  const float x = part_of_greatest(static_cast<float>(number),
                                   width == 8 ? 127.0f : 32767.0f);
  return x < -1.0f ? -1.0f : x;
}
inline std::uint32_t to_snorm(float value, unsigned width) noexcept {
  const float greatest = width == 8 ? 127.0f : 32767.0f;
  const float x = value * greatest;
  const float in_range = x < greatest    ? (x > -greatest ? x : -greatest)
                         : x >= greatest ? greatest
                                         : 0.0f; // NaN
  return static_cast<std::uint32_t>(
             static_cast<std::int32_t>(sycl::rint(in_range))) &
         (~std::uint32_t(0) >> (32 - width));
}

inline bool is_snorm(image_format format) noexcept {
  return format == r8g8b8a8_snorm || format == r16g16b16a16_snorm;
}

/// One access of a kernel, `Dimensions` of them in its coordinates: a record,
/// and how DataT is made from numbers.
template <typename DataT, int Dimensions> struct bindless_access {
  using element = element_t<DataT>;
  static constexpr int count = elements_of<DataT>::count;
  static constexpr bool is_real = is_real_v<element>;
  static constexpr std::size_t used_bytes = count * sizeof(element);
  using position = std::int32_t[Dimensions];
  using coordinates = float[Dimensions];

  const bindless_image image; // copied: what is written cannot change it
  std::uint32_t layer = 0;    // of an array

  unsigned bits() const noexcept { return bits_of_channel(image.format); }
  std::size_t bytes_of_pixel() const noexcept {
    return bits() / 8 * image.channel_count;
  }
  /// Whether its channels are numbers that DataT's elements are made from.
  bool fits() const noexcept {
    return (kind_of_channel(image.format) == channel_kind::real) == is_real;
  }
  bool is_signed() const noexcept {
    return kind_of_channel(image.format) == channel_kind::signed_integer;
  }
  bool holds(const position &at) const noexcept {
    bool inside = layer < image.layers;
    for (int d = 0; d < Dimensions; ++d)
      inside &= static_cast<std::uint32_t>(at[d]) <
                static_cast<std::uint32_t>(image.size[d]);
    return inside;
  }
  char *pixel(const position &at) const noexcept {
    std::size_t offset = static_cast<std::size_t>(at[0]) * bytes_of_pixel();
    for (int d = 1; d < Dimensions; ++d)
      offset += static_cast<std::size_t>(at[d]) * image.pitch[d - 1];
    return image.data + layer * image.layer_pitch + offset;
  }

  /// Channels that the image does not have are zero; so are those that DataT
  /// does not have.
  template <typename T> channels<T> read_channels(const position &at) const {
    if (!holds(at))
      return {};
    const unsigned width = bits();
    const char *from = pixel(at);
    channel_bits stored = {};
    if (image.has_words)
      stored = load_channels(reinterpret_cast<const image_word *>(from), width);
    else
      for (int c = 0; c < count; ++c)
        if (static_cast<std::uint32_t>(c) < image.channel_count)
          stored.at[c] = load_channel(from + c * (width / 8), width);
    if constexpr (std::is_same_v<T, float>)
      if (is_snorm(image.format))
        return each_channel<float>(
            stored, [width](std::uint32_t b) { return from_snorm(b, width); });
    return decode<T>(stored, image.format);
  }
  template <typename T>
  void write_channels(const position &at, const channels<T> &values) const {
    const unsigned width = bits();
    channel_bits stored = {};
    bool done = false;
    if constexpr (std::is_same_v<T, float>)
      if (is_snorm(image.format)) {
        stored = each_channel<std::uint32_t>(
            values, [width](float x) { return to_snorm(x, width); });
        done = true;
      }
    if (!done)
      stored = encode(values, image.format);
    char *to = pixel(at);
    if (image.has_words)
      return store_channels(reinterpret_cast<image_word *>(to), width, stored);
    for (int c = 0; c < 4; ++c)
      if (static_cast<std::uint32_t>(c) < image.channel_count)
        store_channel(to + c * (width / 8), width, stored.at[c]);
  }

  template <typename T>
  static DataT from_channels(const channels<T> &values) noexcept {
    if constexpr (is_nonscalar_v<DataT>) {
      DataT result;
      for (int c = 0; c < count; ++c)
        result[c] = static_cast<element>(values.at[c]);
      return result;
    } else {
      return static_cast<DataT>(values.at[0]);
    }
  }
  template <typename T>
  static channels<T> to_channels(const DataT &value) noexcept {
    channels<T> result = {};
    if constexpr (is_nonscalar_v<DataT>)
      for (int c = 0; c < count; ++c)
        result.at[c] = static_cast<T>(value[c]);
    else
      result.at[0] = static_cast<T>(value);
    return result;
  }

  /// Bits as they are in memory, for a DataT whose numbers the channels are
  /// not; zero where it has another size.
  DataT read_bits(const position &at) const noexcept {
    DataT result = {};
    if (used_bytes == bytes_of_pixel() && holds(at))
      __builtin_memcpy(static_cast<void *>(&result), pixel(at), used_bytes);
    return result;
  }
  void write_bits(const position &at, const DataT &value) const noexcept {
    if (used_bytes == bytes_of_pixel() && holds(at))
      __builtin_memcpy(pixel(at), static_cast<const void *>(&value),
                       used_bytes);
  }

  DataT read(const position &at) const noexcept {
    if (!fits())
      return read_bits(at);
    if constexpr (is_real)
      return from_channels(read_channels<float>(at));
    else
      return is_signed() ? from_channels(read_channels<std::int32_t>(at))
                         : from_channels(read_channels<std::uint32_t>(at));
  }
  void write(const position &at, const DataT &value) const noexcept {
    if constexpr (!is_recognized_pixel<DataT>) {
      write_bits(at, value);
    } else {
      if (!fits())
        return write_bits(at, value);
      if (!holds(at))
        return;
      if constexpr (is_real)
        write_channels(at, to_channels<float>(value));
      else if (is_signed())
        write_channels(at, to_channels<std::int32_t>(value));
      else
        write_channels(at, to_channels<std::uint32_t>(value));
    }
  }
  DataT sample(const coordinates &coordinate) const noexcept {
    if (!fits())
      return {};
    if constexpr (is_real)
      return sample_as<float>(coordinate);
    else
      return is_signed() ? sample_as<std::int32_t>(coordinate)
                         : sample_as<std::uint32_t>(coordinate);
  }

private:
  template <typename T>
  DataT sample_as(const coordinates &coordinate) const noexcept {
    std::int32_t size[Dimensions];
    image_sampler samplers[Dimensions];
    for (int d = 0; d < Dimensions; ++d) {
      size[d] = image.size[d];
      samplers[d] = image.samplers[d];
    }
    return from_channels(sample_pixels<T>(
        coordinate, size, samplers,
        [this](const position &at) { return read_channels<T>(at); }));
  }
};

/// A kernel's coordinates: a number, or a vector of two or three. (Of four in
/// earlier revisions, which ignored the last.)
template <typename CoordT, typename Number> struct bindless_coordinates {
  static_assert(std::is_same_v<element_t<CoordT>, Number> &&
                    elements_of<CoordT>::count <= 4,
                "the coordinates of bindless images are int, int2 or int3; of "
                "sample_image float, float2 or float3");
  static constexpr int dimensions =
      elements_of<CoordT>::count == 4 ? 3 : elements_of<CoordT>::count;
  Number at[dimensions];

  explicit bindless_coordinates(const CoordT &coordinates) noexcept {
    if constexpr (is_nonscalar_v<CoordT>)
      for (int d = 0; d < dimensions; ++d)
        at[d] = coordinates[d];
    else
      at[0] = coordinates;
  }
};

/// Returns the image that a level of a mipmap is.
inline bindless_image level_of_mipmap(bindless_image image,
                                      std::uint32_t level) noexcept {
  const std::uint64_t pixel =
      std::uint64_t(bits_of_channel(image.format) / 8) * image.channel_count;
  while (level-- > 0) {
    image.data += image.pitch[1] * static_cast<std::uint32_t>(image.size[2]);
    for (std::int32_t &extent : image.size)
      extent = extent > 1 ? extent / 2 : 1;
    image.pitch[0] = pixel * static_cast<std::uint32_t>(image.size[0]);
    image.pitch[1] = image.pitch[0] * static_cast<std::uint32_t>(image.size[1]);
  }
  return image;
}

/// The levels that a sampler takes for one between them.
struct levels_of_mipmap {
  std::uint32_t first;
  float weight; // of the next level
};
inline levels_of_mipmap find_levels(const bindless_image &image,
                                    float level) noexcept {
  const float last = static_cast<float>(image.levels - 1);
  const float least = image.least_level > 0 ? image.least_level : 0.0f;
  const float greatest =
      image.greatest_level < last ? image.greatest_level : last;
  // NaN is not greater than the least one either.
  float x = level > least ? level : least;
  x = x < greatest ? x : greatest;
  x = x > 0.0f ? x : 0.0f;
  if (image.between_levels == filtering_mode::nearest)
    return {static_cast<std::uint32_t>(sycl::floor(x + 0.5f)), 0.0f};
  const float first = sycl::floor(x);
  return {static_cast<std::uint32_t>(first), x - first};
}

/// Where a direction from a cube's middle meets it: a face, in the order +x,
/// -x, +y, -y, +z, -z, and coordinates there from zero to one.
struct place_on_cube {
  std::uint32_t face;
  float at[2];
};
inline place_on_cube find_on_cube(float x, float y, float z) noexcept {
  const float a = sycl::fabs(x), b = sycl::fabs(y), c = sycl::fabs(z);
  std::uint32_t face = 0;
  float s = 0, t = -y, most = a;
  if (a >= b && a >= c) {
    face = x < 0;
    s = x < 0 ? z : -z;
  } else if (b >= c) {
    face = 2 + (y < 0);
    s = x;
    t = y < 0 ? -z : z;
    most = b;
  } else {
    face = 4 + (z < 0);
    s = z < 0 ? -x : x;
    most = c;
  }
  return {face, {0.5f * (s / most) + 0.5f, 0.5f * (t / most) + 0.5f}};
}

inline bindless_image bindless_image_at(std::uint64_t handle) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return *reinterpret_cast<const __attribute__((opencl_global))
                           bindless_image *>(handle);
#else
  return *reinterpret_cast<const bindless_image *>(handle);
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
