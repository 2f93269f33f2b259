// unsampled_image and sampled_image (SYCL 2020, 4.7.3).
//
// Images are made in software: their pixels are the bytes of a buffer, and
// accessors convert and filter, on every device alike.
#pragma once

#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/image_storage.hpp>
#include <sycl/image_sampler.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename DataT, int Dimensions, access_mode Mode,
          image_target Target = image_target::device>
class unsampled_image_accessor;
template <typename DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write>
class host_unsampled_image_accessor;
template <typename DataT, int Dimensions,
          image_target Target = image_target::device>
class sampled_image_accessor;
template <typename DataT, int Dimensions> class host_sampled_image_accessor;

// What constructors have at their end: an allocator or none, then properties.
// (A template, so that arguments of other types are not deduced as allocators.)
#define __SYCL_ALLOCATOR_ARGUMENT                                              \
  typename Allocator = AllocatorT,                                             \
           typename = std::enable_if_t<detail::is_allocator<Allocator>>
// A pitch: images of more than one dimension have it.
#define __SYCL_PITCH_ARGUMENT                                                  \
  int D = Dimensions, typename = std::enable_if_t<(D > 1)>

template <int Dimensions = 1, typename AllocatorT = image_allocator>
class unsampled_image : public detail::image_storage<Dimensions, AllocatorT> {
  using storage = detail::image_storage<Dimensions, AllocatorT>;
  using typename storage::host_memory;
  using typename storage::tight;
  template <int N> using pitched = typename storage::template pitched<N>;

public:
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const property_list &properties = {})
      : storage({}, format, size, tight(), AllocatorT(), properties) {}
  template <__SYCL_ALLOCATOR_ARGUMENT>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  AllocatorT allocator, const property_list &properties = {})
      : storage({}, format, size, tight(), allocator, properties) {}
  template <__SYCL_PITCH_ARGUMENT>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const range<D - 1> &pitch,
                  const property_list &properties = {})
      : storage({}, format, size, pitched<D - 1>{pitch}, AllocatorT(),
                properties) {}
  template <__SYCL_PITCH_ARGUMENT>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const range<D - 1> &pitch, AllocatorT allocator,
                  const property_list &properties = {})
      : storage({}, format, size, pitched<D - 1>{pitch}, allocator,
                properties) {}

#define __SYCL_HOST_MEMORY(POINTER, ...)                                       \
  unsampled_image(POINTER host, image_format format,                           \
                  const range<Dimensions> &size,                               \
                  const property_list &properties = {})                        \
      : storage(__VA_ARGS__, format, size, tight(), AllocatorT(),              \
                properties) {}                                                 \
  template <__SYCL_ALLOCATOR_ARGUMENT>                                         \
  unsampled_image(POINTER host, image_format format,                           \
                  const range<Dimensions> &size, AllocatorT allocator,         \
                  const property_list &properties = {})                        \
      : storage(__VA_ARGS__, format, size, tight(), allocator, properties) {}  \
  template <__SYCL_PITCH_ARGUMENT>                                             \
  unsampled_image(POINTER host, image_format format,                           \
                  const range<Dimensions> &size, const range<D - 1> &pitch,    \
                  const property_list &properties = {})                        \
      : storage(__VA_ARGS__, format, size, pitched<D - 1>{pitch},              \
                AllocatorT(), properties) {}                                   \
  template <__SYCL_PITCH_ARGUMENT>                                             \
  unsampled_image(POINTER host, image_format format,                           \
                  const range<Dimensions> &size, const range<D - 1> &pitch,    \
                  AllocatorT allocator, const property_list &properties = {})  \
      : storage(__VA_ARGS__, format, size, pitched<D - 1>{pitch}, allocator,   \
                properties) {}
  __SYCL_HOST_MEMORY(void *, host_memory{host, true, nullptr})
  __SYCL_HOST_MEMORY(const std::shared_ptr<void> &,
                     host_memory{host.get(), true, host})
#undef __SYCL_HOST_MEMORY

  template <typename DataT,
            access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                      : access_mode::read_write,
            image_target Target = image_target::device>
  unsampled_image_accessor<DataT, Dimensions, Mode, Target>
  get_access(handler &group, const property_list &properties = {}) {
    return {*this, group, properties};
  }
  template <typename DataT, access_mode Mode = std::is_const_v<DataT>
                                                   ? access_mode::read
                                                   : access_mode::read_write>
  host_unsampled_image_accessor<DataT, Dimensions, Mode>
  get_host_access(const property_list &properties = {}) {
    return {*this, properties};
  }

  /// All bytes up to the last pixel, padding included. An iterator gets them as
  /// elements of its type.
  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    if constexpr (std::is_same_v<Destination, std::nullptr_t>) {
      detail::set_final_data(*this->implementation_, nullptr);
    } else if constexpr (detail::is_shared_pointer<Destination>) {
      set_final_data(std::weak_ptr<void>(
          std::shared_ptr<void>(destination, destination.get())));
    } else {
      if constexpr (std::is_pointer_v<Destination>)
        if (!destination)
          return set_final_data(nullptr);
      detail::set_final_data(
          *this->implementation_,
          [destination, bytes = this->layout_.used_bytes](const void *pixels) {
            detail::write_final_pixels(pixels, bytes, destination);
          });
    }
  }
  void set_write_back(bool on = true) {
    detail::set_write_back(*this->implementation_, on);
  }

