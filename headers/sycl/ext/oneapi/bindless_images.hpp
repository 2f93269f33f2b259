// Extension sycl_ext_oneapi_bindless_images: images that kernels reach through
// handles, which are values. Filtering over the edges of cubemaps is refused
// when a handle is made; there is no import of other libraries' memory.
//
// As images of SYCL 2020, these are made in software, on every device that has
// memory of its own: a handle is the address of a record in that memory
// (sycl/detail/bindless_access.hpp), and pixels follow each other row by row.
// ext_oneapi_copy is a member of handler and queue.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/aspects.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/bindless_access.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/place.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bindless_images_descriptor.hpp>
#include <sycl/image_sampler.hpp>
#include <sycl/queue.hpp>
#include <sycl/range.hpp>
#include <sycl/usm.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#define SYCL_EXT_ONEAPI_BINDLESS_IMAGES 5

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

namespace info::device {
/// In bytes, as the next ones are for images in USM.
struct image_row_pitch_align {
  using return_type = std::uint32_t;
};
struct max_image_linear_width {
  using return_type = std::size_t;
};
struct max_image_linear_height {
  using return_type = std::size_t;
};
struct max_image_linear_row_pitch {
  using return_type = std::size_t;
};
struct mipmap_max_anisotropy {
  using return_type = float;
};
} // namespace info::device

enum class cubemap_filtering_mode : unsigned { disjointed, seamless };

/// By value. What is for mipmaps and cubemaps alone has no effect.
struct bindless_image_sampler {
  addressing_mode addressing[3] = {addressing_mode::none, addressing_mode::none,
                                   addressing_mode::none};
  coordinate_normalization_mode coordinate =
      coordinate_normalization_mode::unnormalized;
  filtering_mode filtering = filtering_mode::nearest;
  filtering_mode mipmap_filtering = filtering_mode::nearest;
  float min_mipmap_level_clamp = 0.0f;
  float max_mipmap_level_clamp = 0.0f;
  float max_anisotropy = 0.0f;
  cubemap_filtering_mode cubemap_filtering = cubemap_filtering_mode::disjointed;

  bindless_image_sampler() = default;

  // One addressing mode for all dimensions, or one for each.
#define __SYCL_SAMPLER(ADDRESSING, ...)                                        \
  bindless_image_sampler(ADDRESSING, coordinate_normalization_mode c,          \
                         filtering_mode f)                                     \
      : addressing{__VA_ARGS__}, coordinate(c), filtering(f) {}                \
  bindless_image_sampler(ADDRESSING, coordinate_normalization_mode c,          \
                         filtering_mode f, filtering_mode mipmaps,             \
                         float least_level, float greatest_level,              \
                         float anisotropy)                                     \
      : addressing{__VA_ARGS__}, coordinate(c), filtering(f),                  \
        mipmap_filtering(mipmaps), min_mipmap_level_clamp(least_level),        \
        max_mipmap_level_clamp(greatest_level), max_anisotropy(anisotropy) {}  \
  bindless_image_sampler(ADDRESSING, coordinate_normalization_mode c,          \
                         filtering_mode f, cubemap_filtering_mode cubemaps)    \
      : addressing{__VA_ARGS__}, coordinate(c), filtering(f),                  \
        cubemap_filtering(cubemaps) {}
  __SYCL_SAMPLER(addressing_mode a, a, a, a)
  __SYCL_SAMPLER(addressing_mode (&a)[3], a[0], a[1], a[2])
  __SYCL_SAMPLER(const addressing_mode (&a)[3], a[0], a[1], a[2])
#undef __SYCL_SAMPLER
};

/// Values that kernels take as they are. No image has the handle zero.
struct unsampled_image_handle {
  using raw_image_handle_type = std::uint64_t;

  unsampled_image_handle() noexcept : raw_handle(0) {}
  unsampled_image_handle(raw_image_handle_type raw) noexcept
      : raw_handle(raw) {}

  raw_image_handle_type raw_handle;
};
struct sampled_image_handle {
  using raw_image_handle_type = std::uint64_t;

  sampled_image_handle() noexcept : raw_handle(0) {}
  sampled_image_handle(raw_image_handle_type raw) noexcept : raw_handle(raw) {}

