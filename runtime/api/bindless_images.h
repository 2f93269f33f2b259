// Bindless images: what their sources share.
//
// In:  descriptors of images.
// Out: how the pixels lie in memory.
// Why: descriptors, handles and copies are sources of their own.
#ifndef FACET_RUNTIME_API_BINDLESS_IMAGES_H_
#define FACET_RUNTIME_API_BINDLESS_IMAGES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <sycl/ext/oneapi/bindless_images.hpp>

#include "runtime/memory/context.h"

namespace facet {

using sycl::ext::oneapi::experimental::image_descriptor;
using sycl::ext::oneapi::experimental::image_mem_handle;
using sycl::ext::oneapi::experimental::image_type;

// Throws errc::invalid.
[[noreturn]] void InvalidImage(const std::string& message);

// Returns the format whose channels an image has; none for SYCL 1.2.1's packed
// ones.
std::optional<sycl::image_format> FormatOf(sycl::image_channel_type type);

// Arrays and cubemaps: their layers follow each other as slices do.
bool IsLayered(const image_descriptor& of);
int DimensionsOf(const image_descriptor& of);
size_t ChannelBytes(const image_descriptor& of);
size_t PixelBytes(const image_descriptor& of);
// In pixels, at least one in each dimension; layers are slices.
sycl::range<3> SizeOf(const image_descriptor& of);
std::string Text(const sycl::range<3>& r);
std::string Text(const image_descriptor& of);

// Pixels as they lie in memory.
struct PixelLayout {
  char* data = nullptr;
  size_t row = 0;  // pitches in bytes
  size_t slice = 0;
};
// Without a gap between rows or slices.
PixelLayout TightLayout(const void* data, const sycl::range<3>& size,
                        size_t pixel_bytes);
// Of an image in USM. Throws errc::invalid if the pitch is none for `of`; an
// image of one dimension has no pitch.
PixelLayout PitchedLayout(const void* data, size_t pitch,
                          const image_descriptor& of);
// Of memory that was allocated for an image like `of`. Throws `code` for other
// memory. Any thread may call it.
PixelLayout LayoutOf(image_mem_handle memory, const image_descriptor& of,
                     const Context* context, sycl::errc code);

}  // namespace facet

#endif  // FACET_RUNTIME_API_BINDLESS_IMAGES_H_
