// image_sampler (SYCL 2020, 4.7.8): how coordinates become pixels of an image.
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {

enum class addressing_mode : unsigned char {
  mirrored_repeat,
  repeat,
  clamp_to_edge,
  clamp,
  none
};

enum class filtering_mode : unsigned char { nearest, linear };

enum class coordinate_normalization_mode : unsigned char {
  normalized,
  unnormalized
};

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

} // namespace _V1
} // namespace sycl
