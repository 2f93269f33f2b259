// Kernel entry points: the functions whose device versions are the kernels.
//
// In: a functor and, for range kernels, the range of the launch, both by value
// (a reference parameter would arrive on the device as a raw host pointer).
// Out: on the device one kernel `_ZTS<KernelName>` per entry point; on the host
// functions that do nothing. The handler calls them so that the device compiler
// emits the kernel, and launches by `kernel_name<KernelName>()`.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <type_traits>
#include <typeinfo>

// Only Clang in SYCL mode (host or device) has kernel names; outside of it, it
// knows the attribute and ignores it with a warning.
#if defined(__clang__) && defined(__has_builtin)
#if __has_builtin(__builtin_sycl_unique_stable_name)
#define __SYCL_HAS_KERNEL_NAMES 1
#endif
#endif
#ifdef __SYCL_HAS_KERNEL_NAMES
#define __SYCL_KERNEL_ENTRY_POINT(NAME) [[clang::sycl_kernel_entry_point(NAME)]]
#else
#define __SYCL_KERNEL_ENTRY_POINT(NAME)
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Stands for the kernel name when the user gave none.
struct auto_name;

/// The type that names a kernel: the user's, else the functor's own type.
template <typename Name, typename Functor>
using kernel_name_type =
    std::conditional_t<std::is_same_v<Name, auto_name>, Functor, Name>;

/// The symbol of the kernel that KernelName names.
template <typename KernelName> inline const char *kernel_name() noexcept {
#ifdef __SYCL_HAS_KERNEL_NAMES
  return __builtin_sycl_unique_stable_name(KernelName);
#else
  // A host compiler without SYCL mode: the Itanium name of a named kernel is
  // the same. A pointer type, because kernel names are usually incomplete; its
  // name is 'P' and the name wanted, behind the "_ZTS" that symbols carry.
  static const struct symbol {
    char text[4096] = "_ZTS";
    symbol() {
      const char *name = typeid(KernelName *).name() + 1;
      for (std::size_t i = 4; *name != '\0' && i + 1 < sizeof(text); ++i)
        text[i] = *name++;
    }
  } instance;
  return instance.text;
#endif
}

/// What a range kernel passes to its functor. An item converts to an id and, in
/// one dimension, to an integer, so generic and typed callables all get their
/// wish from it; the others serve callables that refuse conversions.
template <int Dimensions, typename Functor>
__SYCL_ALWAYS_INLINE void call_range_functor(const Functor &f,
                                             const item<Dimensions> &it) {
  if constexpr (std::is_invocable_v<const Functor &, item<Dimensions>>)
    f(it);
  else if constexpr (std::is_invocable_v<const Functor &, id<Dimensions>>)
    f(it.get_id());
  else if constexpr (Dimensions == 1 &&
                     std::is_invocable_v<const Functor &, std::size_t>)
    f(static_cast<std::size_t>(it.get_id(0)));
  else
    static_assert(sizeof(Functor) == 0,
                  "a kernel of parallel_for(range) must be callable with an "
                  "item, an id or, in one dimension, an integer");
}

template <typename KernelName, typename Functor>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_single_task([[maybe_unused]] Functor f) {
#ifdef __SYCL_DEVICE_ONLY__
  f();
#endif
}

template <typename KernelName, int Dimensions, typename Functor>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_range([[maybe_unused]] Functor f,
                  [[maybe_unused]] range<Dimensions> r) {
#ifdef __SYCL_DEVICE_ONLY__
  // Devices run whole work-groups: the last one may stick out of the range.
  const id<Dimensions> i = global_id<Dimensions>();
  for (int d = 0; d < Dimensions; ++d)
    if (!__sycl_in_range(i[d], r[d]))
      return;
  call_range_functor<Dimensions>(f, make_item(r, i));
#endif
}

template <typename KernelName, int Dimensions, typename Functor>
__SYCL_KERNEL_ENTRY_POINT(KernelName)
void kernel_nd_range([[maybe_unused]] Functor f) {
#ifdef __SYCL_DEVICE_ONLY__
  f(make_nd_item<Dimensions>());
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
