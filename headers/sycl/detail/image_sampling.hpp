// An image as kernels see it: pixels in memory, read and written at integral
// coordinates, and sampled at others (SYCL 2020, 4.7.6.13, 4.7.6.14, 4.7.8).
//
// In:  where the pixels are, their format, coordinates, an image_sampler.
// Out: the four channels as float, std::int32_t or std::uint32_t.
//
// Which pixels a sampler takes is what OpenCL 1.2, 8.2, says. Where that is
// undefined (NaN, coordinates outside of the image without a sampler or with
// addressing_mode::none), reads yield the border color, which is zero, and
// writes do nothing: no coordinate leads out of the image's memory.
#pragma once

#include <sycl/detail/image_format.hpp>
#include <sycl/image_sampler.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// The two pixels next to a coordinate in one dimension.
struct pixels_on_axis {
  std::int32_t at[2]; // filtering_mode::nearest takes the first
  float weight;       // of the second
};

/// As an integer, or one before or after all of -1 to `size - 1`. NaN is
/// before.
inline std::int32_t pixel_index(float floor, std::int32_t size) noexcept {
  if (!(floor > -2.0f))
    return -2;
  return floor < static_cast<float>(size) ? static_cast<std::int32_t>(floor)
                                          : size;
}

inline pixels_on_axis find_on_axis(float coordinate, std::int32_t size,
                                   image_sampler sampler) noexcept {
  const auto clamped = [size](std::int32_t i) {
    return i < 0 ? 0 : i < size ? i : size - 1;
  };
  const auto wrapped = [size](std::int32_t i) {
    return i < 0 ? i + size : i < size ? i : i - size;
  };
  const float extent = static_cast<float>(size);
  const bool repeats = sampler.addressing == addressing_mode::repeat;
  const bool mirrors = sampler.addressing == addressing_mode::mirrored_repeat;
  float u = coordinate;
  if (repeats || mirrors) {
    // Defined for normalized coordinates alone; the others are made such.
    if (sampler.coordinate == coordinate_normalization_mode::unnormalized)
      u /= extent;
    u = repeats ? u - sycl::floor(u)
                : sycl::fabs(u - 2.0f * sycl::rint(0.5f * u));
    u *= extent;
  } else if (sampler.coordinate == coordinate_normalization_mode::normalized) {
    u *= extent;
  }
  if (sampler.filtering == filtering_mode::linear)
    u -= 0.5f;
  const float floor = sycl::floor(u);
  std::int32_t first = pixel_index(floor, size);
  std::int32_t second = first < size ? first + 1 : size;
  if (repeats) {
    first = wrapped(first);
    second = wrapped(second);
  } else if (mirrors || sampler.addressing == addressing_mode::clamp_to_edge) {
    first = clamped(first);
    second = clamped(second);
  }
  return {{first, second}, u - floor};
}

/// The weights of linear filtering: numbers for real channels; for integral
/// ones fixed point, so that the mean of equal pixels is what they are.
template <typename T> struct linear_filter {
  using number = std::int64_t;
  static constexpr int bits = 10; // 3 dimensions and 32 bits of value fit
  static number weight(float w) noexcept {
    return static_cast<number>(to_unorm(w, 1 << bits));
  }
  static constexpr number one = number(1) << bits;
  static T result(number sum, int dimensions) noexcept {
    const int shift = bits * dimensions;
    return static_cast<T>((sum + (number(1) << (shift - 1))) >> shift);
  }
};
template <> struct linear_filter<float> {
  using number = float;
  static constexpr number one = 1.0f;
  static number weight(float w) noexcept { return w; }
  static float result(number sum, int) noexcept { return sum; }
};

