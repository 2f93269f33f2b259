// The few classes and functions of SYCL that bodies of random kernels use, for the host: what is compared does not depend
// on Facet's headers, and is compiled in a moment.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace random_sources::reference::sycl {

/// Each operation is one of float, which is exact enough to be rounded once more. A double is rounded once.
class half {
public:
  half() = default;
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> half(T x) : value_(static_cast<_Float16>(x)) {}
  operator float() const { return static_cast<float>(value_); }
  half &operator+=(const half &x) { return *this = half(float(*this) + float(x)); }
  half &operator-=(const half &x) { return *this = half(float(*this) - float(x)); }
  half &operator*=(const half &x) { return *this = half(float(*this) * float(x)); }

private:
  _Float16 value_;
};

/// sycl::vec and sycl::marray, which differ in their alignment.
template <typename T, int N, std::size_t Alignment> struct alignas(Alignment) elements {
  T values[N];

  elements() = default;
  explicit elements(T x) {
    for (T &value : values)
      value = x;
  }
  T &operator[](std::size_t i) { return values[i]; }
  const T &operator[](std::size_t i) const { return values[i]; }
  T &x() { return values[0]; }
  T &y() { return values[1]; }
  T &z() { return values[2]; }
  T &w() { return values[3]; }

  elements &operator+=(const elements &b) { return *this = *this + b; }
  elements &operator-=(const elements &b) { return *this = *this - b; }
  elements &operator*=(const elements &b) { return *this = *this * b; }
  friend elements operator+(elements a, const elements &b) {
    for (int i = 0; i < N; ++i)
      a.values[i] = T(a.values[i] + b.values[i]);
    return a;
  }
  friend elements operator-(elements a, const elements &b) {
    for (int i = 0; i < N; ++i)
      a.values[i] = T(a.values[i] - b.values[i]);
    return a;
  }
  friend elements operator*(elements a, const elements &b) {
    for (int i = 0; i < N; ++i)
      a.values[i] = T(a.values[i] * b.values[i]);
    return a;
  }
};
template <typename T, int N> using vec = elements<T, N, (N == 3 ? 4 : N) * sizeof(T)>;
template <typename T, int N> using marray = elements<T, N, alignof(T)>;

template <int D> struct id {
  std::size_t values[D];
  template <typename... T> id(T... x) : values{std::size_t(x)...} {}
};

template <typename T> T min(T a, T b) { return b < a ? b : a; }
template <typename T> T max(T a, T b) { return a < b ? b : a; }
template <typename T> T clamp(T x, T low, T high) { return min(max(x, low), high); }
inline int popcount(std::uint64_t x) { return __builtin_popcountll(x); }
inline int popcount(std::uint32_t x) { return __builtin_popcount(x); }
inline int popcount(std::int32_t x) { return __builtin_popcount(x); }
inline int clz(std::uint64_t x) { return x == 0 ? 64 : __builtin_clzll(x); }
inline int clz(std::uint32_t x) { return x == 0 ? 32 : __builtin_clz(x); }
inline int clz(std::int32_t x) { return clz(std::uint32_t(x)); }
using std::fabs;
using std::fma;
using std::sqrt;

} // namespace random_sources::reference::sycl
