// Kernel entry points: the functions whose device versions are the kernels.
//
// In: a functor, for range kernels the range of the launch, and for those that
// take a kernel_handler the table of constants, all by value (a reference
// parameter would arrive on the device as a raw host pointer).
// Out: on the device one kernel `_ZTS<KernelName>` per entry point; on the host
// functions that do nothing. The handler calls them so that the device compiler
// emits the kernel, and launches by `kernel_name<KernelName>()`.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/kernel_name.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/range.hpp>
#include <sycl/specialization_id.hpp>

#include <cstddef>
#include <type_traits>

#ifdef __SYCL_HAS_KERNEL_NAMES
#define __SYCL_KERNEL_ENTRY_POINT(NAME) [[clang::sycl_kernel_entry_point(NAME)]]
#else
#define __SYCL_KERNEL_ENTRY_POINT(NAME)
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Whether a kernel wants a kernel_handler behind its other arguments.
template <typename Functor, typename... Arguments>
inline constexpr bool takes_handler =
    std::is_invocable_v<const Functor &, Arguments..., kernel_handler>;
template <typename Functor, int Dimensions>
inline constexpr bool range_functor_takes_handler =
    takes_handler<Functor, item<Dimensions> &> ||
    takes_handler<Functor, id<Dimensions> &> ||
    (Dimensions == 1 && takes_handler<Functor, std::size_t>);

/// What a range kernel passes to its functor. An item converts to an id and, in
/// one dimension, to an integer, so generic and typed callables all get their
/// wish from it; the others serve callables that refuse conversions. All are
/// variables, for callables that take a reference. The handler is there or not.
template <int Dimensions, typename Functor, typename... Handler>
__SYCL_ALWAYS_INLINE void call_range_functor(const Functor &f,
                                             item<Dimensions> it,
                                             const Handler &...handler) {
  if constexpr (std::is_invocable_v<const Functor &, item<Dimensions> &,
                                    Handler...>) {
    f(it, handler...);
  } else if constexpr (std::is_invocable_v<const Functor &, id<Dimensions> &,
                                           Handler...>) {
    id<Dimensions> i = it.get_id();
    f(i, handler...);
  } else if constexpr (Dimensions == 1 &&
                       std::is_invocable_v<const Functor &, std::size_t,
                                           Handler...>) {
    f(static_cast<std::size_t>(it.get_id(0)), handler...);
  } else {
    static_assert(sizeof(Functor) == 0,
                  "a kernel of parallel_for(range) must be callable with an "
                  "item, an id or, in one dimension, an integer");
  }
}

// Constants: a constant_argument if the functor takes a kernel_handler, else
// nothing.

template <typename KernelName, typename Functor, typename... Constants>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_single_task([[maybe_unused]] Functor f,
                        [[maybe_unused]] Constants... constants) {
#ifdef __SYCL_DEVICE_ONLY__
  f(kernel_handler(constants)...);
#endif
}

template <typename KernelName, int Dimensions, typename Functor,
          typename... Constants>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_range([[maybe_unused]] Functor f,
                  [[maybe_unused]] range<Dimensions> r,
                  [[maybe_unused]] Constants... constants) {
#ifdef __SYCL_DEVICE_ONLY__
  // Devices run whole work-groups: the last one may stick out of the range.
  const id<Dimensions> i = global_id<Dimensions>();
  for (int d = 0; d < Dimensions; ++d)
    if (!__sycl_in_range(i[d], r[d]))
      return;
  call_range_functor<Dimensions>(f, make_item(r, i),
                                 kernel_handler(constants)...);
#endif
}

/// Ids start at the offset, which is an argument: not all devices have one.
template <typename KernelName, int Dimensions, typename Functor,
          typename... Constants>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_offset_range([[maybe_unused]] Functor f,
                         [[maybe_unused]] range<Dimensions> r,
                         [[maybe_unused]] id<Dimensions> offset,
                         [[maybe_unused]] Constants... constants) {
#ifdef __SYCL_DEVICE_ONLY__
  const id<Dimensions> i = global_id<Dimensions>();
  for (int d = 0; d < Dimensions; ++d)
    if (!__sycl_in_range(i[d], r[d]))
      return;
  call_range_functor<Dimensions>(
      f, make_item(r, id<Dimensions>(i + offset), offset),
      kernel_handler(constants)...);
#endif
}

template <typename KernelName, int Dimensions, typename Functor,
          typename... Constants>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_nd_range([[maybe_unused]] Functor f,
                     [[maybe_unused]] Constants... constants) {
#ifdef __SYCL_DEVICE_ONLY__
  nd_item<Dimensions> it = make_nd_item<Dimensions>();
  f(it, kernel_handler(constants)...);
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