  raw_image_handle_type raw_handle;
};

} // namespace ext::oneapi::experimental

// Defined in //runtime.
namespace detail {
namespace bindless = ext::oneapi::experimental;

/// Throws errc::feature_not_supported if the device does not have the aspect or
/// the image is no standard one, errc::invalid if there is no such image,
/// errc::memory_allocation if there is no memory.
bindless::image_mem_handle allocate_image(const bindless::image_descriptor &of,
                                          const device &dev, const context &ctx,
                                          place from);
/// Throws errc::memory_allocation for what is no image's memory of this type in
/// this context.
void free_image(bindless::image_mem_handle memory, bindless::image_type type,
                const context &ctx, place from);
/// What the memory was allocated for. Throws errc::invalid as free_image does.
bindless::image_descriptor descriptor_of(bindless::image_mem_handle memory,
                                         const context &ctx);
/// Returns a level of a mipmap. Throws errc::invalid if there is none.
bindless::image_mem_handle level_of(bindless::image_mem_handle mipmap,
                                    unsigned level, const context &ctx);
void *allocate_rows(std::size_t *pitch, std::size_t width, std::size_t height,
                    const device &dev, const context &ctx, place from);

/// Where pixels are: in an image's memory, or at an address with a pitch.
struct bindless_pixels {
  bindless::image_mem_handle memory;
  const void *address = nullptr;
  std::size_t pitch = 0;
};
/// Makes a handle. `sampler` is null for an unsampled image. Throws
/// errc::invalid or errc::feature_not_supported as allocate_image does, and
/// errc::runtime if the pixels are not there.
std::uint64_t
make_bindless_image(const bindless_pixels &pixels,
                    const bindless::image_descriptor &of,
                    const bindless::bindless_image_sampler *sampler,
                    const device &dev, const context &ctx, place from);
/// Throws errc::invalid for what is no handle of this context.
void destroy_bindless_image(std::uint64_t handle, const context &ctx,
                            place from);
} // namespace detail

namespace ext::oneapi::experimental {

// Each function for a device and a context, and for a queue.
#define __SYCL_OF_DEVICE                                                       \
  const device &dev, const context &ctx,                                       \
      sycl::detail::place from = sycl::detail::place::of_call()
#define __SYCL_OF_QUEUE                                                        \
  const queue &q, sycl::detail::place from = sycl::detail::place::of_call()
#define __SYCL_FROM_QUEUE                                                      \
  sycl::detail::device_of(q), sycl::detail::context_of(q), from

inline image_mem_handle alloc_image_mem(const image_descriptor &of,
                                        __SYCL_OF_DEVICE) {
  return sycl::detail::allocate_image(of, dev, ctx, from);
}
inline image_mem_handle alloc_image_mem(const image_descriptor &of,
                                        __SYCL_OF_QUEUE) {
  return alloc_image_mem(of, __SYCL_FROM_QUEUE);
}
inline void
free_image_mem(image_mem_handle memory, image_type type, const device &,
               const context &ctx,
               sycl::detail::place from = sycl::detail::place::of_call()) {
  sycl::detail::free_image(memory, type, ctx, from);
}
inline void free_image_mem(image_mem_handle memory, image_type type,
                           __SYCL_OF_QUEUE) {
  free_image_mem(memory, type, __SYCL_FROM_QUEUE);
}

/// Extents that the image does not have are zero.
inline range<3> get_image_range(image_mem_handle memory, const device &,
                                const context &ctx) {
  const image_descriptor of = sycl::detail::descriptor_of(memory, ctx);
  return {of.width, of.height, of.depth};
}
inline image_channel_type get_image_channel_type(image_mem_handle memory,
                                                 const device &,
                                                 const context &ctx) {
  return sycl::detail::descriptor_of(memory, ctx).channel_type;
}
inline unsigned get_image_num_channels(image_mem_handle memory, const device &,
                                       const context &ctx) {
  return sycl::detail::descriptor_of(memory, ctx).num_channels;
}
/// Of a mipmap: a standard image's memory, which is freed with the mipmap.
inline image_mem_handle get_mip_level_mem_handle(image_mem_handle mipmap,
                                                 unsigned level, const device &,
                                                 const context &ctx) {
  return sycl::detail::level_of(mipmap, level, ctx);
}
inline image_mem_handle get_mip_level_mem_handle(image_mem_handle mipmap,
                                                 unsigned level,
                                                 const queue &q) {
  return sycl::detail::level_of(mipmap, level, sycl::detail::context_of(q));
}
#define __SYCL_IMAGE_QUERY(TYPE, NAME)                                         \
  inline TYPE NAME(image_mem_handle memory, const queue &q) {                  \
    return NAME(memory, sycl::detail::device_of(q),                            \
                sycl::detail::context_of(q));                                  \
  }
__SYCL_IMAGE_QUERY(range<3>, get_image_range)
__SYCL_IMAGE_QUERY(image_channel_type, get_image_channel_type)
__SYCL_IMAGE_QUERY(unsigned, get_image_num_channels)
#undef __SYCL_IMAGE_QUERY

/// Image memory that lives as long as the last copy of the object. Not for
/// kernels, which take handles.
class image_mem {
public:
  /// Has no memory.
  image_mem() = default;
  image_mem(const image_descriptor &of, __SYCL_OF_DEVICE)
      : implementation_(std::make_shared<const memory>(of, dev, ctx, from)) {}
  image_mem(const image_descriptor &of, __SYCL_OF_QUEUE)
      : image_mem(of, __SYCL_FROM_QUEUE) {}

