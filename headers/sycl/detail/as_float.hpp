// What half and bfloat16 have by way of float on the host: streams and hashes.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <functional>
#include <iosfwd>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Equal values have equal hashes: both zeros are one value.
template <typename T> struct float_hash {
  std::size_t operator()(const T &value) const noexcept {
    return std::hash<float>{}(static_cast<float>(value));
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

/// Friends of the class TYPE. No base class: the classes are layouts of kernels'
/// arguments.
#define __SYCL_STREAMED_AS_FLOAT(TYPE)                                         \
  template <typename Char, typename Traits>                                    \
  friend std::basic_ostream<Char, Traits> &operator<<(                         \
      std::basic_ostream<Char, Traits> &stream, const TYPE &value) {           \
    return stream << static_cast<float>(value);                                \
  }                                                                            \
  template <typename Char, typename Traits>                                    \
  friend std::basic_istream<Char, Traits> &operator>>(                         \
      std::basic_istream<Char, Traits> &stream, TYPE &value) {                 \
    float read = 0.0f;                                                         \
    stream >> read;                                                            \
    value = TYPE(read);                                                        \
    return stream;                                                             \
  }
