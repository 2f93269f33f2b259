// Names of kernels and of what else host and devices must agree on.
//
// In:  a type.
// Out: a string that is the same in every compilation of the source. That of a
//      kernel which is the source's own (source_names.hpp) is no other source's.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/source_names.hpp>

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
template <typename Name, typename Functor> struct checked_kernel_name {
  static_assert(std::is_class_v<Name> || std::is_union_v<Name>,
                "the name of a kernel must be a class, such as 'my_kernel' in "
                "'single_task<class my_kernel>(...)'");
  using type = std::conditional_t<std::is_same_v<Name, auto_name>, Functor, Name>;
};
template <typename Name, typename Functor>
using kernel_name_type = typename checked_kernel_name<Name, Functor>::type;

/// The name of a kernel that takes an offset, if its functor names it: without
/// one the functor is another kernel.
template <typename Functor> class with_offset;
template <typename Name, typename Functor>
using offset_kernel_name_type =
    std::conditional_t<std::is_same_v<Name, Functor>, with_offset<Functor>,
                       Name>;

/// "_ZTS" and the mangled name of T.
#ifdef __SYCL_HAS_KERNEL_NAMES
template <typename T> constexpr const char *type_symbol() noexcept {
  return __builtin_sycl_unique_stable_name(T);
}
#else
template <typename T> inline const char *type_symbol() noexcept {
  // A host compiler without SYCL mode: the Itanium name of a named kernel is
  // the same. A pointer type, because kernel names are usually incomplete; its
  // name is 'P' and the name wanted, behind the "_ZTS" that symbols carry.
  static const struct symbol {
    char text[4096] = "_ZTS";
    symbol() {
      const char *name = typeid(T *).name() + 1;
      for (std::size_t i = 4; *name != '\0' && i + 1 < sizeof(text); ++i)
        text[i] = *name++;
    }
  } instance;
  return instance.text;
}
#endif

// What tells this source from the others of a program, if the build says it:
// __SYCL_UNIQUE_PREFIX__ does so alone, __SYCL_UNIQUE_RULE__ together with the
// name of the source. Device code is compiled with the same.
#if defined(__SYCL_UNIQUE_RULE__)
#define __SYCL_UNIQUE_HASH__                                                   \
  ::sycl::detail::hash_of(__SYCL_UNIQUE_RULE__ "/" __BASE_FILE__)
#elif defined(__SYCL_UNIQUE_PREFIX__)
#define __SYCL_UNIQUE_HASH__ ::sycl::detail::hash_of(__SYCL_UNIQUE_PREFIX__)
#elif defined(__SYCL_LATE_PREFIX__)
/// This header is precompiled, for sources that say it later: by a partial
/// specialization for `void`.
#define __SYCL_HAS_LATE_PREFIX__ 1
template <typename KernelName, typename = void>
inline constexpr const char *late_prefix = "";
#define __SYCL_UNIQUE_HASH__                                                   \
  ::sycl::detail::hash_of(::sycl::detail::late_prefix<KernelName>)
#endif

#ifdef __SYCL_UNIQUE_HASH__
/// The symbol of a kernel that is this source's own.
#ifdef __SYCL_HAS_KERNEL_NAMES
template <typename KernelName> struct tagged_symbol {
  static constexpr std::size_t size =
      __builtin_strlen(type_symbol<KernelName>()) + source_tag_size + 1;
  char text[size] = {};
  constexpr tagged_symbol() {
    write_tagged_symbol(type_symbol<KernelName>(), __SYCL_UNIQUE_HASH__, text);
  }
};
#else
template <typename KernelName> struct tagged_symbol {
  char text[4096 + source_tag_size];
  tagged_symbol() {
    write_tagged_symbol(type_symbol<KernelName>(), __SYCL_UNIQUE_HASH__, text);
  }
};
#endif
#endif

/// The symbol of the kernel that KernelName names.
#if defined(__SYCL_UNIQUE_HASH__) && defined(__SYCL_HAS_KERNEL_NAMES)
template <typename KernelName>
inline constexpr tagged_symbol<KernelName> tagged_symbol_of;

template <typename KernelName> constexpr bool is_tagged() noexcept {
#ifdef __SYCL_LATE_PREFIX__
  if (*late_prefix<KernelName> == 0)
    return false;
#endif
  return is_internal_symbol(type_symbol<KernelName>());
}

template <typename KernelName> constexpr const char *kernel_name() noexcept {
  if constexpr (is_tagged<KernelName>())
    return tagged_symbol_of<KernelName>.text;
  else
    return type_symbol<KernelName>();
}
#elif defined(__SYCL_UNIQUE_HASH__)
template <typename KernelName> inline const char *kernel_name() noexcept {
  if (!is_internal_symbol(type_symbol<KernelName>()))
    return type_symbol<KernelName>();
  static const tagged_symbol<KernelName> symbol;
  return symbol.text;
}
#elif defined(__SYCL_HAS_KERNEL_NAMES)
template <typename KernelName> constexpr const char *kernel_name() noexcept {
  return type_symbol<KernelName>();
}
#else
template <typename KernelName> inline const char *kernel_name() noexcept {
  return type_symbol<KernelName>();
}
#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
