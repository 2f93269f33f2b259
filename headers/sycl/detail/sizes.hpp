// Sizes in bytes, of counts that programs choose.
//
// In:  numbers of elements.
// Out: bytes; the greatest std::size_t if they are more than that. No memory is
//      that large, so whoever allocates or copies refuses it.
// Why: a product that wraps around is a small allocation for a large range.
#pragma once

#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

constexpr std::size_t saturated_product(std::size_t a, std::size_t b) noexcept {
  return a != 0 && b > SIZE_MAX / a ? SIZE_MAX : a * b;
}

/// Elements of a range. None, if one of its sizes is zero.
template <int Dimensions>
constexpr std::size_t saturated_size(const range<Dimensions> &r) noexcept {
  std::size_t product = 1;
  for (int d = 0; d < Dimensions; ++d)
    if (r[d] == 0)
      return 0;
  for (int d = 0; d < Dimensions; ++d)
    product = saturated_product(product, r[d]);
  return product;
}

template <typename T>
constexpr std::size_t bytes_of(std::size_t count) noexcept {
  return saturated_product(count, sizeof(T));
}
template <typename T, int Dimensions>
constexpr std::size_t bytes_of(const range<Dimensions> &r) noexcept {
  return bytes_of<T>(saturated_size(r));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
