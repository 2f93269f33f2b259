// Images: linear memory, which buffers manage (sycl/detail/image_storage.hpp).
#include "runtime/api/image.h"

#include <string>
#include <sycl/detail/image_storage.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/handler.hpp>

#include "features/aspects/aspect_set.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/buffer.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {
namespace detail {
namespace {

// Pixels are read and written as words of this size; accessors count pitches
// in it.
constexpr size_t kWord = sizeof(uint32_t);
constexpr size_t kMaxPitch = UINT32_MAX * kWord;

const char* NameOf(image_format format) {
  static constexpr const char* kNames[] = {
      "r8g8b8a8_unorm",      "r16g16b16a16_unorm", "r8g8b8a8_sint",
      "r16g16b16a16_sint",   "r32b32g32a32_sint",  "r8g8b8a8_uint",
      "r16g16b16a16_uint",   "r32b32g32a32_uint",  "r16b16g16a16_sfloat",
      "r32g32b32a32_sfloat", "b8g8r8a8_unorm"};
  const auto number = static_cast<size_t>(format);
  if (number >= std::size(kNames))
    facet::Throw(errc::invalid, "image: unknown image_format");
  return kNames[number];
}

// `what` has `least` bytes without padding.
size_t CheckedPitch(const char* what, size_t pitch, size_t least) {
  const std::string name = std::string("image: the ") + what + " pitch ";
  if (pitch < least)
    facet::Throw(errc::invalid, name + "(" + std::to_string(pitch) +
                                    " bytes) is less than a " + what + " (" +
                                    std::to_string(least) + " bytes)");
  if (pitch % kWord != 0)
    facet::Throw(errc::invalid, name + "must be a multiple of 4 bytes, not " +
                                    std::to_string(pitch));
  if (pitch > kMaxPitch)
    facet::Throw(errc::invalid,
                 name + "exceeds " + std::to_string(kMaxPitch) + " bytes");
  return pitch;
}

}  // namespace

std::shared_ptr<facet::Buffer> make_image(const buffer_source& source,
                                          image_layout& layout) {
  (void)NameOf(layout.format);
  for (size_t extent : layout.size) {
    if (extent == 0)
      facet::Throw(errc::invalid, "image: an image has at least one element");
    if (extent > facet::kMaxImageExtent)
      facet::Throw(errc::invalid,
                   "image: no dimension of an image has more than " +
                       std::to_string(facet::kMaxImageExtent) + " elements");
  }
  layout.used_bytes = bytes_of_pixel(layout.format) * layout.size[0];
  layout.bytes = layout.used_bytes;
  static constexpr const char* kParts[] = {"row", "slice"};
  for (int d = 1; d < layout.dimensions; ++d) {
    size_t& pitch = layout.pitch[d - 1];
    if (!layout.has_pitch) pitch = layout.bytes;
    pitch = CheckedPitch(kParts[d - 1], pitch, layout.bytes);
    layout.is_padded |= pitch != layout.bytes;
    const size_t before_last = saturated_product(pitch, layout.size[d] - 1);
    layout.bytes = saturated_product(pitch, layout.size[d]);
    // What is too much for any memory is refused below.
    layout.used_bytes =
        layout.bytes == SIZE_MAX ? SIZE_MAX : before_last + layout.used_bytes;
  }
  // Memory of the program ends with its last pixel.
  return facet::MakeBuffer(source,
                           source.host ? layout.used_bytes : layout.bytes,
                           /*alignment=*/16);
}

void check_image_access(image_format format, channel_kind kind) {
  const channel_kind stored = kind_of_channel(format);
  if (stored == kind) return;
  static constexpr const char* kFitting[] = {"float4 and half4", "int4",
                                             "uint4"};
  facet::Throw(errc::invalid,
               std::string("image accessor: images of the format ") +
                   NameOf(format) + " are accessed as " +
                   kFitting[static_cast<int>(stored)]);
}

void* acquire_image(handler& group, const std::shared_ptr<facet::Buffer>& image,
                    access_mode mode, bool no_init, bool host_task) {
  if (!host_task) {
    const auto& info = group.group_->queue()->device()->info();
    if (!info.features.aspects.Contains(static_cast<int>(aspect::image)))
      facet::Throw(errc::feature_not_supported,
                   "image accessor: device '" + info.name +
                       "' does not have aspect::image");
  }
  return acquire_buffer(group, image, mode, no_init, host_task);
}

}  // namespace detail
}  // namespace _V1
}  // namespace sycl