  /// All of these throw errc::invalid if there is no memory, but for the
  /// handle, which is zero.
  image_mem_handle get_handle() const {
    return implementation_ ? implementation_->handle : image_mem_handle{};
  }
  image_descriptor get_descriptor() const { return get().of; }
  device get_device() const { return get().dev; }
  context get_context() const { return get().ctx; }
  range<3> get_range() const {
    return {get().of.width, get().of.height, get().of.depth};
  }
  image_channel_type get_channel_type() const { return get().of.channel_type; }
  unsigned get_num_channels() const { return get().of.num_channels; }
  image_type get_type() const { return get().of.type; }
  image_mem_handle get_mip_level_mem_handle(unsigned level) const {
    return sycl::detail::level_of(get().handle, level, get().ctx);
  }

private:
  struct memory {
    image_descriptor of;
    device dev;
    context ctx;
    image_mem_handle handle;

    memory(const image_descriptor &descriptor, const device &where,
           const context &in, sycl::detail::place from)
        : of(descriptor), dev(where), ctx(in),
          handle(sycl::detail::allocate_image(of, dev, ctx, from)) {}
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
    ~memory() {
      // The program may have freed it.
      try {
        sycl::detail::free_image(handle, of.type, ctx,
                                 sycl::detail::place::unknown());
      } catch (const exception &) {
      }
    }
  };
  const memory &get() const {
    if (!implementation_)
      throw exception(make_error_code(errc::invalid),
                      "image_mem: the object has no memory");
    return *implementation_;
  }

