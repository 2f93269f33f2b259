// The order of objects by what they share (sycl_ext_oneapi_weak_object), for
// the classes that have it as a member.
#pragma once

#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {
template <typename T> class weak_object;
} // namespace ext::oneapi

namespace detail {
struct owner_order; // ext/oneapi/weak_object.hpp
} // namespace detail
} // namespace _V1
} // namespace sycl

/// Members of the class TYPE; templates, since weak_object is not complete yet.
#define __SYCL_OWNER_BEFORE(TYPE)                                              \
  friend struct ::sycl::detail::owner_order;                                   \
                                                                               \
public:                                                                        \
  template <typename Order = ::sycl::detail::owner_order>                      \
  bool ext_oneapi_owner_before(const TYPE &other) const noexcept {             \
    return Order::before(*this, other);                                        \
  }                                                                            \
  template <typename Weak, typename = ::std::enable_if_t<::std::is_same_v<     \
                               Weak, ::sycl::ext::oneapi::weak_object<TYPE>>>> \
  bool ext_oneapi_owner_before(const Weak &other) const noexcept {             \
    return Weak(*this).owner_before(other);                                    \
  }
