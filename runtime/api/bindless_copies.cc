// Bindless images: ext_oneapi_copy, between images and with the host's memory.
#include <string>
#include <sycl/detail/sizes.hpp>
#include <sycl/handler.hpp>

#include "runtime/api/bindless_images.h"
#include "runtime/memory/context.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {
namespace {

using facet::DimensionsOf;
using facet::image_descriptor;
using facet::image_mem_handle;
using facet::InvalidImage;
using facet::PixelBytes;
using facet::PixelLayout;
using facet::SizeOf;
using facet::Text;
using facet::TightLayout;

// Extents that an image or region does not have are one.
range<3> Filled(const range<3>& r, const image_descriptor& of) {
  const int dimensions = DimensionsOf(of);
  return {r[0], dimensions < 2 && !r[1] ? 1 : r[1],
          dimensions < 3 && !r[2] ? 1 : r[2]};
}
// The part of an image or of host memory that a copy is about. `size` is what
// `layout` has room for.
detail::memory_block PartOf(const char* what, const PixelLayout& layout,
                            const range<3>& size, const range<3>& offset,
                            const range<3>& extent, size_t pixel_bytes) {
  for (int d = 0; d < 3; ++d)
    if (offset[d] > size[d] || extent[d] > size[d] - offset[d])
      InvalidImage(std::string("ext_oneapi_copy: ") + Text(extent) +
                   " pixels from " + Text(offset) + " on exceed the " + what +
                   ", which has " + Text(size));
  detail::memory_block block;
  block.data = layout.data + offset[0] * pixel_bytes + offset[1] * layout.row +
               offset[2] * layout.slice;
  block.row = extent[0] * pixel_bytes;
  block.counts[0] = extent[2];
  block.strides[0] = layout.slice;
  block.counts[1] = extent[1];
  block.strides[1] = layout.row;
  return block;
}

// How much an address is the device's rather than the host's.
int Nearness(const void* address, const facet::Context* context) {
  const auto found = facet::FindUsm(address);
  if (!found || found->context != context) return 0;
  switch (found->kind) {
    case facet::UsmKind::kHost:
      return 0;
    case facet::UsmKind::kShared:
      return 1;
    case facet::UsmKind::kDevice:
      return 2;
  }
  return 0;
}

// One of the two ends of a copy.
struct End {
  const char* what;
  PixelLayout layout;
  range<3> size;
  range<3> offset;
};
End Host(const void* data, const range<3>& extent, const range<3>& offset,
         const image_descriptor& of) {
  const range<3> size = Filled(extent, of);
  return {"host memory", TightLayout(data, size, PixelBytes(of)), size, offset};
}
End Image(const facet::CommandGroup& group, image_mem_handle memory,
          const image_descriptor& of, const range<3>& offset) {
  of.verify();
  return {"image",
          facet::LayoutOf(memory, of, group.queue()->context(), errc::invalid),
          SizeOf(of), offset};
}
End Usm(const void* data, size_t pitch, const image_descriptor& of,
        const range<3>& offset) {
  return {"image", facet::PitchedLayout(data, pitch, of), SizeOf(of), offset};
}

struct BlocksOfCopy {
  detail::memory_block to, from;
};
BlocksOfCopy Blocks(facet::CommandGroup& group, const End& from, const End& to,
                    const range<3>& extent, const image_descriptor& of) {
  group.RefuseInGraphs("handler::ext_oneapi_copy");
  const range<3> filled = Filled(extent, of);
  const size_t bytes = PixelBytes(of);
  return {
      PartOf(to.what, to.layout, to.size, to.offset, filled, bytes),
      PartOf(from.what, from.layout, from.size, from.offset, filled, bytes)};
}
// The ends of a copy of which one or both are images in USM.
struct Ends {
  End from, to;
};
Ends UsmEnds(const facet::CommandGroup& group, const void* from,
             const range<3>& from_offset, const void* to,
             const range<3>& to_offset, const image_descriptor& of,
             size_t pitch, const range<3>& host_extent) {
  of.verify();
  const facet::Context* context = group.queue()->context();
  const int source = Nearness(from, context), target = Nearness(to, context);
  if (source == 0 && target == 0)
    InvalidImage(
        "ext_oneapi_copy: neither address is of device or shared USM in "
        "the queue's context");
  return {source >= target ? Usm(from, pitch, of, from_offset)
                           : Host(from, host_extent, from_offset, of),
          target >= source ? Usm(to, pitch, of, to_offset)
                           : Host(to, host_extent, to_offset, of)};
}

}  // namespace