private:
  __SYCL_REFERENCE_SEMANTICS(unsampled_image)
};

template <int Dimensions = 1, typename AllocatorT = image_allocator>
class sampled_image : public detail::image_storage<Dimensions, AllocatorT> {
  using storage = detail::image_storage<Dimensions, AllocatorT>;
  using typename storage::host_memory;
  using typename storage::tight;
  template <int N> using pitched = typename storage::template pitched<N>;

public:
#define __SYCL_HOST_MEMORY(POINTER, ...)                                       \
  sampled_image(POINTER host, image_format format, image_sampler sampler,      \
                const range<Dimensions> &size,                                 \
                const property_list &properties = {})                          \
      : storage(__VA_ARGS__, format, size, tight(), AllocatorT(), properties), \
        sampler_(sampler) {}                                                   \
  template <__SYCL_ALLOCATOR_ARGUMENT>                                         \
  sampled_image(POINTER host, image_format format, image_sampler sampler,      \
                const range<Dimensions> &size, AllocatorT allocator,           \
                const property_list &properties = {})                          \
      : storage(__VA_ARGS__, format, size, tight(), allocator, properties),    \
        sampler_(sampler) {}                                                   \
  template <__SYCL_PITCH_ARGUMENT>                                             \
  sampled_image(POINTER host, image_format format, image_sampler sampler,      \
                const range<Dimensions> &size, const range<D - 1> &pitch,      \
                const property_list &properties = {})                          \
      : storage(__VA_ARGS__, format, size, pitched<D - 1>{pitch},              \
                AllocatorT(), properties),                                     \
        sampler_(sampler) {}                                                   \
  template <__SYCL_PITCH_ARGUMENT>                                             \
  sampled_image(POINTER host, image_format format, image_sampler sampler,      \
                const range<Dimensions> &size, const range<D - 1> &pitch,      \
                AllocatorT allocator, const property_list &properties = {})    \
      : storage(__VA_ARGS__, format, size, pitched<D - 1>{pitch}, allocator,   \
                properties),                                                   \
        sampler_(sampler) {}
  __SYCL_HOST_MEMORY(const void *, host_memory{host, false, nullptr})
  __SYCL_HOST_MEMORY(const std::shared_ptr<const void> &,
                     host_memory{host.get(), false, host})
#undef __SYCL_HOST_MEMORY

  template <typename DataT, image_target Target = image_target::device>
  sampled_image_accessor<DataT, Dimensions, Target>
  get_access(handler &group, const property_list &properties = {}) {
    return {*this, group, properties};
  }
  template <typename DataT>
  host_sampled_image_accessor<DataT, Dimensions>
  get_host_access(const property_list &properties = {}) {
    return {*this, properties};
  }

private:
  template <typename, int, image_target> friend class sampled_image_accessor;
  template <typename, int> friend class host_sampled_image_accessor;
  __SYCL_REFERENCE_SEMANTICS(sampled_image)

  image_sampler sampler_;
};
#undef __SYCL_ALLOCATOR_ARGUMENT
#undef __SYCL_PITCH_ARGUMENT

#define __SYCL_IMAGE_PROPERTY(NAME)                                            \
  template <int D, typename A>                                                 \
  struct is_property_of<property::image::NAME, unsampled_image<D, A>>          \
      : std::true_type {};                                                     \
  template <int D, typename A>                                                 \
  struct is_property_of<property::image::NAME, sampled_image<D, A>>            \
      : std::true_type {};
__SYCL_IMAGE_PROPERTY(use_host_ptr)
__SYCL_IMAGE_PROPERTY(use_mutex)
__SYCL_IMAGE_PROPERTY(context_bound)
#undef __SYCL_IMAGE_PROPERTY

} // namespace _V1
} // namespace sycl

template <int D, typename A>
struct std::hash<sycl::unsampled_image<D, A>> : sycl::detail::implementation_hash {};
template <int D, typename A>
struct std::hash<sycl::sampled_image<D, A>> : sycl::detail::implementation_hash {};

#include <sycl/image_accessor.hpp>
#include <sycl/detail/deprecated_images.hpp>
