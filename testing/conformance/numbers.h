// Arrays of numbers in the memory of a device, and products of tiles that are
// computed with them.
#pragma once

#include "testing/conformance/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

/// An array in the memory of a device, of numbers whose sums of products are
/// exact.
template <typename T> class numbers {
public:
  numbers(sycl::queue &q, std::size_t size, unsigned factor = 7)
      : q(q), size(size), at(sycl::malloc_shared<T>(size, q)) {
    for (std::size_t i = 0; i < size; ++i)
      at[i] = T(int(i * factor % 13) - 6);
  }
  ~numbers() { sycl::free(at, q); }
  numbers(const numbers &) = delete;
  numbers &operator=(const numbers &) = delete;
  std::vector<T> copy() const { return {at, at + size}; }

  sycl::queue &q;
  const std::size_t size;
  T *const at;
};

/// How many elements at the start are as expected.
template <typename T>
std::size_t count_equal(const numbers<T> &out, const std::vector<T> &expected) {
  return std::mismatch(out.at, out.at + out.size, expected.begin()).first -
         out.at;
}

template <typename T>
void compare(const numbers<T> &out, const std::vector<T> &expected) {
  const std::size_t same = count_equal(out, expected);
  if (!CHECK(same == out.size))
    std::printf("  element %zu of %zu: %g, expected %g\n", same, out.size,
                double(out.at[same]), double(expected[same]));
}

/// Where the results of a work-item lie in a tile: side by side, or one in each
/// part of it.
enum class layout { together, apart };

template <layout L, int Width, int Results, typename I>
I place(I item, I result) {
  return L == layout::together ? I(item * Results + result)
                               : I(item + result * Width);
}

/// The product of two square matrices of n rows.
template <typename T>
std::vector<T> product_of(const numbers<T> &a, const numbers<T> &b,
                          std::size_t n) {
  std::vector<T> result(n * n);
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = 0; x < n; ++x) {
      T sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        sum += a.at[y * n + k] * b.at[k * n + x];
      result[y * n + x] = sum;
    }
  return result;
}