#define COPY(EXTENT, OF)                                                   \
  const BlocksOfCopy blocks = Blocks(*group_, source, target, EXTENT, OF); \
  copy_blocks(blocks.to, blocks.from)

void handler::ext_oneapi_copy(const void* from, image_mem_handle to,
                              const image_descriptor& of) {
  const End target = Image(*group_, to, of, {0, 0, 0});
  const End source = Host(from, SizeOf(of), {0, 0, 0}, of);
  COPY(SizeOf(of), of);
}
void handler::ext_oneapi_copy(image_mem_handle from, void* to,
                              const image_descriptor& of) {
  const End source = Image(*group_, from, of, {0, 0, 0});
  const End target = Host(to, SizeOf(of), {0, 0, 0}, of);
  COPY(SizeOf(of), of);
}
void handler::ext_oneapi_copy(image_mem_handle from, image_mem_handle to,
                              const image_descriptor& of) {
  const End source = Image(*group_, from, of, {0, 0, 0});
  const End target = Image(*group_, to, of, {0, 0, 0});
  COPY(SizeOf(of), of);
}
void handler::ext_oneapi_copy(const void* from, void* to,
                              const image_descriptor& of, size_t pitch) {
  const auto [source, target] =
      UsmEnds(*group_, from, {0, 0, 0}, to, {0, 0, 0}, of, pitch, SizeOf(of));
  COPY(SizeOf(of), of);
}
void handler::ext_oneapi_copy(const void* from, range<3> from_offset,
                              range<3> from_extent, image_mem_handle to,
                              range<3> to_offset, const image_descriptor& to_is,
                              range<3> extent) {
  const End target = Image(*group_, to, to_is, to_offset);
  const End source = Host(from, from_extent, from_offset, to_is);
  COPY(extent, to_is);
}
void handler::ext_oneapi_copy(image_mem_handle from, range<3> from_offset,
                              const image_descriptor& from_is, void* to,
                              range<3> to_offset, range<3> to_extent,
                              range<3> extent) {
  const End source = Image(*group_, from, from_is, from_offset);
  const End target = Host(to, to_extent, to_offset, from_is);
  COPY(extent, from_is);
}
void handler::ext_oneapi_copy(image_mem_handle from, range<3> from_offset,
                              const image_descriptor& from_is,
                              image_mem_handle to, range<3> to_offset,
                              const image_descriptor& to_is, range<3> extent) {
  const End source = Image(*group_, from, from_is, from_offset);
  const End target = Image(*group_, to, to_is, to_offset);
  if (PixelBytes(from_is) != PixelBytes(to_is))
    InvalidImage(
        "ext_oneapi_copy: pixels of " + std::to_string(PixelBytes(from_is)) +
        " bytes do not fit those of " + std::to_string(PixelBytes(to_is)));
  COPY(extent, DimensionsOf(from_is) < DimensionsOf(to_is) ? from_is : to_is);
}
void handler::ext_oneapi_copy(const void* from, range<3> from_offset, void* to,
                              range<3> to_offset, const image_descriptor& of,
                              size_t pitch, range<3> host_extent,
                              range<3> extent) {
  const auto [source, target] = UsmEnds(*group_, from, from_offset, to,
                                        to_offset, of, pitch, host_extent);
  COPY(extent, of);
}
#undef COPY

}  // namespace _V1
}  // namespace sycl
