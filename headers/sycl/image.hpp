// Images and samplers (SYCL 2020, 4.7.3): not provided, and a program that uses
// them is told so by the compiler. Devices say the same: all limits of images
// are zero.
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {

enum class image_format : unsigned int {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};
enum class image_target : unsigned int { device, host_task };

namespace detail {
template <typename...> inline constexpr bool images_are_provided = false;
} // namespace detail

#define __SYCL_NO_IMAGES(NAME)                                                 \
  {                                                                            \
    static_assert(detail::images_are_provided<NAME>,                           \
                  "images are not provided: sycl::" #NAME);                    \
                                                                               \
  public:                                                                      \
    template <typename... Arguments> NAME(const Arguments &...);               \
  }
template <int Dimensions = 1, typename AllocatorT = void>
class sampled_image __SYCL_NO_IMAGES(sampled_image);
template <int Dimensions = 1, typename AllocatorT = void>
class unsampled_image __SYCL_NO_IMAGES(unsampled_image);
template <typename DataT, int Dimensions,
          image_target Target = image_target::device>
class sampled_image_accessor __SYCL_NO_IMAGES(sampled_image_accessor);
template <typename DataT, int Dimensions, int Mode = 0,
          image_target Target = image_target::device>
class unsampled_image_accessor __SYCL_NO_IMAGES(unsampled_image_accessor);
#undef __SYCL_NO_IMAGES

} // namespace _V1
} // namespace sycl