  __SYCL_REFERENCE_SEMANTICS(image_mem)
  std::shared_ptr<const memory> implementation_;
};

/// Rows of device memory at a pitch that images may have.
inline void *pitched_alloc_device(std::size_t *pitch, std::size_t width,
                                  std::size_t height, unsigned,
                                  __SYCL_OF_DEVICE) {
  return sycl::detail::allocate_rows(pitch, width, height, dev, ctx, from);
}
inline void *pitched_alloc_device(std::size_t *pitch, std::size_t width,
                                  std::size_t height, unsigned element_size,
                                  __SYCL_OF_QUEUE) {
  return pitched_alloc_device(pitch, width, height, element_size,
                              __SYCL_FROM_QUEUE);
}
void *pitched_alloc_device(std::size_t *pitch, const image_descriptor &of,
                           __SYCL_OF_DEVICE);
inline void *pitched_alloc_device(std::size_t *pitch,
                                  const image_descriptor &of, __SYCL_OF_QUEUE) {
  return pitched_alloc_device(pitch, of, __SYCL_FROM_QUEUE);
}

// create_image, unsampled and sampled, of all kinds of memory.
#define __SYCL_CREATE_IMAGE(PARAMETERS, ARGUMENTS, ...)                        \
  inline unsampled_image_handle create_image(__SYCL_UNWRAP PARAMETERS,         \
                                             const image_descriptor &of,       \
                                             __SYCL_OF_DEVICE) {               \
    return sycl::detail::make_bindless_image({__VA_ARGS__}, of, nullptr, dev,  \
                                             ctx, from);                       \
  }                                                                            \
  inline unsampled_image_handle create_image(                                  \
      __SYCL_UNWRAP PARAMETERS, const image_descriptor &of, __SYCL_OF_QUEUE) { \
    return create_image(__SYCL_UNWRAP ARGUMENTS, of, __SYCL_FROM_QUEUE);       \
  }                                                                            \
  inline sampled_image_handle create_image(                                    \
      __SYCL_UNWRAP PARAMETERS, const image_descriptor &of,                    \
      const bindless_image_sampler &sampler, __SYCL_OF_DEVICE) {               \
    return sycl::detail::make_bindless_image({__VA_ARGS__}, of, &sampler, dev, \
                                             ctx, from);                       \
  }                                                                            \
  inline sampled_image_handle create_image(                                    \
      __SYCL_UNWRAP PARAMETERS, const image_descriptor &of,                    \
      const bindless_image_sampler &sampler, __SYCL_OF_QUEUE) {                \
    return create_image(__SYCL_UNWRAP ARGUMENTS, of, sampler,                  \
                        __SYCL_FROM_QUEUE);                                    \
  }                                                                            \
  /* In the order that bindless images had at first. */                        \
  inline sampled_image_handle create_image(                                    \
      __SYCL_UNWRAP PARAMETERS, const bindless_image_sampler &sampler,         \
      const image_descriptor &of, __SYCL_OF_DEVICE) {                          \
    return create_image(__SYCL_UNWRAP ARGUMENTS, of, sampler, dev, ctx, from); \
  }                                                                            \
  inline sampled_image_handle create_image(                                    \
      __SYCL_UNWRAP PARAMETERS, const bindless_image_sampler &sampler,         \
      const image_descriptor &of, __SYCL_OF_QUEUE) {                           \
    return create_image(__SYCL_UNWRAP ARGUMENTS, of, sampler,                  \
                        __SYCL_FROM_QUEUE);                                    \
  }
#define __SYCL_UNWRAP(...) __VA_ARGS__
__SYCL_CREATE_IMAGE((image_mem_handle memory), (memory), memory)
__SYCL_CREATE_IMAGE((const image_mem &memory), (memory), memory.get_handle())
__SYCL_CREATE_IMAGE((const void *pixels, std::size_t pitch), (pixels, pitch),
                    {}, pixels, pitch)
#undef __SYCL_UNWRAP
#undef __SYCL_CREATE_IMAGE

// The memory stays.
#define __SYCL_DESTROY_IMAGE(TYPE)                                             \
  inline void destroy_image_handle(                                            \
      TYPE &handle, const device &, const context &ctx,                        \
      sycl::detail::place from = sycl::detail::place::of_call()) {             \
    sycl::detail::destroy_bindless_image(handle.raw_handle, ctx, from);        \
  }                                                                            \
  inline void destroy_image_handle(TYPE &handle, __SYCL_OF_QUEUE) {            \
    destroy_image_handle(handle, __SYCL_FROM_QUEUE);                           \
  }
__SYCL_DESTROY_IMAGE(unsampled_image_handle)
__SYCL_DESTROY_IMAGE(sampled_image_handle)
#undef __SYCL_DESTROY_IMAGE
#undef __SYCL_OF_DEVICE
#undef __SYCL_OF_QUEUE
#undef __SYCL_FROM_QUEUE

} // namespace ext::oneapi::experimental

//===-- In kernels --------------------------------------------------------===//

