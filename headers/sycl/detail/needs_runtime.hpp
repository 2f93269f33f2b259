// Ties an object to the runtime of its headers' version: included by what calls
// the runtime, not by headers that stand for themselves, as sycl/vec.hpp.
#pragma once

#include <sycl/detail/version.hpp>

#ifndef __SYCL_DEVICE_ONLY__
namespace sycl {
inline namespace _V1 {
namespace detail {

// Also an object that submits no kernel and calls nothing: its classes may
// differ from those of the runtime. The name has the version, for the linker
// keeps one variable of a name. Neither an optimizer nor --gc-sections drops
// it, and no shared library shows it to others.
[[gnu::used, gnu::visibility("hidden")]]
#if __has_attribute(retain)
[[gnu::retain]]
#endif
inline const char *const __SYCL_NEEDS_RUNTIME = &__SYCL_HEADERS_OF_RUNTIME;

} // namespace detail
} // namespace _V1
} // namespace sycl
#endif
