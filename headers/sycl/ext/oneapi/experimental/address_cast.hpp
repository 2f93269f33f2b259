// Extension sycl_ext_oneapi_address_cast: casts to an address space, with and
// without a check.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_ADDRESS_CAST 1

#include <sycl/address_space_cast.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Precondition: the pointer points into Space, or is null.
template <access::address_space Space, access::decorated DecorateAddress,
          typename ElementType>
multi_ptr<ElementType, Space, DecorateAddress>
static_address_cast(ElementType *ptr) {
  return multi_ptr<ElementType, Space, DecorateAddress>(ptr);
}
/// Null unless the pointer points into Space. Precondition: the calling
/// work-item may access the memory there.
template <access::address_space Space, access::decorated DecorateAddress,
          typename ElementType>
multi_ptr<ElementType, Space, DecorateAddress>
dynamic_address_cast(ElementType *ptr) {
  return address_space_cast<Space, DecorateAddress>(ptr);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
