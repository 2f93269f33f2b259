// Function objects for reductions and group algorithms, and their identities
// (SYCL 2020, 4.17.2 and 4.9.2.2).
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>

#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename T = void> using plus = std::plus<T>;
template <typename T = void> using multiplies = std::multiplies<T>;
template <typename T = void> using bit_and = std::bit_and<T>;
template <typename T = void> using bit_or = std::bit_or<T>;
template <typename T = void> using bit_xor = std::bit_xor<T>;
template <typename T = void> using logical_and = std::logical_and<T>;
template <typename T = void> using logical_or = std::logical_or<T>;

namespace detail {

template <typename T>
inline constexpr bool is_number_v =
    std::is_arithmetic_v<T> || std::is_same_v<T, half> ||
    std::is_same_v<T, ext::oneapi::bfloat16>;

/// What a transparent minimum or maximum of an X and a Y returns: their own
/// type if they have the same one, else what the usual conversions make of
/// both.
template <typename X, typename Y, typename = void> struct common_operand {
  using type = std::common_type_t<X, Y>;
};
template <typename X> struct common_operand<X, X> { using type = X; };
template <typename X, typename Y>
struct common_operand<X, Y,
                      std::enable_if_t<is_number_v<X> && is_number_v<Y> &&
                                       !std::is_same_v<X, Y>>> {
  using type = decltype(X() + Y()); // half has no common type with others
};

} // namespace detail

#define __SYCL_EXTREMUM(NAME, SECOND_WINS)                                     \
  template <typename T = void> struct NAME {                                   \
    constexpr T operator()(const T &x, const T &y) const {                     \
      return SECOND_WINS ? y : x;                                              \
    }                                                                          \
  };                                                                           \
  template <> struct NAME<void> {                                              \
    using is_transparent = void;                                               \
    template <typename First, typename Second>                                 \
    constexpr typename detail::common_operand<First, Second>::type             \
    operator()(const First &first, const Second &second) const {               \
      using T = typename detail::common_operand<First, Second>::type;          \
      const T &x = first, &y = second;                                         \
      return SECOND_WINS ? y : x;                                              \
    }                                                                          \
  };
__SYCL_EXTREMUM(minimum, y < x)
__SYCL_EXTREMUM(maximum, x < y)
#undef __SYCL_EXTREMUM

namespace detail {

/// Nothing for an operation and a type whose identity is not known.
template <typename Operation, typename T, typename = void>
struct identity_of {};

#define __SYCL_IDENTITY(OPERATION, CONDITION, VALUE)                           \
  template <typename Of, typename T>                                           \
  struct identity_of<                                                          \
      OPERATION<Of>, T,                                                        \
      std::enable_if_t<(CONDITION) &&                                          \
                       (std::is_void_v<Of> || std::is_same_v<Of, T>)>> {       \
    static constexpr T value = VALUE;                                          \
  };
__SYCL_IDENTITY(std::plus, is_number_v<T>, T(0))
__SYCL_IDENTITY(std::multiplies, is_number_v<T>, T(1))
__SYCL_IDENTITY(std::bit_and, std::is_integral_v<T>, static_cast<T>(~T(0)))
__SYCL_IDENTITY(std::bit_or, std::is_integral_v<T>, T(0))
__SYCL_IDENTITY(std::bit_xor, std::is_integral_v<T>, T(0))
__SYCL_IDENTITY(std::logical_and, (std::is_same_v<T, bool>), true)
__SYCL_IDENTITY(std::logical_or, (std::is_same_v<T, bool>), false)
__SYCL_IDENTITY(minimum, is_number_v<T>,
                (std::is_integral_v<T>
                     ? std::numeric_limits<T>::max()
                     : T(std::numeric_limits<float>::infinity())))
__SYCL_IDENTITY(maximum, is_number_v<T>,
                (std::is_integral_v<T>
                     ? std::numeric_limits<T>::lowest()
                     : T(-std::numeric_limits<float>::infinity())))
#undef __SYCL_IDENTITY

template <typename Operation, typename T, typename = void>
struct has_identity : std::false_type {};
template <typename Operation, typename T>
struct has_identity<Operation, T,
                    std::void_t<decltype(identity_of<Operation, T>::value)>>
    : std::true_type {};

} // namespace detail

template <typename BinaryOperation, typename AccumulatorT>
struct has_known_identity : detail::has_identity<std::decay_t<BinaryOperation>,
                                                 std::decay_t<AccumulatorT>> {};
template <typename BinaryOperation, typename AccumulatorT>
inline constexpr bool has_known_identity_v =
    has_known_identity<BinaryOperation, AccumulatorT>::value;

template <typename BinaryOperation, typename AccumulatorT>
struct known_identity : detail::identity_of<std::decay_t<BinaryOperation>,
                                            std::decay_t<AccumulatorT>> {};
template <typename BinaryOperation, typename AccumulatorT>
inline constexpr AccumulatorT known_identity_v =
    known_identity<BinaryOperation, AccumulatorT>::value;

} // namespace _V1
} // namespace sycl
