// What the targets of a compilation have, as any_device_has and
// all_devices_have.
//
// In: macros that the compiler driver defines for the targets,
// __SYCL_ALL_DEVICES_HAVE_<aspect>__, __SYCL_ANY_DEVICE_HAS_<aspect>__ and
// __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__. One that is not defined counts as 0.
// Out: one specialisation per aspect; the primary templates stay undefined, so
// that an aspect missing from the list is an error and not a quiet "no".
#pragma once

#include <sycl/device_aspect_traits.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
/// Returns whether a macro turned into text was defined as 1: otherwise the
/// text is its name, or another number.
constexpr bool is_macro_one(const char *text) noexcept {
  return text[0] == '1' && text[1] == '\0';
}
} // namespace detail

#define __SYCL_TEXT_OF_MACRO_NAME(X) #X
#define __SYCL_TEXT_OF_MACRO(X) __SYCL_TEXT_OF_MACRO_NAME(X)
#define __SYCL_ASPECT_TRAIT(TRAIT, MACRO, NAME, VALUE)                         \
  template <>                                                                  \
  struct TRAIT<static_cast<aspect>(VALUE)>                                     \
      : std::bool_constant<detail::is_macro_one(                               \
            __SYCL_TEXT_OF_MACRO(MACRO##NAME##__))> {};

#define __SYCL_ASPECT(NAME, VALUE)                                             \
  __SYCL_ASPECT_TRAIT(all_devices_have, __SYCL_ALL_DEVICES_HAVE_, NAME, VALUE)
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)                         \
  __SYCL_ASPECT(NAME, VALUE)
// A second name of the same number has the first one's specialisation.
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT

#ifdef __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__
template <aspect Aspect> struct any_device_has : std::true_type {};
#else
#define __SYCL_ASPECT(NAME, VALUE)                                             \
  __SYCL_ASPECT_TRAIT(any_device_has, __SYCL_ANY_DEVICE_HAS_, NAME, VALUE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#endif

#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
#undef __SYCL_ASPECT_TRAIT
#undef __SYCL_TEXT_OF_MACRO
#undef __SYCL_TEXT_OF_MACRO_NAME

} // namespace _V1
} // namespace sycl
