// What SYCL 1.2.1 had in the place of unsampled_image and sampled_image, which
// SYCL 2020 has removed: formats and samplers are values; images are declared,
// so that headers which mention them compile, and refuse to be made. Included
// by sycl/image.hpp.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bindless_images_descriptor.hpp>
#include <sycl/image.hpp>
#include <sycl/property_list.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

enum class image_channel_order : unsigned {
  a,
  r,
  rx,
  rg,
  rgx,
  ra,
  rgb,
  rgbx,
  rgba,
  argb,
  bgra,
  intensity,
  luminance,
  abgr
};

/// The place of image_sampler.
class sampler {
public:
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing,
          filtering_mode filtering, const property_list & = {})
      : values{addressing, coordinate, filtering} {}

  addressing_mode get_addressing_mode() const { return values.addressing; }
  filtering_mode get_filtering_mode() const { return values.filtering; }
  coordinate_normalization_mode get_coordinate_normalization_mode() const {
    return values.coordinate;
  }

  friend bool operator==(const sampler &a, const sampler &b) {
    return a.values.addressing == b.values.addressing &&
           a.values.coordinate == b.values.coordinate &&
           a.values.filtering == b.values.filtering;
  }
  friend bool operator!=(const sampler &a, const sampler &b) {
    return !(a == b);
  }

private:
  image_sampler values;
};

/// No program has an object of it. Not a static_assert: libraries construct
/// images in functions that programs without images do not call.
template <int Dimensions = 1, typename AllocatorT = image_allocator>
class image {
public:
  template <typename... Arguments> explicit image(const Arguments &...) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "image: SYCL 2020 has removed it; use unsampled_image or "
                    "sampled_image");
  }

  range<Dimensions> get_range() const { return size; }
  std::size_t get_count() const { return size.size(); }
  template <typename DataT, access_mode Mode> auto get_access(handler &group) {
    return accessor<DataT, Dimensions, Mode, static_cast<target>(5)>(*this,
                                                                     group);
  }

private:
  range<Dimensions> size;
};

#define __SYCL_NO_IMAGE_ACCESSOR(NUMBER)                                       \
  template <typename T, int Dimensions, access_mode Mode,                      \
            access::placeholder IsPlaceholder>                                 \
  class accessor<T, Dimensions, Mode, static_cast<target>(NUMBER),             \
                 IsPlaceholder> {                                              \
  public:                                                                      \
    template <typename... Arguments> explicit accessor(const Arguments &...) { \
      static_assert(!std::is_same_v<T, T>,                                     \
                    "SYCL 2020 has removed accessors to images; use "          \
                    "unsampled_image_accessor or sampled_image_accessor");     \
    }                                                                          \
  };
// By number, for the names are deprecated: image, host_image and image_array.
__SYCL_NO_IMAGE_ACCESSOR(5)
__SYCL_NO_IMAGE_ACCESSOR(6)
__SYCL_NO_IMAGE_ACCESSOR(7)
#undef __SYCL_NO_IMAGE_ACCESSOR

} // namespace _V1
} // namespace sycl
