// What vec, its swizzles, marray and the math functions ask of types.
#pragma once

#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <typename DataT, int NumElements> class vec;
template <typename DataT, std::size_t NumElements> class marray;

namespace ext::oneapi::experimental {
template <typename T> class complex;
} // namespace ext::oneapi::experimental

namespace detail {

template <typename Vec, typename Result, int... Indexes> class swizzled_vec;

template <typename T>
inline constexpr bool is_half_v =
    std::is_same_v<std::remove_cv_t<T>, sycl::half>;
template <typename T>
inline constexpr bool is_real_v = std::is_floating_point_v<T> || is_half_v<T>;

/// Known to vec, marray and group algorithms; the mathematical functions have
/// others for it (sycl/ext/oneapi/bfloat16_math.hpp).
template <typename T>
inline constexpr bool is_bfloat16_v =
    std::is_same_v<std::remove_cv_t<T>, ext::oneapi::bfloat16>;
/// Numbers that need not be whole.
template <typename T>
inline constexpr bool is_fractional_v = is_real_v<T> || is_bfloat16_v<T>;

/// Numbers without an order and without bits (sycl_ext_oneapi_complex).
template <typename T> inline constexpr bool is_sycl_complex_v = false;
template <typename T>
inline constexpr bool is_sycl_complex_v<ext::oneapi::experimental::complex<T>> =
    true;

/// Of which elements marray has comparisons and logic, and operators of bits.
template <typename T> inline constexpr bool has_order_v = !is_sycl_complex_v<T>;
template <typename T>
inline constexpr bool has_bits_v = has_order_v<T> && !is_fractional_v<T>;

/// The signed integer as wide as T: what comparisons of vec<T> return.
template <typename T>
using comparison_type = std::conditional_t<
    sizeof(T) == 1, std::int8_t,
    std::conditional_t<
        sizeof(T) == 2, std::int16_t,
        std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;

/// Types with several elements. `plain` is the type that owns the elements (a
/// swizzle only refers to them), `with<U>` the same shape with other elements.
template <typename T> struct elements_of {
  static constexpr bool is_nonscalar = false;
  static constexpr int count = 1;
  using element = T;
};
template <typename T> struct elements_of<const T> : elements_of<T> {};
template <typename T, int N> struct elements_of<vec<T, N>> {
  static constexpr bool is_nonscalar = true;
  static constexpr bool is_vec = true;
  static constexpr int count = N;
  using element = T;
  using plain = vec<T, N>;
  template <typename U> using with = vec<U, N>;
  using comparison = comparison_type<T>;
};
template <typename Vec, typename Result, int... I>
struct elements_of<swizzled_vec<Vec, Result, I...>> : elements_of<Result> {};
template <typename T, std::size_t N> struct elements_of<marray<T, N>> {
  static constexpr bool is_nonscalar = true;
  static constexpr bool is_vec = false;
  static constexpr int count = static_cast<int>(N);
  using element = T;
  using plain = marray<T, N>;
  template <typename U> using with = marray<U, N>;
  using comparison = bool;
};

template <typename T>
inline constexpr bool is_nonscalar_v = elements_of<T>::is_nonscalar;
template <typename T> using element_t = typename elements_of<T>::element;

template <typename T> struct is_vec_like : std::false_type {};
template <typename T, int N> struct is_vec_like<vec<T, N>> : std::true_type {};
template <typename Vec, typename Result, int... I>
struct is_vec_like<swizzled_vec<Vec, Result, I...>> : std::true_type {};

/// Of which C++ types vec has which operators: numbers, integers, and what has
/// bits (std::byte is no number).
template <typename T>
inline constexpr bool is_arithmetic_element =
    std::is_arithmetic_v<T> || is_fractional_v<T>;
template <typename T>
inline constexpr bool is_countable_element =
    is_arithmetic_element<T> && !std::is_same_v<T, bool>;
template <typename T>
inline constexpr bool is_bits_element =
    std::is_integral_v<T> || std::is_same_v<T, std::byte>;

template <typename T> struct is_swizzle : std::false_type {};
template <typename Vec, typename Result, int... I>
struct is_swizzle<swizzled_vec<Vec, Result, I...>> : std::true_type {};

/// Whether T has the elements of `vec<DataT, NumElements>`.
template <typename T, typename DataT, int NumElements>
inline constexpr bool has_elements =
    is_vec_like<T>::value &&std::is_same_v<element_t<T>, DataT>
        &&elements_of<T>::count == NumElements;
/// Whether T can be the one operand for all elements of a
/// `vec<DataT, NumElements>`, or of a swizzle of that many.
template <typename T, typename DataT, int NumElements>
inline constexpr bool is_scalar_operand =
    std::is_convertible_v<T, DataT> && !has_elements<T, DataT, NumElements>;

} // namespace detail
} // namespace _V1
} // namespace sycl
