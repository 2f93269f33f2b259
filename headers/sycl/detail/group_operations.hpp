// The operations of group functions that targets know: what the built-in
// __sycl_group_combine does to two values, and vector_scan.hpp to two vectors.
#pragma once

#include <sycl/functional.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// What __sycl_group_combine knows.
enum class group_operation : std::uint32_t {
  add,
  multiply,
  bit_and,
  bit_or,
  bit_xor,
  minimum,
  maximum,
  unsigned_minimum,
  unsigned_maximum,
  other
};

template <typename Op, typename T>
constexpr group_operation group_operation_of() {
  constexpr bool is_float =
      std::is_same_v<T, float> || std::is_same_v<T, double>;
  constexpr bool is_whole = std::is_integral_v<T> && sizeof(T) <= 8;
  constexpr bool is_bool = std::is_same_v<T, bool>;
  constexpr bool is_unsigned = is_whole && std::is_unsigned_v<T>;
#define __SYCL_IS(NAME)                                                        \
  (std::is_same_v<Op, NAME<T>> || std::is_same_v<Op, NAME<void>>)
  if constexpr (!is_float && !is_whole)
    return group_operation::other;
  else if constexpr (__SYCL_IS(plus) && !is_bool)
    return group_operation::add;
  else if constexpr (__SYCL_IS(multiplies) && !is_bool)
    return group_operation::multiply;
  else if constexpr (__SYCL_IS(minimum))
    return is_unsigned ? group_operation::unsigned_minimum
                       : group_operation::minimum;
  else if constexpr (__SYCL_IS(maximum))
    return is_unsigned ? group_operation::unsigned_maximum
                       : group_operation::maximum;
  else if constexpr ((__SYCL_IS(bit_and) && is_whole) ||
                     (__SYCL_IS(logical_and) && is_bool))
    return group_operation::bit_and;
  else if constexpr ((__SYCL_IS(bit_or) && is_whole) ||
                     (__SYCL_IS(logical_or) && is_bool))
    return group_operation::bit_or;
  else if constexpr (__SYCL_IS(bit_xor) && is_whole)
    return group_operation::bit_xor;
  else
    return group_operation::other;
#undef __SYCL_IS
}

template <typename Op, typename T>
inline constexpr bool has_group_operation_v =
    group_operation_of<Op, T>() != group_operation::other;

} // namespace detail
} // namespace _V1
} // namespace sycl
