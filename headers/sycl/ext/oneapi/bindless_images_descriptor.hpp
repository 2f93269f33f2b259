// Extension sycl_ext_oneapi_bindless_images: what images are and where their
// memory is, as queues and handlers see it.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {

/// The formats of packed channels (565, 555, 101010) are SYCL 1.2.1's: no image
/// has them.
enum class image_channel_type : unsigned {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  fp16,
  fp32
};

namespace ext::oneapi::experimental {

using sycl::image_channel_type;

enum class image_type : unsigned { standard, mipmap, array, cubemap };

/// By value. Extents beyond the image's dimensions are zero.
struct image_descriptor {
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t depth = 0;
  unsigned num_channels = 4;
  image_channel_type channel_type = image_channel_type::fp32;
  image_type type = image_type::standard;
  unsigned num_levels = 1;
  unsigned array_size = 1;

  image_descriptor() = default;
  image_descriptor(range<1> dims, unsigned channels, image_channel_type of,
                   image_type kind = image_type::standard, unsigned levels = 1,
                   unsigned layers = 1)
      : image_descriptor({dims[0], 0, 0}, channels, of, kind, levels, layers) {}
  image_descriptor(range<2> dims, unsigned channels, image_channel_type of,
                   image_type kind = image_type::standard, unsigned levels = 1,
                   unsigned layers = 1)
      : image_descriptor({dims[0], dims[1], 0}, channels, of, kind, levels,
                         layers) {}
  image_descriptor(range<3> dims, unsigned channels, image_channel_type of,
                   image_type kind = image_type::standard, unsigned levels = 1,
                   unsigned layers = 1)
      : width(dims[0]), height(dims[1]), depth(dims[2]), num_channels(channels),
        channel_type(of), type(kind), num_levels(levels), array_size(layers) {}

  /// Of one level of a mipmap. Throws errc::invalid for other images and for
  /// levels that there are not.
  image_descriptor get_mip_level_desc(unsigned level) const;

  /// Throws errc::invalid if there is no such image.
  void verify() const;
};

/// Memory that images are in. Opaque.
struct image_mem_handle {
  using raw_handle_type = std::uint64_t;
  raw_handle_type raw_handle = 0;
};

} // namespace ext::oneapi::experimental

namespace detail {
// As handler and queue call them.
using image_memory = ext::oneapi::experimental::image_mem_handle;
using image_description = ext::oneapi::experimental::image_descriptor;
} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
