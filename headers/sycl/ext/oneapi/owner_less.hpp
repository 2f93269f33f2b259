// owner_less of sycl_ext_oneapi_weak_object.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>
#include <sycl/detail/owner_order.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// An order for containers of objects with common reference semantics, and of
/// weak references to them.
template <typename T> struct owner_less {
  bool operator()(const T &a, const T &b) const noexcept {
    return a.ext_oneapi_owner_before(b);
  }
  bool operator()(const weak_object<T> &a,
                  const weak_object<T> &b) const noexcept {
    return a.owner_before(b);
  }
  bool operator()(const T &a, const weak_object<T> &b) const noexcept {
    return a.ext_oneapi_owner_before(b);
  }
  bool operator()(const weak_object<T> &a, const T &b) const noexcept {
    return a.owner_before(b);
  }
};

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
