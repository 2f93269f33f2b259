// Extension sycl_ext_oneapi_local_memory: local memory that a kernel asks for
// where it needs it. Each call in the source has memory of its own.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 2

#include <sycl/detail/object_of_call.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <typename T, typename Group>
using group_local_pointer =
    std::enable_if_t<std::is_trivially_destructible_v<T> &&
                         is_group_v<std::decay_t<Group>> &&
                         !std::is_same_v<std::decay_t<Group>, sub_group>,
                     multi_ptr<T, access::address_space::local_space>>;

/// One work-item constructs, behind what the group has done with an object of
/// an earlier turn and before anybody uses this one.
template <typename Group, typename Construct>
void construct_in_group(const Group &g, Construct construct) {
  group_barrier(g);
  if (g.leader())
    construct();
  group_barrier(g);
}

/// Zeros, each work-item its share.
template <typename T, typename Group>
void clear_in_group(const Group &g, T *memory) {
  unsigned char *const bytes = reinterpret_cast<unsigned char *>(memory);
  group_barrier(g);
  for (std::size_t i = g.get_local_linear_id(); i < sizeof(T);
       i += g.get_local_linear_range())
    bytes[i] = 0;
  group_barrier(g);
}

} // namespace detail

namespace ext::oneapi {

/// Every work-item of the group must call it together, with equal arguments.
template <typename T, typename Group, typename... Args>
sycl::detail::group_local_pointer<T, Group>
group_local_memory([[maybe_unused]] Group g, [[maybe_unused]] Args &&...args) {
#ifdef __SYCL_DEVICE_ONLY__
  sycl::detail::object_of_call<T> object;
  T *const memory = object.memory();
  if constexpr (sizeof...(Args) == 0 &&
                std::is_trivially_default_constructible_v<T>)
    sycl::detail::clear_in_group(g, memory);
  else if constexpr (std::is_array_v<T>)
    sycl::detail::construct_in_group(
        g, [&] { new (memory) T{std::forward<Args>(args)...}; });
  else if constexpr (std::is_constructible_v<T, Args...>)
    sycl::detail::construct_in_group(
        g, [&] { new (memory) T(std::forward<Args>(args)...); });
  else // an aggregate
    sycl::detail::construct_in_group(
        g, [&] { new (memory) T{std::forward<Args>(args)...}; });
  return sycl::detail::group_local_pointer<T, Group>(memory);
#else
  return sycl::detail::group_local_pointer<T, Group>();
#endif
}

/// Without a value for what has no constructor.
template <typename T, typename Group>
sycl::detail::group_local_pointer<T, Group>
group_local_memory_for_overwrite([[maybe_unused]] Group g) {
#ifdef __SYCL_DEVICE_ONLY__
  sycl::detail::object_of_call<T> object;
  T *const memory = object.memory();
  if constexpr (!std::is_trivially_default_constructible_v<T>)
    sycl::detail::construct_in_group(g, [&] { new (memory) T; });
  return sycl::detail::group_local_pointer<T, Group>(memory);
#else
  return sycl::detail::group_local_pointer<T, Group>();
#endif
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
