// sycl::backend (SYCL 2020, 4.1).
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {

enum class backend : unsigned char {
  ext_facet_cpu = 0,
  opencl = 1,
  ext_oneapi_cuda = 2,
  ext_oneapi_hip = 3,
  ext_oneapi_level_zero = 4
};

} // namespace _V1
} // namespace sycl
