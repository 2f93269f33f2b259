// sycl::address_space_cast (SYCL 2020, 4.7.7.2).
#pragma once

#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {

/// The caller promises that the pointer points into Space.
template <access::address_space Space, access::decorated DecorateAddress,
          typename ElementType>
multi_ptr<ElementType, Space, DecorateAddress>
address_space_cast(ElementType *pointer) noexcept {
  return multi_ptr<ElementType, Space, DecorateAddress>(pointer);
}

} // namespace _V1
} // namespace sycl
