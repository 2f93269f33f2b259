// A value that a reduction builds up, in a work-item or a work-group.
//
// Without an identity there may be no value yet. Both kinds are plain bytes, so
// that they can lie in local memory and in buffers.
#pragma once

#include <sycl/detail/defines.hpp>

#include <functional>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T, bool HasIdentity> struct partial_result;

/// Returns op(x, y). In which order a reduction combines its values is open to
/// SYCL (4.9.2), but that of additions of floating-point numbers not to the
/// compiler, which then makes no vectors of them.
template <typename Op, typename T>
__SYCL_ALWAYS_INLINE T in_any_order(const Op &op, const T &x, const T &y) {
#ifdef __SYCL_DEVICE_ONLY__
#pragma clang fp reassociate(on)
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (std::is_same_v<Op, std::plus<T>> ||
                  std::is_same_v<Op, std::plus<>>)
      return x + y;
    else if constexpr (std::is_same_v<Op, std::multiplies<T>> ||
                       std::is_same_v<Op, std::multiplies<>>)
      return x * y;
  }
#endif
  return op(x, y);
}

template <typename T> struct partial_result<T, true> {
  T value;

  static partial_result of(const T &identity) { return {identity}; }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void add(const Op &op, const T &x) {
    value = in_any_order(op, value, x);
  }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void merge(const Op &op, const partial_result &other) {
    value = in_any_order(op, value, other.value);
  }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void store(const Op &op, T *target, bool keep) const {
    *target = keep ? static_cast<T>(op(*target, value)) : value;
  }
};

template <typename T> struct partial_result<T, false> {
  alignas(T) unsigned char bytes[sizeof(T)];
  bool present;

  static partial_result none() {
    partial_result result{};
    return result;
  }
  const T &value() const { return *reinterpret_cast<const T *>(bytes); }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void add(const Op &op, const T &x) {
    const T sum = present ? static_cast<T>(op(value(), x)) : x;
    __builtin_memcpy(bytes, &sum, sizeof(T));
    present = true;
  }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void merge(const Op &op, const partial_result &other) {
    if (other.present)
      add(op, other.value());
  }
  template <typename Op>
  __SYCL_ALWAYS_INLINE void store(const Op &op, T *target, bool) const {
    if (present)
      *target = op(*target, value());
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