namespace detail {
/// What kernels read a DataT as: itself, or the hint for a type of the
/// program's.
template <typename DataT, typename HintT>
using bindless_type =
    std::conditional_t<is_recognized_pixel<DataT>, DataT, HintT>;

template <typename DataT, typename HintT> constexpr bool check_bindless_type() {
  static_assert(is_recognized_pixel<bindless_type<DataT, HintT>>,
                "bindless images are read as numbers other than double, or "
                "vectors of up to four of them; another DataT needs a HintT "
                "that is one");
  static_assert(is_recognized_pixel<DataT> ||
                    (sizeof(DataT) == sizeof(HintT) &&
                     std::is_trivially_copyable_v<DataT>),
                "a DataT read as HintT has its size and is trivially copyable");
  return true;
}
template <typename DataT, typename T>
DataT as_bindless_data(const T &value) noexcept {
  if constexpr (std::is_same_v<DataT, T>)
    return value;
  else
    return sycl::bit_cast<DataT>(value);
}
/// Reads the pixel at coordinates of type int, or samples at those of float.
template <typename Number, typename DataT, typename HintT, typename CoordT>
DataT read_bindless(std::uint64_t handle, const CoordT &coordinates,
                    std::uint32_t layer = 0) noexcept {
  static_assert(check_bindless_type<DataT, HintT>());
  const bindless_coordinates<CoordT, Number> where(coordinates);
  const bindless_access<bindless_type<DataT, HintT>, where.dimensions> image{
      bindless_image_at(handle), layer};
  if constexpr (std::is_same_v<Number, int>)
    return as_bindless_data<DataT>(image.read(where.at));
  else
    return as_bindless_data<DataT>(image.sample(where.at));
}
template <typename DataT, typename HintT, typename CoordT>
DataT sample_levels(const bindless_image &image,
                    const bindless_coordinates<CoordT, float> &where,
                    float level) noexcept {
  static_assert(check_bindless_type<DataT, HintT>());
  using type = bindless_type<DataT, HintT>;
  using access =
      bindless_access<type, bindless_coordinates<CoordT, float>::dimensions>;
  const levels_of_mipmap found = find_levels(image, level);
  type result = access{level_of_mipmap(image, found.first)}.sample(where.at);
  if (found.weight > 0.0f) {
    const type next =
        access{level_of_mipmap(image, found.first + 1)}.sample(where.at);
    const auto mean = [w = found.weight](auto a, auto b) {
      return static_cast<decltype(a)>(static_cast<float>(a) * (1.0f - w) +
                                      static_cast<float>(b) * w);
    };
    if constexpr (is_nonscalar_v<type>)
      for (int c = 0; c < access::count; ++c)
        result[c] = mean(+result[c], +next[c]);
    else
      result = mean(result, next);
  }
  return as_bindless_data<DataT>(result);
}
template <typename DataT, typename CoordT>
void write_bindless(std::uint64_t handle, const CoordT &coordinates,
                    const DataT &color, std::uint32_t layer = 0) noexcept {
  static_assert(std::is_trivially_copyable_v<DataT>,
                "what is written to bindless images is trivially copyable");
  const bindless_coordinates<CoordT, int> where(coordinates);
  bindless_access<DataT, where.dimensions>{bindless_image_at(handle), layer}
      .write(where.at, color);
}
} // namespace detail

namespace ext::oneapi::experimental {

/// The pixel at the coordinates. Pixels of normalized channels are read as real
/// numbers; a DataT whose numbers the channels are not gets the pixel's bits.
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_bindless_images)
DataT fetch_image(const unsampled_image_handle &image, const CoordT &coords) {
  return sycl::detail::read_bindless<int, DataT, HintT>(image.raw_handle,
                                                        coords);
}
/// The same: nothing is sampled.
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_bindless_images)
DataT fetch_image(const sampled_image_handle &image, const CoordT &coords) {
  return sycl::detail::read_bindless<int, DataT, HintT>(image.raw_handle,
                                                        coords);
}

/// What the image's sampler takes at the coordinates.
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_bindless_images)
DataT sample_image(const sampled_image_handle &image, const CoordT &coords) {
  return sycl::detail::read_bindless<float, DataT, HintT>(image.raw_handle,
                                                          coords);
}

/// Numbers become what the channels can hold; a DataT of the program's, which
/// has the size of a pixel, is stored as it is.
template <typename DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_bindless_images)
void write_image(unsampled_image_handle image, const CoordT &coords,
                 const DataT &color) {
  sycl::detail::write_bindless(image.raw_handle, coords, color);
}

