// Bindless images: pixels in USM, and records of them that kernels read
// (sycl/ext/oneapi/bindless_images.hpp).
//
// The tables here have what the program allocated and made, by the numbers that
// it has of them; any thread may use them.
#include "runtime/api/bindless_images.h"

#include <map>
#include <mutex>
#include <string>
#include <sycl/detail/sizes.hpp>
#include <sycl/ext/oneapi/bindless_images.hpp>

#include "features/aspects/aspect_set.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/context.h"
#include "runtime/memory/device_globals.h"

namespace facet {
namespace {

using sycl::detail::saturated_product;

// A mipmap's number is the address of bytes before its first level, whose own
// number is its address as that of any image is.
constexpr size_t kBeforeLevels = 64;

struct ImageMemory {
  image_descriptor of;
  const Context* context;
  bool is_level = false;
};

struct Tables {
  std::mutex mutex;
  std::map<uint64_t, ImageMemory> memory;
  std::map<uint64_t, const Context*> images;  // by handle
};
Tables& All() {
  static auto* tables = new Tables;
  return *tables;
}

size_t BytesOfLevel(const image_descriptor& of) {
  const sycl::range<3> size = SizeOf(of);
  return saturated_product(TightLayout(nullptr, size, PixelBytes(of)).slice,
                           size[2]);
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
                        const Context* context) {
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

}  // namespace

PixelLayout LayoutOf(image_mem_handle memory, const image_descriptor& of,
                     const Context* context, sycl::errc code) {
  std::lock_guard lock(All().mutex);
  const ImageMemory* found = Find(All(), memory, context);
  if (!found) Throw(code, kNoMemory);
  // A mipmap's descriptor describes its first level, too.
  if (IsLayered(found->of) != IsLayered(of) ||
      SizeOf(found->of) != SizeOf(of) ||
      PixelBytes(found->of) != PixelBytes(of))
    Throw(code, "bindless images: the memory is for an image of " +
                    Text(found->of) + ", not of " + Text(of));
  if (found->of.type == image_type::mipmap) memory = LevelOf(memory, of, 0);
  return TightLayout(AddressOf(memory), SizeOf(of), PixelBytes(of));
}

}  // namespace facet

namespace sycl {
inline namespace _V1 {
namespace {

namespace bindless = ext::oneapi::experimental;
using bindless::image_descriptor;
using bindless::image_mem_handle;
using bindless::image_type;
using detail::access_implementation;
using detail::saturated_product;
using facet::All;
using facet::Find;
using facet::ImageMemory;
using facet::InvalidImage;
using facet::kNoMemory;
using facet::LevelOf;
using facet::PixelBytes;
using facet::SizeOf;
using facet::Text;

// Rows of pitched_alloc_device begin at multiples of this many bytes.
constexpr size_t kRowAlignment = 64;

void CheckAspect(const device& dev, aspect needed, const char* name) {
  const auto& info = access_implementation::get(dev)->info();
  if (!info.features.aspects.Contains(static_cast<int>(needed)))
    facet::Throw(errc::feature_not_supported,
                 "bindless images: device '" + info.name +
                     "' does not have aspect::" + name);
}
#define CHECK_ASPECT(DEVICE, NAME) CheckAspect(DEVICE, aspect::NAME, #NAME)

// Of an image whose pixels the program has in USM.
facet::PixelLayout LayoutInUsm(const detail::bindless_pixels& pixels,
                               const image_descriptor& of, const device& dev,
                               const facet::Context* context) {
  if (of.type != image_type::standard)
    facet::Throw(errc::feature_not_supported,
                 "create_image: arrays, cubemaps and mipmaps are in image "
                 "memory, not in USM");
  if (facet::DimensionsOf(of) == 1)
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
  const auto layout = facet::PitchedLayout(pixels.address, pixels.pitch, of);
  const size_t alignment = facet::ChannelBytes(of);
  if (reinterpret_cast<uintptr_t>(pixels.address) % alignment != 0)
    InvalidImage("create_image: the address is not aligned to the channels' " +
                 std::to_string(alignment) + " bytes");
  return layout;
}

bool SamplesOverEdges(const image_descriptor& of,
                      const bindless::bindless_image_sampler* sampler) {
  return sampler && of.type == image_type::cubemap &&
         sampler->cubemap_filtering ==
             bindless::cubemap_filtering_mode::seamless;
}
// `sampler` is null for an unsampled image, here and below.
void CheckSampler(const image_descriptor& of,
                  const bindless::bindless_image_sampler* sampler) {
  if (SamplesOverEdges(of, sampler) &&
      sampler->filtering == filtering_mode::linear)
    facet::Throw(errc::feature_not_supported,
                 "create_image: linear filtering over the edges of a cubemap "
                 "(cubemap_filtering_mode::seamless) is not supported");
  if (of.type != image_type::mipmap) return;
  if (!sampler)
    facet::Throw(errc::runtime, "create_image: a mipmap is a sampled image");
  if (sampler->coordinate == coordinate_normalization_mode::unnormalized)
    InvalidImage("create_image: a mipmap has normalized coordinates");
}

// What kernels read through the handle.
detail::bindless_image RecordOf(
    const facet::PixelLayout& layout, const image_descriptor& of,
    const bindless::bindless_image_sampler* sampler) {
  detail::bindless_image record{};
  record.levels = of.type == image_type::mipmap ? of.num_levels : 1;
  record.data = layout.data;
  record.pitch[0] = layout.row;
  record.pitch[1] = layout.slice;
  record.layer_pitch = layout.slice;
  record.layers = facet::IsLayered(of) ? of.array_size : 1;
  const range<3> size = SizeOf(of);
  for (int d = 0; d < 3; ++d) record.size[d] = static_cast<int32_t>(size[d]);
  if (facet::IsLayered(of)) record.size[2] = 1;
  constexpr size_t kWord = sizeof(uint32_t);
  record.has_words = of.num_channels == 4 && layout.row % kWord == 0 &&
                     reinterpret_cast<uintptr_t>(layout.data) % kWord == 0;
  record.format = *facet::FormatOf(of.channel_type);
  record.channel_count = of.num_channels;
  for (image_sampler& each : record.samplers)
    each = {addressing_mode::none, coordinate_normalization_mode::unnormalized,
            filtering_mode::nearest};
  if (!sampler) return record;
  record.least_level = sampler->min_mipmap_level_clamp;
  record.greatest_level = sampler->max_mipmap_level_clamp;
  record.between_levels = sampler->mipmap_filtering;
  for (int d = 0; d < 3; ++d)
    record.samplers[d] = {SamplesOverEdges(of, sampler)
                              ? addressing_mode::clamp_to_edge
                              : sampler->addressing[d],
                          of.type == image_type::cubemap
                              ? coordinate_normalization_mode::normalized
                              : sampler->coordinate,
                          sampler->filtering};
  return record;
}

}  // namespace

namespace detail {

image_mem_handle allocate_image(const image_descriptor& of, const device& dev,
                                const context& ctx, place from) {
  CHECK_ASPECT(dev, ext_oneapi_bindless_images);
  of.verify();
  void* address =
      allocate_usm(0, facet::BytesOf(of), dev, ctx, usm::alloc::device, from);
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
  free(const_cast<void*>(facet::AddressOf(memory)), ctx, from);
}

image_descriptor descriptor_of(image_mem_handle memory, const context& ctx) {
  std::lock_guard lock(All().mutex);
  const ImageMemory* found =
      Find(All(), memory, access_implementation::get(ctx).get());
  if (!found) InvalidImage(kNoMemory);
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
  if (!pixels.address) CHECK_ASPECT(dev, ext_oneapi_bindless_images);
  const facet::PixelLayout layout =
      pixels.address
          ? LayoutInUsm(pixels, of, dev, context)
          : facet::LayoutOf(pixels.memory, of, context, errc::runtime);
  CheckSampler(of, sampler);
  const bindless_image record = RecordOf(layout, of, sampler);
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
      InvalidImage("destroy_image_handle: this context has no such handle");
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

}  // namespace _V1
}  // namespace sycl
