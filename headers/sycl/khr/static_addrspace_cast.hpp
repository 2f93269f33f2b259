// Extension sycl_khr_static_addrspace_cast: the program says that a pointer
// points into an address space.
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

/// Precondition: the pointer points into Space, or is null.
template <access::address_space Space, typename ElementType>
multi_ptr<ElementType, Space, access::decorated::no>
static_addrspace_cast(ElementType *pointer) {
  return multi_ptr<ElementType, Space, access::decorated::no>(pointer);
}
template <access::address_space Space, typename ElementType,
          access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> static_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space,
              DecorateAddress>
        pointer) {
  return multi_ptr<ElementType, Space, DecorateAddress>(pointer.get_raw());
}

} // namespace khr
} // namespace _V1
} // namespace sycl
