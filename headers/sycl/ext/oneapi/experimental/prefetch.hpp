// Extension sycl_ext_oneapi_prefetch: hints that memory will be read soon. No
// target makes use of them: a prefetch would keep kernels for CPUs from being
// vectorized, and those of other targets have no instruction for it.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_PREFETCH 1

#include <sycl/accessor.hpp>
#include <sycl/detail/group_exchange.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class cache_level { L1, L2, L3, L4 };
/// Of what is read once.
struct nontemporal;

struct prefetch_hint_key {
  template <cache_level Level, typename Hint>
  using value_t =
      property_value<prefetch_hint_key,
                     std::integral_constant<cache_level, Level>, Hint>;
};
template <> struct is_property_key<prefetch_hint_key> : std::true_type {};

template <cache_level Level, typename Hint>
inline constexpr prefetch_hint_key::value_t<Level, Hint> prefetch_hint;
#define __SYCL_PREFETCH_HINT(LEVEL)                                            \
  inline constexpr prefetch_hint_key::value_t<cache_level::LEVEL, void>        \
      prefetch_hint_##LEVEL;                                                   \
  inline constexpr prefetch_hint_key::value_t<cache_level::LEVEL, nontemporal> \
      prefetch_hint_##LEVEL##_nt;
__SYCL_PREFETCH_HINT(L1)
__SYCL_PREFETCH_HINT(L2)
__SYCL_PREFETCH_HINT(L3)
__SYCL_PREFETCH_HINT(L4)
#undef __SYCL_PREFETCH_HINT

} // namespace ext::oneapi::experimental

namespace detail {
template <typename Properties>
using for_prefetch =
    std::enable_if_t<ext::oneapi::experimental::is_property_list_v<Properties>>;
template <access::address_space Space, typename Properties>
using for_prefetched_pointer =
    std::enable_if_t<(Space == access::address_space::global_space ||
                      Space == access::address_space::generic_space) &&
                     ext::oneapi::experimental::is_property_list_v<Properties>>;
template <int Dimensions, access_mode Mode, typename Properties>
using for_prefetched_accessor =
    std::enable_if_t<(Dimensions > 0) &&
                     (Mode == access_mode::read ||
                      Mode == access_mode::read_write) &&
                     ext::oneapi::experimental::is_property_list_v<Properties>>;
/// An index of an accessor of one dimension may be a number.
template <int Dimensions>
using prefetched_index = std::common_type_t<id<Dimensions>>;
template <typename Group, typename Check>
using for_joint_prefetch =
    std::enable_if_t<is_group_v<std::decay_t<Group>>, Check>;
} // namespace detail

namespace ext::oneapi::experimental {

//===-- Of a work-item ----------------------------------------------------===//

template <typename T, typename Properties = empty_properties_t>
sycl::detail::for_prefetch<Properties> prefetch(T *, Properties = {}) {}
template <typename T, typename Properties = empty_properties_t>
sycl::detail::for_prefetch<Properties> prefetch(T *, std::size_t,
                                                Properties = {}) {}
template <typename T, access::address_space AddressSpace,
          access::decorated IsDecorated,
          typename Properties = empty_properties_t>
sycl::detail::for_prefetched_pointer<AddressSpace, Properties>
prefetch(multi_ptr<T, AddressSpace, IsDecorated>, Properties = {}) {}
template <typename T, access::address_space AddressSpace,
          access::decorated IsDecorated,
          typename Properties = empty_properties_t>
sycl::detail::for_prefetched_pointer<AddressSpace, Properties>
prefetch(multi_ptr<T, AddressSpace, IsDecorated>, std::size_t,
         Properties = {}) {}
template <typename DataT, int Dimensions, access_mode AccessMode,
          access::placeholder IsPlaceholder,
          typename Properties = empty_properties_t>
sycl::detail::for_prefetched_accessor<Dimensions, AccessMode, Properties>
prefetch(accessor<DataT, Dimensions, AccessMode, target::device, IsPlaceholder>,
         sycl::detail::prefetched_index<Dimensions>, Properties = {}) {}
template <typename DataT, int Dimensions, access_mode AccessMode,
          access::placeholder IsPlaceholder,
          typename Properties = empty_properties_t>
sycl::detail::for_prefetched_accessor<Dimensions, AccessMode, Properties>
prefetch(accessor<DataT, Dimensions, AccessMode, target::device, IsPlaceholder>,
         sycl::detail::prefetched_index<Dimensions>, std::size_t,
         Properties = {}) {}

//===-- Of a group --------------------------------------------------------===//
// Group functions, as all of them points of synchronization.

template <typename Group, typename T, typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<Group, sycl::detail::for_prefetch<Properties>>
joint_prefetch(Group g, T *, Properties = {}) {
  sycl::detail::synchronize(g);
}
template <typename Group, typename T, typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<Group, sycl::detail::for_prefetch<Properties>>
joint_prefetch(Group g, T *, std::size_t, Properties = {}) {
  sycl::detail::synchronize(g);
}
template <typename Group, typename T, access::address_space AddressSpace,
          access::decorated IsDecorated,
          typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<
    Group, sycl::detail::for_prefetched_pointer<AddressSpace, Properties>>
joint_prefetch(Group g, multi_ptr<T, AddressSpace, IsDecorated>,
               Properties = {}) {
  sycl::detail::synchronize(g);
}
template <typename Group, typename T, access::address_space AddressSpace,
          access::decorated IsDecorated,
          typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<
    Group, sycl::detail::for_prefetched_pointer<AddressSpace, Properties>>
joint_prefetch(Group g, multi_ptr<T, AddressSpace, IsDecorated>, std::size_t,
               Properties = {}) {
  sycl::detail::synchronize(g);
}
// The specification has offsets of one dimension here; those of all are taken.
template <typename Group, typename DataT, int Dimensions,
          access_mode AccessMode, access::placeholder IsPlaceholder,
          typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<Group, sycl::detail::for_prefetched_accessor<
                                            Dimensions, AccessMode, Properties>>
joint_prefetch(
    Group g,
    accessor<DataT, Dimensions, AccessMode, target::device, IsPlaceholder>,
    sycl::detail::prefetched_index<Dimensions>, Properties = {}) {
  sycl::detail::synchronize(g);
}
template <typename Group, typename DataT, int Dimensions,
          access_mode AccessMode, access::placeholder IsPlaceholder,
          typename Properties = empty_properties_t>
sycl::detail::for_joint_prefetch<Group, sycl::detail::for_prefetched_accessor<
                                            Dimensions, AccessMode, Properties>>
joint_prefetch(
    Group g,
    accessor<DataT, Dimensions, AccessMode, target::device, IsPlaceholder>,
    sycl::detail::prefetched_index<Dimensions>, std::size_t, Properties = {}) {
  sycl::detail::synchronize(g);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
