// sycl::ext::oneapi::experimental::architecture, generated from the table of
// architectures in config/. The numbers are an ABI, like those of the aspects.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstdint>

#define SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE 2

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

#define __SYCL_ARCHITECTURE(NAME, VALUE) NAME = VALUE,
#define __SYCL_ARCHITECTURE_ALIAS(NAME, ORIGINAL) NAME = ORIGINAL,
enum class architecture : std::uint64_t {
#include <sycl/info/architectures.def>
};
#undef __SYCL_ARCHITECTURE
#undef __SYCL_ARCHITECTURE_ALIAS

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
