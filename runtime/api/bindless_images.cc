// Bindless images: pixels in USM, and records of them that kernels read
// (sycl/ext/oneapi/bindless_images.hpp).
//
// The tables here have what the program allocated and made, by the numbers that
// it has of them; any thread may use them.
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <sycl/detail/sizes.hpp>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/handler.hpp>
#include <vector>

#include "features/aspects/aspect_set.h"
#include "runtime/api/image.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/context.h"
#include "runtime/memory/device_globals.h"
#include "runtime/program/launch_check.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {
namespace {

namespace bindless = ext::oneapi::experimental;
using bindless::image_descriptor;
using bindless::image_mem_handle;
using bindless::image_type;
using detail::access_implementation;
using detail::saturated_product;

// Rows of pitched_alloc_device begin at multiples of this many bytes.
constexpr size_t kRowAlignment = 64;

// A mipmap's number is the address of bytes before its first level, whose own
// number is its address as that of any image is.
constexpr size_t kBeforeLevels = 64;

struct ImageMemory {
  image_descriptor of;
  const facet::Context* context;
  bool is_level = false;
};

struct Tables {
  std::mutex mutex;
  std::map<uint64_t, ImageMemory> memory;
  std::map<uint64_t, const facet::Context*> images;  // by handle
};
Tables& All() {
  static auto* tables = new Tables;
  return *tables;
}

[[noreturn]] void Invalid(const std::string& message) {
  facet::Throw(errc::invalid, message);
}

// The format whose channels an image has; none for SYCL 1.2.1's packed ones.
std::optional<image_format> FormatOf(image_channel_type type) {
  switch (type) {
    case image_channel_type::snorm_int8:
      return detail::r8g8b8a8_snorm;
    case image_channel_type::snorm_int16:
      return detail::r16g16b16a16_snorm;
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

// Arrays and cubemaps: their layers follow each other as slices do.
bool IsLayered(const image_descriptor& of) {
  return of.type == image_type::array || of.type == image_type::cubemap;
}
int DimensionsOf(const image_descriptor& of) {
  return of.depth || IsLayered(of) ? 3 : of.height ? 2 : 1;
}
size_t ChannelBytes(const image_descriptor& of) {
  return detail::bits_of_channel(*FormatOf(of.channel_type)) / 8;
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

void CheckAspect(const device& dev, aspect needed, const char* name) {
  const auto& info = access_implementation::get(dev)->info();
  if (!info.features.aspects.Contains(static_cast<int>(needed)))
    facet::Throw(errc::feature_not_supported,
                 "bindless images: device '" + info.name +
                     "' does not have aspect::" + name);
}
#define CHECK_ASPECT(DEVICE, NAME) CheckAspect(DEVICE, aspect::NAME, #NAME)

// Pixels as they lie in memory.
struct Layout {
  char* data = nullptr;
  size_t row = 0;  // pitches in bytes
  size_t slice = 0;
};
Layout Tight(const void* data, const range<3>& size, size_t pixel_bytes) {
  Layout layout;
  layout.data = static_cast<char*>(const_cast<void*>(data));
  layout.row = saturated_product(size[0], pixel_bytes);
  layout.slice = saturated_product(layout.row, size[1]);
  return layout;
}

// Extents that an image or region does not have are one.
range<3> Filled(const range<3>& r, const image_descriptor& of) {
  const int dimensions = DimensionsOf(of);
  return {r[0], dimensions < 2 && !r[1] ? 1 : r[1],
          dimensions < 3 && !r[2] ? 1 : r[2]};
}
range<3> SizeOf(const image_descriptor& of) {
  return {of.width, of.height ? of.height : 1,
          IsLayered(of) ? of.array_size
          : of.depth    ? of.depth
                        : 1};
}
size_t BytesOfLevel(const image_descriptor& of) {
  const range<3> size = SizeOf(of);
  return saturated_product(Tight(nullptr, size, PixelBytes(of)).slice, size[2]);
}
// Levels follow each other; all but the first are less than it together.
size_t BytesOf(const image_descriptor& of) {
  size_t bytes = BytesOfLevel(of);
  if (of.type != image_type::mipmap || bytes > PTRDIFF_MAX / 4) return bytes;
  bytes += kBeforeLevels;
  for (unsigned level = 1; level < of.num_levels; ++level)
    bytes += BytesOfLevel(of.get_mip_level_desc(level));
  return bytes;
}
image_mem_handle LevelOf(image_mem_handle mipmap, const image_descriptor& of,
                         unsigned level) {
  image_mem_handle result{mipmap.raw_handle + kBeforeLevels};
  for (unsigned before = 0; before < level; ++before)
    result.raw_handle += BytesOfLevel(of.get_mip_level_desc(before));
  return result;
}

const ImageMemory* Find(const Tables& all, image_mem_handle memory,
                        const facet::Context* context) {
  const auto found = all.memory.find(memory.raw_handle);
  return found != all.memory.end() && found->second.context == context
             ? &found->second
             : nullptr;
}
constexpr const char* kNoMemory =
    "bindless images: the handle is of no image's memory in this context";

const void* AddressOf(image_mem_handle memory) {
  return reinterpret_cast<const void*>(memory.raw_handle);
}

// Of memory that was allocated for an image like `of`.
Layout LayoutOf(image_mem_handle memory, const image_descriptor& of,
                const facet::Context* context, errc code) {
  std::lock_guard lock(All().mutex);
  const ImageMemory* found = Find(All(), memory, context);
  if (!found) facet::Throw(code, kNoMemory);
  // A mipmap's descriptor describes its first level, too.
  if (IsLayered(found->of) != IsLayered(of) ||
      SizeOf(found->of) != SizeOf(of) ||
      PixelBytes(found->of) != PixelBytes(of))
    facet::Throw(code, "bindless images: the memory is for an image of " +
                           Text(found->of) + ", not of " + Text(of));
  if (found->of.type == image_type::mipmap) memory = LevelOf(memory, of, 0);
  return Tight(AddressOf(memory), SizeOf(of), PixelBytes(of));
}

// The part of an image or of host memory that a copy is about. `size` is what
// `layout` has room for.
detail::memory_block PartOf(const char* what, const Layout& layout,
                            const range<3>& size, const range<3>& offset,
                            const range<3>& extent, size_t pixel_bytes) {
  for (int d = 0; d < 3; ++d)
    if (offset[d] > size[d] || extent[d] > size[d] - offset[d])
      Invalid(std::string("ext_oneapi_copy: ") + Text(extent) +
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

void CheckPitch(const image_descriptor& of, size_t pitch) {
  const size_t least = saturated_product(of.width, PixelBytes(of));
  if (pitch < least)
    Invalid("bindless images: a row pitch of " + std::to_string(pitch) +
            " bytes is less than a row, which has " + std::to_string(least));
  if (pitch % ChannelBytes(of) != 0)
    Invalid("bindless images: a row pitch is a multiple of the channels' " +
            std::to_string(ChannelBytes(of)) + " bytes, not " +
            std::to_string(pitch));
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

}  // namespace

void image_descriptor::verify() const {
  if (num_channels < 1 || num_channels > 4)
    Invalid("image_descriptor: an image has one to four channels, not " +
            std::to_string(num_channels));
  if (!FormatOf(channel_type))
    Invalid("image_descriptor: no image has channels of this type");
  if (width == 0 || (depth != 0 && height == 0))
    Invalid("image_descriptor: an image has at least one pixel, not " +
            Text(range<3>(width, height, depth)));
  for (size_t extent : {width, height, depth})
    if (extent > facet::kMaxImageExtent)
      Invalid("image_descriptor: no dimension of an image has more than " +
              std::to_string(facet::kMaxImageExtent) + " pixels");
  switch (type) {
    case image_type::standard:
      if (num_levels != 1 || array_size != 1)
        Invalid(
            "image_descriptor: a standard image has one level and one "
            "layer");
      return;
    case image_type::mipmap:
      if (num_levels < 2 || num_levels > 31 || array_size != 1)
        Invalid(
            "image_descriptor: a mipmap has two to 31 levels, and one layer");
      return;
    case image_type::array:
      if (array_size < 2 || num_levels != 1 || depth != 0)
        Invalid(
            "image_descriptor: an array has several layers of one or two "
            "dimensions, and one level");
      return;
    case image_type::cubemap:
      if (array_size != 6 || num_levels != 1 || depth != 0 || width != height)
        Invalid(
            "image_descriptor: a cubemap has six square layers, and one "
            "level");
      return;
  }
  Invalid("image_descriptor: unknown image_type");
}

image_descriptor image_descriptor::get_mip_level_desc(unsigned level) const {
  if (type != image_type::mipmap || level >= num_levels)
    Invalid("image_descriptor: the image has no mipmap level " +
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

namespace detail {

image_mem_handle allocate_image(const image_descriptor& of, const device& dev,
                                const context& ctx, place from) {
  CHECK_ASPECT(dev, ext_oneapi_bindless_images);
  of.verify();
  void* address =
      allocate_usm(0, BytesOf(of), dev, ctx, usm::alloc::device, from);
  if (!address)
    facet::Throw(errc::memory_allocation,
                 "bindless images: no memory for an image of " + Text(of));
  image_mem_handle memory;
  memory.raw_handle = reinterpret_cast<uint64_t>(address);
  const facet::Context* context = access_implementation::get(ctx).get();
  std::lock_guard lock(All().mutex);
  All().memory[memory.raw_handle] = {of, context};
  if (of.type == image_type::mipmap)
    for (unsigned level = 0; level < of.num_levels; ++level)
      All().memory[LevelOf(memory, of, level).raw_handle] = {
          of.get_mip_level_desc(level), context, /*is_level=*/true};
  return memory;
}

void free_image(image_mem_handle memory, image_type type, const context& ctx,
                place from) {
  {
    std::lock_guard lock(All().mutex);
    const ImageMemory* found =
        Find(All(), memory, access_implementation::get(ctx).get());
    if (!found) facet::Throw(errc::memory_allocation, kNoMemory);
    if (found->of.type != type)
      facet::Throw(errc::memory_allocation,
                   "free_image_mem: the memory is for another image_type");
    if (found->is_level)
      facet::Throw(errc::memory_allocation,
                   "free_image_mem: the memory of a level is its mipmap's");
    const unsigned levels =
        type == image_type::mipmap ? found->of.num_levels : 0;
    // The levels follow it in the table as they do in memory.
    auto next = All().memory.erase(All().memory.find(memory.raw_handle));
    for (unsigned level = 0; level < levels; ++level)
      next = All().memory.erase(next);
  }
  free(const_cast<void*>(AddressOf(memory)), ctx, from);
}

image_descriptor descriptor_of(image_mem_handle memory, const context& ctx) {
  std::lock_guard lock(All().mutex);
  const ImageMemory* found =
      Find(All(), memory, access_implementation::get(ctx).get());
  if (!found) Invalid(kNoMemory);
  return found->of;
}

image_mem_handle level_of(image_mem_handle mipmap, unsigned level,
                          const context& ctx) {
  const image_descriptor of = descriptor_of(mipmap, ctx);
  (void)of.get_mip_level_desc(level);  // there is one
  return LevelOf(mipmap, of, level);
}

void* allocate_rows(size_t* pitch, size_t width, size_t height,
                    const device& dev, const context& ctx, place from) {
  CHECK_ASPECT(dev, ext_oneapi_bindless_images_2d_usm);
  const size_t row = width > PTRDIFF_MAX ? SIZE_MAX
                                         : (width + kRowAlignment - 1) /
                                               kRowAlignment * kRowAlignment;
  void* address = allocate_usm(kRowAlignment, saturated_product(row, height),
                               dev, ctx, usm::alloc::device, from);
  if (!address)
    facet::Throw(errc::memory_allocation,
                 "pitched_alloc_device: no memory for " +
                     std::to_string(height) + " rows of " +
                     std::to_string(width) + " bytes");
  *pitch = row;
  return address;
}

uint64_t make_bindless_image(const bindless_pixels& pixels,
                             const image_descriptor& of,
                             const bindless::bindless_image_sampler* sampler,
                             const device& dev, const context& ctx,
                             place from) {
  const facet::Context* context = access_implementation::get(ctx).get();
  of.verify();
  const range<3> size = SizeOf(of);
  Layout layout;
  if (pixels.address) {
    if (of.type != image_type::standard)
      facet::Throw(errc::feature_not_supported,
                   "create_image: arrays, cubemaps and mipmaps are in image "
                   "memory, not in USM");
    const int dimensions = DimensionsOf(of);
    if (dimensions == 1)
      CHECK_ASPECT(dev, ext_oneapi_bindless_images_1d_usm);
    else
      CHECK_ASPECT(dev, ext_oneapi_bindless_images_2d_usm);
    const auto found = facet::FindUsm(pixels.address);
    if (!found ? !dev.has(aspect::usm_system_allocations)
               : found->context != context)
      facet::Throw(errc::runtime,
                   "create_image: the address is not of USM in this context");
    if (found && found->kind == facet::UsmKind::kShared)
      CHECK_ASPECT(dev, ext_oneapi_bindless_images_shared_usm);
    layout = Tight(pixels.address, size, PixelBytes(of));
    if (dimensions > 1) {
      CheckPitch(of, pixels.pitch);
      layout.row = pixels.pitch;
      layout.slice = saturated_product(layout.row, size[1]);
    }
    if (reinterpret_cast<uintptr_t>(pixels.address) % ChannelBytes(of) != 0)
      Invalid("create_image: the address is not aligned to the channels' " +
              std::to_string(ChannelBytes(of)) + " bytes");
  } else {
    CHECK_ASPECT(dev, ext_oneapi_bindless_images);
    layout = LayoutOf(pixels.memory, of, context, errc::runtime);
  }

  const bool over_edges =
      sampler && of.type == image_type::cubemap &&
      sampler->cubemap_filtering == bindless::cubemap_filtering_mode::seamless;
  if (over_edges && sampler->filtering == filtering_mode::linear)
    facet::Throw(errc::feature_not_supported,
                 "create_image: linear filtering over the edges of a cubemap "
                 "(cubemap_filtering_mode::seamless) is not supported");

  if (of.type == image_type::mipmap) {
    if (!sampler)
      facet::Throw(errc::runtime, "create_image: a mipmap is a sampled image");
    if (sampler->coordinate == coordinate_normalization_mode::unnormalized)
      Invalid("create_image: a mipmap has normalized coordinates");
  }

  bindless_image record{};
  record.levels = of.type == image_type::mipmap ? of.num_levels : 1;
  if (sampler) {
    record.least_level = sampler->min_mipmap_level_clamp;
    record.greatest_level = sampler->max_mipmap_level_clamp;
    record.between_levels = sampler->mipmap_filtering;
  }
  record.data = layout.data;
  record.pitch[0] = layout.row;
  record.pitch[1] = layout.slice;
  record.layer_pitch = layout.slice;
  record.layers = IsLayered(of) ? of.array_size : 1;
  for (int d = 0; d < 3; ++d) record.size[d] = static_cast<int32_t>(size[d]);
  if (IsLayered(of)) record.size[2] = 1;
  constexpr size_t kWord = sizeof(uint32_t);
  record.has_words = of.num_channels == 4 && layout.row % kWord == 0 &&
                     reinterpret_cast<uintptr_t>(layout.data) % kWord == 0;
  record.format = *FormatOf(of.channel_type);
  record.channel_count = of.num_channels;
  for (int d = 0; d < 3; ++d)
    record.samplers[d] =
        sampler ? image_sampler{over_edges ? addressing_mode::clamp_to_edge
                                           : sampler->addressing[d],
                                of.type == image_type::cubemap
                                    ? coordinate_normalization_mode::normalized
                                    : sampler->coordinate,
                                sampler->filtering}
                : image_sampler{addressing_mode::none,
                                coordinate_normalization_mode::unnormalized,
                                filtering_mode::nearest};

  void* address = allocate_usm(alignof(bindless_image), sizeof(record), dev,
                               ctx, usm::alloc::device, from);
  if (!address)
    facet::Throw(errc::runtime, "create_image: no memory for the handle");
  try {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&record);
    facet::CopyAndWait(context->InContext(access_implementation::get(dev)),
                       address, {bytes, bytes + sizeof(record)});
    std::lock_guard lock(All().mutex);
    All().images[reinterpret_cast<uint64_t>(address)] = context;
  } catch (...) {
    free(address, ctx, from);
    throw;
  }
  return reinterpret_cast<uint64_t>(address);
}

void destroy_bindless_image(uint64_t handle, const context& ctx, place from) {
  {
    std::lock_guard lock(All().mutex);
    const auto found = All().images.find(handle);
    if (found == All().images.end() ||
        found->second != access_implementation::get(ctx).get())
      Invalid("destroy_image_handle: this context has no such handle");
    All().images.erase(found);
  }
  free(reinterpret_cast<void*>(handle), ctx, from);
}

}  // namespace detail

void* bindless::pitched_alloc_device(size_t* pitch, const image_descriptor& of,
                                     const device& dev, const context& ctx,
                                     detail::place from) {
  of.verify();
  const range<3> size = SizeOf(of);
  return detail::allocate_rows(pitch, of.width * PixelBytes(of),
                               saturated_product(size[1], size[2]), dev, ctx,
                               from);
}

namespace {

// One of the two ends of a copy.
struct End {
  const char* what;
  Layout layout;
  range<3> size;
  range<3> offset;
};
End Host(const void* data, const range<3>& extent, const range<3>& offset,
         const image_descriptor& of) {
  const range<3> size = Filled(extent, of);
  return {"host memory", Tight(data, size, PixelBytes(of)), size, offset};
}
End Image(const facet::CommandGroup& group, image_mem_handle memory,
          const image_descriptor& of, const range<3>& offset) {
  of.verify();
  return {"image",
          LayoutOf(memory, of, group.queue()->context(), errc::invalid),
          SizeOf(of), offset};
}
End Usm(const void* data, size_t pitch, const image_descriptor& of,
        const range<3>& offset) {
  const range<3> size = SizeOf(of);
  Layout layout = Tight(data, size, PixelBytes(of));
  if (DimensionsOf(of) > 1) {
    CheckPitch(of, pitch);
    layout.row = pitch;
    layout.slice = saturated_product(pitch, size[1]);
  }
  return {"image", layout, size, offset};
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
    Invalid(
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
    Invalid("ext_oneapi_copy: pixels of " +
            std::to_string(PixelBytes(from_is)) +
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
#undef CHECK_ASPECT

}  // namespace _V1
}  // namespace sycl
