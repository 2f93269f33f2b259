// Extension sycl_khr_dynamic_addrspace_cast: asks where a pointer points to.
#pragma once

#include <sycl/address_space_cast.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

/// Null unless the pointer points into Space. Precondition: the calling
/// work-item may access the memory there.
template <access::address_space Space, typename ElementType>
multi_ptr<ElementType, Space, access::decorated::no>
dynamic_addrspace_cast(ElementType *pointer) {
  return address_space_cast<Space, access::decorated::no>(pointer);
}
template <access::address_space Space, typename ElementType,
          access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> dynamic_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space,
              DecorateAddress>
        pointer) {
  return address_space_cast<Space, DecorateAddress>(pointer.get_raw());
}

} // namespace khr
} // namespace _V1
} // namespace sycl
