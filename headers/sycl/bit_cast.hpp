// sycl::bit_cast (SYCL 2020, 4.5.1: as C++20's std::bit_cast).
#pragma once

#include <sycl/detail/defines.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename To, typename From>
constexpr std::enable_if_t<sizeof(To) == sizeof(From) &&
                               std::is_trivially_copyable_v<To> &&
                               std::is_trivially_copyable_v<From>,
                           To>
bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(To, from);
}

} // namespace _V1
} // namespace sycl