/// Returns the pixel, or the mean of pixels, that a sampler takes. Each axis
/// has an addressing mode of its own, that of its sampler; the rest is the
/// first's. `read` returns the channels of the pixel at a position, which may
/// be outside of the image.
template <typename T, int Dimensions, typename Read>
channels<T> sample_pixels(const float (&coordinate)[Dimensions],
                          const std::int32_t (&size)[Dimensions],
                          const image_sampler (&samplers)[Dimensions],
                          const Read &read) noexcept {
  pixels_on_axis axes[Dimensions];
  for (int d = 0; d < Dimensions; ++d)
    axes[d] = find_on_axis(coordinate[d], size[d], samplers[d]);
  std::int32_t at[Dimensions];
  if (samplers[0].filtering == filtering_mode::nearest) {
    for (int d = 0; d < Dimensions; ++d)
      at[d] = axes[d].at[0];
    return read(at);
  }
  using filter = linear_filter<T>;
  typename filter::number sums[4] = {};
  for (int corner = 0; corner < 1 << Dimensions; ++corner) {
    typename filter::number weight = 1;
    for (int d = 0; d < Dimensions; ++d) {
      const bool second = (corner >> d) & 1;
      const auto of_second = filter::weight(axes[d].weight);
      at[d] = axes[d].at[second];
      weight *= second ? of_second : filter::one - of_second;
    }
    const channels<T> value = read(at);
    for (int c = 0; c < 4; ++c)
      sums[c] += weight * static_cast<typename filter::number>(value.at[c]);
  }
  channels<T> result;
  for (int c = 0; c < 4; ++c)
    result.at[c] = filter::result(sums[c], Dimensions);
  return result;
}

/// Part of a kernel's functor. Small: a kernel may read 128 images.
template <int Dimensions> struct image_view {
  static_assert(Dimensions >= 1 && Dimensions <= 3,
                "images have one, two or three dimensions");

  char *data = nullptr;
  std::int32_t size[Dimensions] = {};
  std::uint32_t pitch[Dimensions == 3 ? 2 : 1] = {}; // in words
  std::uint8_t format_number : 7;
  std::uint8_t no_init : 1;
  image_sampler sampler = {};

  image_view() noexcept : format_number(0), no_init(0) {}

  image_format format() const noexcept {
    return static_cast<image_format>(format_number);
  }
  std::size_t count() const noexcept {
    std::size_t product = 1;
    for (std::int32_t extent : size)
      product *= static_cast<std::size_t>(extent);
    return product;
  }
  /// What two views are compared by.
  auto key() const noexcept {
    std::array<std::int32_t, Dimensions> sizes{};
    std::array<std::uint32_t, Dimensions> pitches{};
    for (int d = 0; d < Dimensions; ++d)
      sizes[d] = size[d];
    for (int d = 1; d < Dimensions; ++d)
      pitches[d - 1] = pitch[d - 1];
    return std::make_tuple(reinterpret_cast<std::uintptr_t>(data),
                           +format_number, +no_init, sizes, pitches,
                           sampler.addressing, sampler.coordinate,
                           sampler.filtering);
  }
  friend bool operator==(const image_view &a, const image_view &b) noexcept {
    return a.key() == b.key();
  }

  using position = std::int32_t[Dimensions];
  using coordinates = float[Dimensions];

  template <typename T> channels<T> read(const position &at) const noexcept {
    if (!holds(at))
      return {};
    return decode<T>(load_channels(pixel(at), bits_of_channel(format())),
                     format());
  }
  template <typename T>
  void write(const position &at, const channels<T> &values) const noexcept {
    if (holds(at))
      store_channels(pixel(at), bits_of_channel(format()),
                     encode(values, format()));
  }
  template <typename T>
  channels<T> sample(const coordinates &coordinate) const noexcept {
    image_sampler samplers[Dimensions];
    for (image_sampler &of_axis : samplers)
      of_axis = sampler;
    return sample_pixels<T>(coordinate, size, samplers,
                            [this](const position &at) { return read<T>(at); });
  }

private:
  bool holds(const position &at) const noexcept {
    bool inside = true;
    for (int d = 0; d < Dimensions; ++d)
      inside &= static_cast<std::uint32_t>(at[d]) <
                static_cast<std::uint32_t>(size[d]);
    return inside;
  }
  image_word *pixel(const position &at) const noexcept {
    std::size_t offset =
        static_cast<std::size_t>(at[0]) * bytes_of_pixel(format());
    for (int d = 1; d < Dimensions; ++d)
      offset += static_cast<std::size_t>(at[d]) * pitch[d - 1] *
                sizeof(std::uint32_t);
    return reinterpret_cast<image_word *>(data + offset);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
