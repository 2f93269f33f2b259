// sycl::backend (SYCL 2020, 4.1).
#pragma once

#include <sycl/detail/defines.hpp>

#include <ostream>

namespace sycl {
inline namespace _V1 {

enum class backend : unsigned char {
  ext_facet_cpu = 0,
  opencl = 1,
  ext_oneapi_cuda = 2,
  ext_oneapi_hip = 3,
  ext_oneapi_level_zero = 4,
  ext_oneapi_native_cpu = ext_facet_cpu
};

/// Writes the enumerator's name.
inline std::ostream &operator<<(std::ostream &out, backend b) {
  switch (b) {
  case backend::ext_facet_cpu:
    return out << "ext_facet_cpu";
  case backend::opencl:
    return out << "opencl";
  case backend::ext_oneapi_cuda:
    return out << "ext_oneapi_cuda";
  case backend::ext_oneapi_hip:
    return out << "ext_oneapi_hip";
  case backend::ext_oneapi_level_zero:
    return out << "ext_oneapi_level_zero";
  }
  return out << "unknown";
}

} // namespace _V1
} // namespace sycl
