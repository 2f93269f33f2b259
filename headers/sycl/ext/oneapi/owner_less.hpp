// owner_less of sycl_ext_oneapi_weak_object, for objects.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// An order for containers of platforms, devices, contexts, queues, events,
/// kernels or kernel_ids.
template <typename T> struct owner_less {
  bool operator()(const T &a, const T &b) const noexcept {
    return a.ext_oneapi_owner_before(b);
  }
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
