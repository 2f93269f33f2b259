// sycl::byte: an unsigned 8-bit integer, deprecated (SYCL 2020, 4.14.1).
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {

using byte [[deprecated("use std::byte")]] = std::uint8_t;

} // namespace _V1
} // namespace sycl
