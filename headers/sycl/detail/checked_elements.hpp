// Elements of accessors in kernels that are checked (-fsycl-check=memory).
//
// In: an index, and the accessor's own range, which may be a part of what is
// allocated. Out: a call of __sycl_checked_element, which returns the address
// it gets; for CPUs it reports an index outside of the range
// (targets/cpu/pipeline/checks), and returns the address of something else. What
// is written to memory that is only to be read is reported, too.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/id.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__SYCL_DEVICE_ONLY__) && defined(__SYCL_CHECK_MEMORY__)
#define __SYCL_CHECKS_ELEMENTS
/// Reports name the place of the call, not one in this library.
#define __SYCL_PLACE_OF_CALL __attribute__((nodebug))

// Constant: where nothing is done with the element, nothing is reported.
extern "C" SYCL_EXTERNAL __attribute__((const)) void *
__sycl_checked_element(void *address, std::uint32_t dimensions,
                       std::uint32_t flags, std::size_t element_bytes,
                       std::size_t index_0, std::size_t index_1,
                       std::size_t index_2, std::size_t range_0,
                       std::size_t range_1, std::size_t range_2) noexcept;
/// Returns the address, of memory that an accessor only reads.
extern "C" SYCL_EXTERNAL __attribute__((const)) void *
__sycl_read_only(void *address) noexcept;
#else
#define __SYCL_PLACE_OF_CALL
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename Accessor> inline constexpr bool is_in_local_memory = false;

/// What __sycl_checked_element is told of the accessor.
enum element_flags : std::uint32_t { of_local_memory = 1, of_const = 2 };

/// Returns `address`, to which an accessor gives a pointer.
template <typename T>
__SYCL_PLACE_OF_CALL __SYCL_ALWAYS_INLINE T *
pointer_of_accessor(T *address) noexcept {
#ifdef __SYCL_CHECKS_ELEMENTS
  if constexpr (std::is_const_v<T>)
    return static_cast<T *>(
        __sycl_read_only(const_cast<std::remove_cv_t<T> *>(address)));
#endif
  return address;
}

/// Returns `address`, which is that of the element with the index.
template <typename T, int Dimensions, typename Accessor>
__SYCL_PLACE_OF_CALL __SYCL_ALWAYS_INLINE T *
element_at(T *address, [[maybe_unused]] const id<Dimensions> &index,
           [[maybe_unused]] const Accessor &accessor) noexcept {
#ifdef __SYCL_CHECKS_ELEMENTS
  const range<Dimensions> whole = accessor.get_range();
  constexpr int y = Dimensions > 1 ? 1 : 0, z = Dimensions > 2 ? 2 : 0;
  return static_cast<T *>(__sycl_checked_element(
      const_cast<std::remove_cv_t<T> *>(address), Dimensions,
      (is_in_local_memory<Accessor> ? of_local_memory : 0u) |
          (std::is_const_v<T> ? of_const : 0u),
      sizeof(T), index[0],
      Dimensions > 1 ? index[y] : 0, Dimensions > 2 ? index[z] : 0, whole[0],
      Dimensions > 1 ? whole[y] : 1, Dimensions > 2 ? whole[z] : 1));
#else
  return address;
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
#undef __SYCL_CHECKS_ELEMENTS
