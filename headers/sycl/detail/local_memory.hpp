// The device side of local_accessor: where its elements are.
//
// The host knows only the offset of each accessor's elements in the dynamic
// local memory of the work-group; the handler assigns it.
#pragma once

#include <sycl/detail/builtins.hpp>

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Returns the T at a byte offset of the work-group's local memory. A null
/// pointer on the host, where there is none.
template <typename T>
__SYCL_ALWAYS_INLINE T *local_memory([[maybe_unused]] std::size_t offset) {
#ifdef __SYCL_DEVICE_ONLY__
  return (T *)(__attribute__((opencl_local))
               T *)(__sycl_local_arena() + offset);
#else
  return nullptr;
#endif
}

/// Where arrays in local memory begin, in bytes: several elements are then one
/// access.
template <typename T>
inline constexpr std::size_t local_array_alignment =
    alignof(T) < 16 ? 16 : alignof(T);

/// The same of an offset that is a multiple of local_array_alignment.
template <typename T>
__SYCL_ALWAYS_INLINE T *local_array(std::size_t offset) {
#ifdef __SYCL_DEVICE_ONLY__
  __builtin_assume(offset % local_array_alignment<T> == 0);
#endif
  return local_memory<T>(offset);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
