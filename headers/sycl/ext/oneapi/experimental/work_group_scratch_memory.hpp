// Extension sycl_ext_oneapi_work_group_scratch_memory: dynamic local memory
// without an argument of the kernel.
//
// The memory is part of the dynamic local memory of the command group, as that
// of a local accessor is. Where it starts there is written into a variable of
// the work-group when the kernel begins, by every work-item.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_WORK_GROUP_SCRATCH_MEMORY 1

#include <sycl/detail/atomic_operations.hpp>
#include <sycl/detail/local_memory.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/ext/oneapi/work_group_static.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Returns the one variable of each work-group. Its work-items write the same
/// number, in no order.
inline std::uint32_t *offset_of_scratch_memory() {
  ext::oneapi::experimental::work_group_static<std::uint32_t> offset;
  return &offset;
}

} // namespace detail

namespace ext::oneapi::experimental {

/// Of a launch: how many bytes get_work_group_scratch_memory gives.
struct work_group_scratch_size {
  constexpr work_group_scratch_size(std::size_t bytes) : value(bytes) {}
  std::size_t value;

  friend constexpr bool operator==(const work_group_scratch_size &a,
                                   const work_group_scratch_size &b) noexcept {
    return a.value == b.value;
  }
  friend constexpr bool operator!=(const work_group_scratch_size &a,
                                   const work_group_scratch_size &b) noexcept {
    return !(a == b);
  }
};
using work_group_scratch_size_key = work_group_scratch_size;
template <>
struct is_property_key<work_group_scratch_size_key> : std::true_type {};

/// Aligned for any type. Each call of a kernel gives the same memory, which a
/// launch without work_group_scratch_size does not have.
inline void *get_work_group_scratch_memory() {
  return sycl::detail::local_memory<char>(
      sycl::detail::atomic_load(sycl::detail::offset_of_scratch_memory(),
                                sycl::memory_order::relaxed,
                                sycl::memory_scope::work_group));
}

} // namespace ext::oneapi::experimental

namespace detail {

/// Where the scratch memory of a launch is. All zero: there is none.
struct scratch_place {
  std::uint64_t offset = 0;
  std::uint64_t mark =
      0; // that of a local accessor: the kernel has this memory

  /// Makes the memory known to get_work_group_scratch_memory.
  void announce() const {
    if (mark != 0)
      atomic_store(offset_of_scratch_memory(),
                   static_cast<std::uint32_t>(offset), memory_order::relaxed,
                   memory_scope::work_group);
  }
};

template <typename Functor> struct kernel_with_scratch {
  using wrapped_functor = Functor; // for the compiler
  Functor functor;
  scratch_place scratch;
  template <typename... Arguments,
            typename = require_invocable<Functor, Arguments...>>
  void operator()(Arguments &&...arguments) const {
    scratch.announce();
    functor(static_cast<Arguments &&>(arguments)...);
  }
};

template <typename Properties>
inline constexpr bool has_scratch_size = Properties::template has_property<
    ext::oneapi::experimental::work_group_scratch_size>();

/// Takes the memory that a launch with these properties asks for.
template <typename Properties>
scratch_place take_scratch_memory(handler &group,
                                  const Properties &properties) {
  scratch_place place;
  if constexpr (has_scratch_size<Properties>) {
    // As much as vec and any C++ type need.
    constexpr std::size_t alignment = 128;
    const std::size_t bytes =
        properties
            .template get_property<
                ext::oneapi::experimental::work_group_scratch_size>()
            .value;
    place.offset = allocate_local(group, bytes, alignment);
    place.mark = local_accessor_mark(group, place.offset);
  }
  return place;
}

/// The functor for a launch with these properties; itself if they do not
/// concern it.
template <typename Properties, typename Functor>
decltype(auto) apply_launch_properties(handler &group,
                                       const Properties &properties,
                                       const Functor &f) {
  if constexpr (has_scratch_size<Properties>) {
    using functor = std::decay_t<decltype(apply_carried_properties(f))>;
    return kernel_with_scratch<functor>{apply_carried_properties(f),
                                        take_scratch_memory(group, properties)};
  } else {
    return (f);
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
