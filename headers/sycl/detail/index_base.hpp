// What id and range share: Dimensions integers, and the operators that SYCL
// 2020 gives both ("4.9.1.1 range class", "4.9.1.3 id class").
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Storage of an id or a range.
template <int Dimensions> class index_storage {
  static_assert(Dimensions >= 1 && Dimensions <= 3,
                "SYCL indices have one, two or three dimensions");

public:
  static constexpr int dimensions = Dimensions;

  constexpr std::size_t get(int dimension) const noexcept {
    return values[dimension];
  }
  constexpr std::size_t &operator[](int dimension) noexcept {
    return values[dimension];
  }
  constexpr std::size_t operator[](int dimension) const noexcept {
    return values[dimension];
  }

protected:
  constexpr index_storage() noexcept : values{} {}
  template <typename... Values>
  constexpr explicit index_storage(std::size_t first, Values... rest) noexcept
      : values{first, rest...} {}

  std::size_t values[Dimensions];
};

/// One-dimensional ids and items convert to their number. (A base class and not
/// a constrained template: the operands of built-in operators such as p[i] are
/// converted only by conversion functions that are no templates.)
template <typename Derived, int Dimensions> class number_conversion {};
template <typename Derived> class number_conversion<Derived, 1> {
public:
  constexpr operator std::size_t() const noexcept {
    return static_cast<const Derived &>(*this)[0];
  }
};

} // namespace detail

// Element-wise operators of id and range, among themselves and with integers.
// They are hidden friends, so a one-dimensional index that converts to an
// integer still finds the index operators first.
#define __SYCL_INDEX_OPERATOR(TYPE, RESULT, OP)                                \
  friend constexpr RESULT operator OP(const TYPE &a, const TYPE &b) noexcept { \
    RESULT result;                                                             \
    for (int d = 0; d < Dimensions; ++d)                                       \
      result[d] = a[d] OP b[d];                                                \
    return result;                                                             \
  }                                                                            \
  template <typename Integer,                                                  \
            typename = std::enable_if_t<std::is_integral_v<Integer>>>          \
  friend constexpr RESULT operator OP(const TYPE &a,                           \
                                      const Integer &b) noexcept {             \
    RESULT result;                                                             \
    for (int d = 0; d < Dimensions; ++d)                                       \
      result[d] = a[d] OP static_cast<std::size_t>(b);                         \
    return result;                                                             \
  }                                                                            \
  template <typename Integer,                                                  \
            typename = std::enable_if_t<std::is_integral_v<Integer>>>          \
  friend constexpr RESULT operator OP(const Integer &a,                        \
                                      const TYPE &b) noexcept {                \
    RESULT result;                                                             \
    for (int d = 0; d < Dimensions; ++d)                                       \
      result[d] = static_cast<std::size_t>(a) OP b[d];                         \
    return result;                                                             \
  }

#define __SYCL_INDEX_ASSIGNMENT(TYPE, OP)                                      \
  friend constexpr TYPE &operator OP(TYPE &a, const TYPE &b) noexcept {        \
    for (int d = 0; d < Dimensions; ++d)                                       \
      a[d] OP b[d];                                                            \
    return a;                                                                  \
  }                                                                            \
  friend constexpr TYPE &operator OP(TYPE &a, const std::size_t &b) noexcept { \
    const std::size_t value = b; /* which may be an element of a */            \
    for (int d = 0; d < Dimensions; ++d)                                       \
      a[d] OP value;                                                           \
    return a;                                                                  \
  }

#define __SYCL_INDEX_STEP(TYPE, OP)                                            \
  friend constexpr TYPE &operator OP(TYPE &a) noexcept {                       \
    for (int d = 0; d < Dimensions; ++d)                                       \
      OP a[d];                                                                 \
    return a;                                                                  \
  }                                                                            \
  friend constexpr TYPE operator OP(TYPE &a, int) noexcept {                   \
    TYPE old = a;                                                              \
    OP a;                                                                      \
    return old;                                                                \
  }

#define __SYCL_INDEX_OPERATORS(TYPE)                                           \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, +)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, -)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, *)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, /)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, %)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, <<)                                        \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, >>)                                        \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, &)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, |)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, ^)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, &&)                                        \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, ||)                                        \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, <)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, >)                                         \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, <=)                                        \
  __SYCL_INDEX_OPERATOR(TYPE, TYPE, >=)                                        \
  __SYCL_INDEX_ASSIGNMENT(TYPE, +=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, -=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, *=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, /=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, %=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, <<=)                                           \
  __SYCL_INDEX_ASSIGNMENT(TYPE, >>=)                                           \
  __SYCL_INDEX_ASSIGNMENT(TYPE, &=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, |=)                                            \
  __SYCL_INDEX_ASSIGNMENT(TYPE, ^=)                                            \
  __SYCL_INDEX_STEP(TYPE, ++)                                                  \
  __SYCL_INDEX_STEP(TYPE, --)                                                  \
  friend constexpr TYPE operator+(const TYPE &a) noexcept { return a; }        \
  friend constexpr TYPE operator-(const TYPE &a) noexcept {                    \
    TYPE result;                                                               \
    for (int d = 0; d < Dimensions; ++d)                                       \
      result[d] = std::size_t(0) - a[d];                                       \
    return result;                                                             \
  }                                                                            \
  friend constexpr bool operator==(const TYPE &a, const TYPE &b) noexcept {    \
    for (int d = 0; d < Dimensions; ++d)                                       \
      if (a[d] != b[d])                                                        \
        return false;                                                          \
    return true;                                                               \
  }                                                                            \
  friend constexpr bool operator!=(const TYPE &a, const TYPE &b) noexcept {    \
    return !(a == b);                                                          \
  }
// Comparison of a one-dimensional index with a number, which otherwise would be
// ambiguous between converting either side.
#define __SYCL_INDEX_NUMBER_COMPARISON(TYPE, OP)                               \
  template <typename Integer, int D = Dimensions,                              \
            typename =                                                         \
                std::enable_if_t<std::is_integral_v<Integer> && D == 1>>       \
  friend constexpr bool operator OP(const TYPE &a,                             \
                                    const Integer &b) noexcept {               \
    return a[0] OP static_cast<std::size_t>(b);                                \
  }                                                                            \
  template <typename Integer, int D = Dimensions,                              \
            typename =                                                         \
                std::enable_if_t<std::is_integral_v<Integer> && D == 1>>       \
  friend constexpr bool operator OP(const Integer &a,                          \
                                    const TYPE &b) noexcept {                  \
    return static_cast<std::size_t>(a) OP b[0];                                \
  }

} // namespace _V1
} // namespace sycl
