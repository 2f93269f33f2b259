// sycl::aspect (SYCL 2020, 4.6.4.3). The list is generated from the table of
// aspects in config/; the numbers are an ABI between headers, images and the
// runtime.
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {

#define __SYCL_ASPECT(NAME, VALUE) NAME = VALUE,
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)                         \
  NAME [[deprecated(MESSAGE)]] = VALUE,
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)                   \
  NAME [[deprecated(MESSAGE)]] = VALUE,
enum class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::__sycl_type__(aspect)]]
#endif
    aspect{
#include <sycl/info/aspects.def>
    };
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS

} // namespace _V1
} // namespace sycl
