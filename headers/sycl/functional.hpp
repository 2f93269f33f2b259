// Function objects for reductions and group algorithms (SYCL 2020, 4.17.2).
#pragma once

#include <functional>

namespace sycl {
inline namespace _V1 {

template <typename T = void> using plus = std::plus<T>;
template <typename T = void> using multiplies = std::multiplies<T>;
template <typename T = void> using bit_and = std::bit_and<T>;
template <typename T = void> using bit_or = std::bit_or<T>;
template <typename T = void> using bit_xor = std::bit_xor<T>;
template <typename T = void> using logical_and = std::logical_and<T>;
template <typename T = void> using logical_or = std::logical_or<T>;

template <typename T = void> struct minimum {
  constexpr T operator()(const T &x, const T &y) const {
    return y < x ? y : x;
  }
};
template <> struct minimum<void> {
  template <typename T> constexpr T operator()(const T &x, const T &y) const {
    return y < x ? y : x;
  }
};
template <typename T = void> struct maximum {
  constexpr T operator()(const T &x, const T &y) const {
    return x < y ? y : x;
  }
};
template <> struct maximum<void> {
  template <typename T> constexpr T operator()(const T &x, const T &y) const {
    return x < y ? y : x;
  }
};

} // namespace _V1
} // namespace sycl
