// What kernels say about themselves, without a bundle
// (sycl_ext_oneapi_get_kernel_info).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_GET_KERNEL_INFO 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

template <typename KernelName, typename Param>
typename Param::return_type get_kernel_info(const context &ctx) {
  return sycl::get_kernel_bundle<KernelName, bundle_state::executable>(ctx)
      .template get_kernel<KernelName>()
      .template get_info<Param>();
}
template <typename KernelName, typename Param>
typename Param::return_type get_kernel_info(const context &ctx,
                                            const device &dev) {
  return sycl::get_kernel_bundle<KernelName, bundle_state::executable>(ctx)
      .template get_kernel<KernelName>()
      .template get_info<Param>(dev);
}
template <typename KernelName, typename Param>
typename Param::return_type get_kernel_info(const queue &q) {
  return oneapi::get_kernel_info<KernelName, Param>(q.get_context(),
                                                    q.get_device());
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
