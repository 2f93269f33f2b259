// Arguments of kernel objects as bytes (sycl_ext_oneapi_raw_kernel_arg).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <cstddef>

#define SYCL_EXT_ONEAPI_RAW_KERNEL_ARG 1

namespace sycl {
inline namespace _V1 {
class handler;

namespace ext::oneapi {

/// A view: the bytes are copied when handler::set_arg gets it.
class raw_kernel_arg {
public:
  raw_kernel_arg(const void *bytes, std::size_t count)
      : bytes_(bytes), count_(count) {}

private:
  friend class sycl::handler;
  const void *bytes_;
  std::size_t count_;
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
