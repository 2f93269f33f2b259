// Bindless images: what there are, and how their pixels lie in memory.
#include <cstdint>
#include <string>
#include <sycl/detail/sizes.hpp>

#include "runtime/api/bindless_images.h"
#include "runtime/api/image.h"
#include "runtime/devices/errors.h"

namespace facet {

using sycl::image_channel_type;
using sycl::image_format;
using sycl::range;
using sycl::detail::saturated_product;

void InvalidImage(const std::string& message) {
  Throw(sycl::errc::invalid, message);
}

std::optional<image_format> FormatOf(image_channel_type type) {
  switch (type) {
    case image_channel_type::snorm_int8:
      return sycl::detail::r8g8b8a8_snorm;
    case image_channel_type::snorm_int16:
      return sycl::detail::r16g16b16a16_snorm;
    case image_channel_type::unorm_int8:
      return image_format::r8g8b8a8_unorm;
    case image_channel_type::unorm_int16:
      return image_format::r16g16b16a16_unorm;
    case image_channel_type::signed_int8:
      return image_format::r8g8b8a8_sint;
    case image_channel_type::signed_int16:
      return image_format::r16g16b16a16_sint;
    case image_channel_type::signed_int32:
      return image_format::r32b32g32a32_sint;
    case image_channel_type::unsigned_int8:
      return image_format::r8g8b8a8_uint;
    case image_channel_type::unsigned_int16:
      return image_format::r16g16b16a16_uint;
    case image_channel_type::unsigned_int32:
      return image_format::r32b32g32a32_uint;
    case image_channel_type::fp16:
      return image_format::r16b16g16a16_sfloat;
    case image_channel_type::fp32:
      return image_format::r32g32b32a32_sfloat;
    case image_channel_type::unorm_short_565:
    case image_channel_type::unorm_short_555:
    case image_channel_type::unorm_int_101010:
      break;
  }
  return std::nullopt;
}

bool IsLayered(const image_descriptor& of) {
  return of.type == image_type::array || of.type == image_type::cubemap;
}
int DimensionsOf(const image_descriptor& of) {
  return of.depth || IsLayered(of) ? 3 : of.height ? 2 : 1;
}
size_t ChannelBytes(const image_descriptor& of) {
  return sycl::detail::bits_of_channel(*FormatOf(of.channel_type)) / 8;
}
size_t PixelBytes(const image_descriptor& of) {
  return ChannelBytes(of) * of.num_channels;
}
std::string Text(const range<3>& r) {
  return "(" + std::to_string(r[0]) + ", " + std::to_string(r[1]) + ", " +
         std::to_string(r[2]) + ")";
}
std::string Text(const image_descriptor& of) {
  return Text(range<3>(of.width, of.height, of.depth)) + " pixels of " +
         std::to_string(PixelBytes(of)) + " bytes";
}

range<3> SizeOf(const image_descriptor& of) {
  return {of.width, of.height ? of.height : 1,
          IsLayered(of) ? of.array_size
          : of.depth    ? of.depth
                        : 1};
}
PixelLayout TightLayout(const void* data, const range<3>& size,
                        size_t pixel_bytes) {
  PixelLayout layout;
  layout.data = static_cast<char*>(const_cast<void*>(data));
  layout.row = saturated_product(size[0], pixel_bytes);
  layout.slice = saturated_product(layout.row, size[1]);
  return layout;
}

namespace {

void CheckPitch(const image_descriptor& of, size_t pitch) {
  const size_t least = saturated_product(of.width, PixelBytes(of));
  if (pitch < least)
    InvalidImage("bindless images: a row pitch of " + std::to_string(pitch) +
                 " bytes is less than a row, which has " +
                 std::to_string(least));
  if (pitch % ChannelBytes(of) != 0)
    InvalidImage(
        "bindless images: a row pitch is a multiple of the channels' " +
        std::to_string(ChannelBytes(of)) + " bytes, not " +
        std::to_string(pitch));
}

}  // namespace

PixelLayout PitchedLayout(const void* data, size_t pitch,
                          const image_descriptor& of) {
  const range<3> size = SizeOf(of);
  PixelLayout layout = TightLayout(data, size, PixelBytes(of));
  if (DimensionsOf(of) > 1) {
    CheckPitch(of, pitch);
    layout.row = pitch;
    layout.slice = saturated_product(pitch, size[1]);
  }
  return layout;
}

}  // namespace facet

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

using facet::InvalidImage;

void image_descriptor::verify() const {
  if (num_channels < 1 || num_channels > 4)
    InvalidImage("image_descriptor: an image has one to four channels, not " +
                 std::to_string(num_channels));
  if (!facet::FormatOf(channel_type))
    InvalidImage("image_descriptor: no image has channels of this type");
  if (width == 0 || (depth != 0 && height == 0))
    InvalidImage("image_descriptor: an image has at least one pixel, not " +
                 facet::Text(range<3>(width, height, depth)));
  for (size_t extent : {width, height, depth})
    if (extent > facet::kMaxImageExtent)
      InvalidImage("image_descriptor: no dimension of an image has more than " +
                   std::to_string(facet::kMaxImageExtent) + " pixels");
  switch (type) {
    case image_type::standard:
      if (num_levels != 1 || array_size != 1)
        InvalidImage(
            "image_descriptor: a standard image has one level and one "
            "layer");
      return;
    case image_type::mipmap:
      if (num_levels < 2 || num_levels > 31 || array_size != 1)
        InvalidImage(
            "image_descriptor: a mipmap has two to 31 levels, and one layer");
      return;
    case image_type::array:
      if (array_size < 2 || num_levels != 1 || depth != 0)
        InvalidImage(
            "image_descriptor: an array has several layers of one or two "
            "dimensions, and one level");
      return;
    case image_type::cubemap:
      if (array_size != 6 || num_levels != 1 || depth != 0 || width != height)
        InvalidImage(
            "image_descriptor: a cubemap has six square layers, and one "
            "level");
      return;
  }
  InvalidImage("image_descriptor: unknown image_type");
}

image_descriptor image_descriptor::get_mip_level_desc(unsigned level) const {
  if (type != image_type::mipmap || level >= num_levels)
    InvalidImage("image_descriptor: the image has no mipmap level " +
                 std::to_string(level));
  const auto at = [level](size_t extent) {
    const size_t halved = level < 64 ? extent >> level : 0;
    return extent && !halved ? 1 : halved;
  };
  image_descriptor result = *this;
  result.width = at(width);
  result.height = at(height);
  result.depth = at(depth);
  result.type = image_type::standard;
  result.num_levels = 1;
  return result;
}

}  // namespace ext::oneapi::experimental
}  // namespace _V1
}  // namespace sycl
