// Names of kernels and of what else host and devices must agree on.
//
// In:  a type.
// Out: a string that is the same in every compilation of the source.
#pragma once

#include <sycl/detail/defines.hpp>

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
#ifdef __SYCL_HAS_KERNEL_NAMES
template <typename KernelName> constexpr const char *kernel_name() noexcept {
  return __builtin_sycl_unique_stable_name(KernelName);
}
#else
template <typename KernelName> inline const char *kernel_name() noexcept {
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
}
#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
