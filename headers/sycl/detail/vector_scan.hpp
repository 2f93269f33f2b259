// Scans of values in memory by one work-item, for targets on which the
// work-items of a group take turns (group_exchange.hpp).
//
// A scan is one operation after the other, each of which waits for the last.
// Of operations that every processor has for vectors, a vector's scan takes
// steps that double, and only the sum of what is before it is waited for. The
// order in which values are combined is open (SYCL 2020, 4.17.4.5).
#pragma once

#ifdef __SYCL_DEVICE_ONLY__
#include <sycl/detail/group_operations.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Whether a vector of T is combined by one instruction for each element or for
/// all. Vectors of bool are bits.
template <typename Op, typename T>
inline constexpr bool has_vector_scan_v =
    has_group_operation_v<Op, T> && !std::is_same_v<T, bool>;

template <typename Op, typename T> class vector_scan {
  static constexpr std::size_t length = sizeof(T) < 4 ? 16 : 64 / sizeof(T);
  static constexpr group_operation operation = group_operation_of<Op, T>();
  using vector = T __attribute__((ext_vector_type(length)));
  using lanes = std::make_index_sequence<length>;

public:
  /// Writes the inclusive scan of `count` values, at least one, to `results`.
  static __SYCL_ALWAYS_INLINE void run(const T *values, T *results,
                                       std::size_t count) {
    std::size_t i = 0;
    vector before = changes_nothing(values[0]);
    for (; i + length <= count; i += length) {
      vector x;
      __builtin_memcpy(&x, values + i, sizeof(x));
      x = scanned<1>(x);
      const vector all = last(x, lanes());
      x = combined(before, x);
      before = combined(before, all);
      __builtin_memcpy(results + i, &x, sizeof(x));
    }
    for (; i < count; ++i)
      results[i] = i == 0 ? values[0] : Op()(results[i - 1], values[i]);
  }

private:
  static __SYCL_ALWAYS_INLINE vector combined(vector a, vector b) {
    if constexpr (operation == group_operation::add)
      return a + b;
    else if constexpr (operation == group_operation::multiply)
      return a * b;
    else if constexpr (operation == group_operation::bit_and)
      return a & b;
    else if constexpr (operation == group_operation::bit_or)
      return a | b;
    else if constexpr (operation == group_operation::bit_xor)
      return a ^ b;
    else if constexpr (operation == group_operation::minimum ||
                       operation == group_operation::unsigned_minimum)
      return b < a ? b : a;
    else
      return a < b ? b : a;
  }

  /// Whether a value combined with itself is the same one.
  static constexpr bool is_idempotent =
      operation != group_operation::add &&
      operation != group_operation::multiply &&
      operation != group_operation::bit_xor;

  /// What changes no scan that begins with `first`.
  static __SYCL_ALWAYS_INLINE vector changes_nothing(T first) {
    if constexpr (is_idempotent)
      return vector(first);
    else if constexpr (operation == group_operation::multiply)
      return vector(T(1));
    else if constexpr (std::is_floating_point_v<T>)
      return vector(T(-0.0)); // 0.0 would change -0.0
    else
      return vector(T(0));
  }

  /// Each element combined with the one `Step` before it, where there is one,
  /// and so on.
  template <std::size_t Step>
  static __SYCL_ALWAYS_INLINE vector scanned(vector x) {
    if constexpr (Step < length)
      return scanned<2 * Step>(combined(shifted<Step>(x, lanes()), x));
    else
      return x;
  }

  template <std::size_t Step, std::size_t... I>
  static __SYCL_ALWAYS_INLINE vector shifted(vector x,
                                             std::index_sequence<I...>) {
    if constexpr (is_idempotent)
      return __builtin_shufflevector(x, x, (I < Step ? I : I - Step)...);
    else
      return __builtin_shufflevector(changes_nothing(T()), x,
                                     (I < Step ? I : length + I - Step)...);
  }

  template <std::size_t... I>
  static __SYCL_ALWAYS_INLINE vector last(vector x, std::index_sequence<I...>) {
    return __builtin_shufflevector(x, x, (I * 0 + length - 1)...);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
#endif