// The same in a layer of an array; nothing is filtered over several.

template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_image_array)
DataT fetch_image_array(const unsampled_image_handle &image,
                        const CoordT &coords, unsigned layer) {
  return sycl::detail::read_bindless<int, DataT, HintT>(image.raw_handle,
                                                        coords, layer);
}
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_image_array)
DataT fetch_image_array(const sampled_image_handle &image, const CoordT &coords,
                        unsigned layer) {
  return sycl::detail::read_bindless<int, DataT, HintT>(image.raw_handle,
                                                        coords, layer);
}
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_image_array)
DataT sample_image_array(const sampled_image_handle &image,
                         const CoordT &coords, unsigned layer) {
  return sycl::detail::read_bindless<float, DataT, HintT>(image.raw_handle,
                                                          coords, layer);
}
template <typename DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_image_array)
void write_image_array(unsampled_image_handle image, const CoordT &coords,
                       unsigned layer, const DataT &color) {
  sycl::detail::write_bindless(image.raw_handle, coords, color, layer);
}

/// From the level of a mipmap, or from the two next to it.
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_mipmap)
DataT sample_mipmap(const sampled_image_handle &image, const CoordT &coords,
                    float level) {
  return sycl::detail::sample_levels<DataT, HintT>(
      sycl::detail::bindless_image_at(image.raw_handle),
      sycl::detail::bindless_coordinates<CoordT, float>(coords), level);
}
/// From the level whose pixels are as far from each other as the neighbouring
/// samples at the gradients, where these are the longest; not anisotropic.
template <typename DataT, typename HintT = DataT, typename CoordT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_mipmap)
DataT sample_mipmap(const sampled_image_handle &image, const CoordT &coords,
                    const CoordT &dx, const CoordT &dy) {
  using coordinates = sycl::detail::bindless_coordinates<CoordT, float>;
  const auto of = sycl::detail::bindless_image_at(image.raw_handle);
  float longest = 0.0f;
  for (const coordinates &gradient : {coordinates(dx), coordinates(dy)}) {
    float square = 0.0f;
    for (int d = 0; d < coordinates::dimensions; ++d) {
      const float pixels = gradient.at[d] * static_cast<float>(of.size[d]);
      square += pixels * pixels;
    }
    longest = square > longest ? square : longest;
  }
  return sycl::detail::sample_levels<DataT, HintT>(
      of, coordinates(coords),
      longest > 0.0f ? 0.5f * sycl::log2(longest) : 0.0f);
}

// In a face of a cubemap, in the order +x, -x, +y, -y, +z, -z.

template <typename DataT, typename HintT = DataT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_cubemap)
DataT fetch_cubemap(const unsampled_image_handle &image, const int2 &coords,
                    unsigned face) {
  return sycl::detail::read_bindless<int, DataT, HintT>(image.raw_handle,
                                                        coords, face);
}
template <typename DataT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_cubemap)
void write_cubemap(unsampled_image_handle image, const int2 &coords, int face,
                   const DataT &color) {
  sycl::detail::write_bindless(image.raw_handle, coords, color,
                               static_cast<unsigned>(face));
}
/// Where the direction from the middle of the cube meets it.
template <typename DataT, typename HintT = DataT>
__SYCL_USES_ASPECTS(aspect::ext_oneapi_cubemap)
DataT
    sample_cubemap(const sampled_image_handle &image, const float3 &direction) {
  const sycl::detail::place_on_cube where =
      sycl::detail::find_on_cube(direction[0], direction[1], direction[2]);
  return sycl::detail::read_bindless<float, DataT, HintT>(
      image.raw_handle, float2(where.at[0], where.at[1]), where.face);
}

} // namespace ext::oneapi::experimental

// The queries, where the extension's text has them.
namespace ext::oneapi {
using experimental::get_image_channel_type;
using experimental::get_image_num_channels;
using experimental::get_image_range;
using experimental::get_mip_level_mem_handle;
} // namespace ext::oneapi

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::experimental::image_mem>
    : sycl::detail::implementation_hash {};

#include <sycl/detail/restore_macros.inc>
