// sycl::address_space_cast (SYCL 2020, 4.7.7.2).
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// On devices, where the pointer points to; the host has one memory.
template <access::address_space Space>
bool points_into([[maybe_unused]] const volatile void *pointer) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (Space == access::address_space::private_space)
    return __sycl_points_into(pointer, 0);
  else if constexpr (Space == access::address_space::local_space)
    return __sycl_points_into(pointer, 3);
  else if constexpr (Space != access::address_space::generic_space)
    return __sycl_points_into(pointer, 1);
#endif
  return true;
}

} // namespace detail

/// Null if the pointer does not point into Space.
template <access::address_space Space, access::decorated DecorateAddress,
          typename ElementType>
multi_ptr<ElementType, Space, DecorateAddress>
address_space_cast(ElementType *pointer) noexcept {
  return multi_ptr<ElementType, Space, DecorateAddress>(
      detail::points_into<Space>(pointer) ? pointer : nullptr);
}

} // namespace _V1
} // namespace sycl
