// What unsampled_image and sampled_image have in common: linear memory, which
// is that of a buffer, and how pixels lie in it (SYCL 2020, 4.7.3).
//
// Dimension 0 of an image's range is the width: it is the fastest one, other
// than in buffers.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/image_format.hpp>
#include <sycl/detail/image_sampling.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

using image_allocator = std::allocator<std::byte>;

enum class image_target : unsigned int { device, host_task };

namespace detail {

/// What the program says of an image, and what follows from it.
struct image_layout {
  image_format format;
  int dimensions;
  bool has_pitch = false;
  std::size_t size[3] = {1, 1, 1};
  std::size_t pitch[2] = {0, 0}; // of rows and slices, in bytes
  std::size_t bytes = 0;         // of all slices
  std::size_t used_bytes = 0;    // up to the last pixel
  bool is_padded = false;        // there are bytes between pixels
};

// Defined in //runtime.
/// Throws errc::invalid if there is no such image; fills in the rest of
/// `layout`.
std::shared_ptr<facet::Buffer> make_image(const buffer_source &source,
                                          image_layout &layout);
/// Throws errc::invalid if accessors to elements of this kind do not fit.
void check_image_access(image_format format, channel_kind kind);

template <typename A, typename = void>
inline constexpr bool is_allocator = false;
template <typename A>
inline constexpr bool is_allocator<
    A, std::void_t<decltype(std::declval<A &>().allocate(std::size_t(1)))>> =
    true;

/// The type of the elements that set_final_data writes: images have no element
/// type of their own. Bytes, if the destination does not say.
template <typename Destination, typename = void> struct final_element {
  using type = unsigned char;
};
template <typename Iterator>
struct final_element<
    Iterator, std::enable_if_t<!std::is_void_v<
                  typename std::iterator_traits<Iterator>::value_type>>> {
  using type = typename std::iterator_traits<Iterator>::value_type;
};
template <typename Inserter>
struct final_element<Inserter, std::void_t<typename Inserter::container_type>> {
  using type = typename Inserter::container_type::value_type;
};

/// Writes `bytes` bytes to where set_final_data was told to.
template <typename Destination>
void write_final_pixels(const void *pixels, std::size_t bytes,
                        Destination destination) {
  if constexpr (is_weak_pointer<Destination>) {
    if (const auto target = destination.lock())
      std::memcpy(target.get(), pixels, bytes);
  } else if constexpr (std::is_pointer_v<Destination>) {
    std::memcpy(destination, pixels, bytes);
  } else {
    using element = typename final_element<Destination>::type;
    static_assert(std::is_trivially_copyable_v<element>,
                  "set_final_data: the elements of an image are bytes");
    const char *next = static_cast<const char *>(pixels);
    for (std::size_t n = bytes / sizeof(element); n-- > 0;
         next += sizeof(element)) {
      element value;
      std::memcpy(&value, next, sizeof(element));
      *destination++ = value;
    }
  }
}

struct image_access;

template <int Dimensions, typename AllocatorT> class image_storage {
  static_assert(Dimensions >= 1 && Dimensions <= 3,
                "images have one, two or three dimensions");
  static_assert(
      std::is_same_v<typename std::allocator_traits<AllocatorT>::value_type,
                     std::byte>,
      "allocators of images allocate in units of std::byte");

public:
  range<Dimensions> get_range() const {
    range<Dimensions> result;
    for (int d = 0; d < Dimensions; ++d)
      result[d] = layout_.size[d];
    return result;
  }
  template <int D = Dimensions, typename = std::enable_if_t<(D > 1)>>
  range<D - 1> get_pitch() const {
    range<D - 1> result;
    for (int d = 0; d < D - 1; ++d)
      result[d] = layout_.pitch[d];
    return result;
  }
  std::size_t byte_size() const noexcept { return layout_.bytes; }
  std::size_t size() const noexcept {
    return layout_.size[0] * layout_.size[1] * layout_.size[2];
  }
  AllocatorT get_allocator() const { return allocator_; }
  template <typename Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }

protected:
  friend struct image_access;

  struct host_memory {
    const void *address = nullptr;
    bool writable = false;
    std::shared_ptr<const void> keep;
  };
  /// The pitches of an image whose program does not give them.
  struct tight {
    void apply(image_layout &) const {}
  };
  template <int PitchDimensions> struct pitched {
    range<PitchDimensions> pitch;
    void apply(image_layout &layout) const {
      layout.has_pitch = true;
      for (int d = 0; d < PitchDimensions; ++d)
        layout.pitch[d] = pitch[d];
    }
  };

  template <typename Pitch>
  image_storage(const host_memory &memory, image_format format,
                const range<Dimensions> &size, Pitch pitch,
                AllocatorT allocator, const property_list &properties)
      : layout_{format, Dimensions}, allocator_(std::move(allocator)),
        properties_(properties) {
    for (int d = 0; d < Dimensions; ++d)
      layout_.size[d] = size[d];
    pitch.apply(layout_);
    buffer_source source;
    source.host = const_cast<void *>(memory.address);
    source.writable = memory.writable;
    source.keep = std::const_pointer_cast<void>(memory.keep);
    source.use_host_pointer =
        properties.has_property<property::image::use_host_ptr>();
    if (properties.has_property<property::image::use_mutex>())
      source.mutex =
          properties.get_property<property::image::use_mutex>().get_mutex_ptr();
    implementation_ = make_image(source, layout_);
  }

  std::shared_ptr<facet::Buffer> implementation_;
  image_layout layout_;
  AllocatorT allocator_;
  property_list properties_;
};

struct image_access {
  template <int D, typename A>
  static const auto &implementation(const image_storage<D, A> &image) {
    return image.implementation_;
  }
  template <int D, typename A>
  static const image_layout &layout(const image_storage<D, A> &image) {
    return image.layout_;
  }
  /// Of an image whose bytes are at `data`.
  template <int D, typename A>
  static image_view<D> view(const image_storage<D, A> &image, void *data) {
    image_view<D> view;
    view.data = static_cast<char *>(data);
    view.format_number =
        static_cast<unsigned char>(image.layout_.format) & 0x7f;
    for (int d = 0; d < D; ++d)
      view.size[d] = static_cast<std::int32_t>(image.layout_.size[d]);
    for (int d = 0; d + 1 < D; ++d)
      view.pitch[d] = static_cast<std::uint32_t>(image.layout_.pitch[d] /
                                                 sizeof(std::uint32_t));
    return view;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
