// Mathematical functions on vec, swizzles and marray, those with a second
// result through a pointer, and the native and half_precision variants
// (SYCL 2020, 4.17.5).
#pragma once

#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/math_integer.hpp>
#include <sycl/detail/scalar_math.hpp>
#include <sycl/detail/scalar_math_composite.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

// Scalars have overloads (scalar_math.hpp), which deduction prefers to these
// templates: they are for programs that name the template argument.
#define __SYCL_REAL_1(NAME)                                                    \
  template <typename T>                                                        \
  detail::scalar_if<detail::is_real, T> NAME(T x) noexcept {                   \
    return sycl::NAME(x);                                                      \
  }                                                                            \
  __SYCL_ELEMENTWISE_1(NAME, detail::is_real)
#define __SYCL_REAL_2(NAME)                                                    \
  template <typename T>                                                        \
  detail::scalar_if<detail::is_real, T> NAME(T x, T y) noexcept {              \
    return sycl::NAME(x, y);                                                   \
  }                                                                            \
  __SYCL_SAME_SCALARS_2(NAME, detail::is_real)                                 \
  __SYCL_ELEMENTWISE_2(NAME, detail::is_real)
#define __SYCL_REAL_3(NAME)                                                    \
  template <typename T>                                                        \
  detail::scalar_if<detail::is_real, T> NAME(T x, T y, T z) noexcept {         \
    return sycl::NAME(x, y, z);                                                \
  }                                                                            \
  __SYCL_SAME_SCALARS_3(NAME, detail::is_real)                                 \
  __SYCL_ELEMENTWISE_3(NAME, detail::is_real)
#define __SYCL_REAL_SCALAR(NAME)                                               \
  __SYCL_ELEMENTWISE_SCALAR(NAME, detail::is_real)
__SYCL_REAL_1(acos)
__SYCL_REAL_1(acosh)
__SYCL_REAL_1(acospi)
__SYCL_REAL_1(asin)
__SYCL_REAL_1(asinh)
__SYCL_REAL_1(asinpi)
__SYCL_REAL_1(atan)
__SYCL_REAL_1(atanh)
__SYCL_REAL_1(atanpi)
__SYCL_REAL_1(cbrt)
__SYCL_REAL_1(ceil)
__SYCL_REAL_1(cos)
__SYCL_REAL_1(cosh)
__SYCL_REAL_1(cospi)
__SYCL_REAL_1(erf)
__SYCL_REAL_1(erfc)
__SYCL_REAL_1(exp)
__SYCL_REAL_1(exp2)
__SYCL_REAL_1(exp10)
__SYCL_REAL_1(expm1)
__SYCL_REAL_1(fabs)
__SYCL_REAL_1(floor)
__SYCL_REAL_1(lgamma)
__SYCL_REAL_1(log)
__SYCL_REAL_1(log2)
__SYCL_REAL_1(log10)
__SYCL_REAL_1(log1p)
__SYCL_REAL_1(logb)
__SYCL_REAL_1(rint)
__SYCL_REAL_1(round)
__SYCL_REAL_1(rsqrt)
__SYCL_REAL_1(sin)
__SYCL_REAL_1(sinh)
__SYCL_REAL_1(sinpi)
__SYCL_REAL_1(sqrt)
__SYCL_REAL_1(tan)
__SYCL_REAL_1(tanh)
__SYCL_REAL_1(tanpi)
__SYCL_REAL_1(tgamma)
__SYCL_REAL_1(trunc)
__SYCL_REAL_2(atan2)
__SYCL_REAL_2(atan2pi)
__SYCL_REAL_2(copysign)
__SYCL_REAL_2(fdim)
__SYCL_REAL_2(fmax)
__SYCL_REAL_2(fmin)
__SYCL_REAL_2(fmod)
__SYCL_REAL_2(hypot)
__SYCL_REAL_2(maxmag)
__SYCL_REAL_2(minmag)
__SYCL_REAL_2(nextafter)
__SYCL_REAL_2(pow)
__SYCL_REAL_2(powr)
__SYCL_REAL_2(remainder)
__SYCL_REAL_SCALAR(fmax)
__SYCL_REAL_SCALAR(fmin)
__SYCL_REAL_3(fma)
__SYCL_REAL_3(mad)
#undef __SYCL_REAL_1
#undef __SYCL_REAL_2
#undef __SYCL_REAL_3
#undef __SYCL_REAL_SCALAR

template <typename V>
detail::shape_with<detail::plain_if<detail::is_real, V>, int>
ilogb(const V &x) noexcept {
  detail::shape_with<V, int> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::ilogb(x[i]);
  return result;
}

// The second argument counts: one integer for all elements, or one for each.
#define __SYCL_REAL_INT(NAME)                                                  \
  template <typename T>                                                        \
  detail::scalar_if<detail::is_real, T> NAME(T x, int n) noexcept {            \
    return sycl::NAME(x, n);                                                   \
  }                                                                            \
  template <typename V>                                                        \
  detail::plain_if<detail::is_real, V> NAME(const V &x, int n) noexcept {      \
    detail::plain_if<detail::is_real, V> result{};                             \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i], n);                                         \
    return result;                                                             \
  }                                                                            \
  template <typename V, typename W>                                            \
  std::enable_if_t<std::is_same_v<detail::shape_with<V, int>,                  \
                                  detail::plain_if<detail::is_integer_32, W>>, \
                   detail::plain_if<detail::is_real, V>>                       \
  NAME(const V &x, const W &n) noexcept {                                      \
    detail::plain_if<detail::is_real, V> result{};                             \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = sycl::NAME(x[i], n[i]);                                      \
    return result;                                                             \
  }
__SYCL_REAL_INT(ldexp)
__SYCL_REAL_INT(pown)
__SYCL_REAL_INT(rootn)
#undef __SYCL_REAL_INT

/// One NaN for each payload.
template <typename V>
detail::shape_with<detail::plain_if<std::is_unsigned, V>,
                   decltype(sycl::nan(detail::element_t<V>()))>
nan(const V &payload) noexcept {
  detail::shape_with<V, decltype(sycl::nan(detail::element_t<V>()))> result{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] = sycl::nan(payload[i]);
  return result;
}

namespace detail {

/// The type on which the two-result functions are computed.
template <typename T>
using computed_type = std::conditional_t<is_half_v<T>, float, T>;

/// Applies `f(x, second)` to each element, or to the only one; Second is the
/// type of the second result (void: that of x).
template <typename Second, typename T, typename Pointer, typename Function>
auto with_second_result(const T &x, Pointer pointer, Function f) noexcept {
  if constexpr (is_nonscalar_v<T>) {
    using plain = typename elements_of<T>::plain;
    using element = element_t<T>;
    using second = std::conditional_t<std::is_void_v<Second>, element, Second>;
    plain result{};
    shape_with<T, second> seconds{};
    for (int i = 0; i < elements_of<T>::count; ++i)
      result[i] = with_second_result<Second>(static_cast<element>(x[i]),
                                             &seconds[i], f);
    *pointer = seconds;
    return result;
  } else {
    using computed = computed_type<T>;
    std::conditional_t<std::is_void_v<Second>, computed, Second> second{};
    const T result = static_cast<T>(f(static_cast<computed>(x), second));
    *pointer = static_cast<std::remove_reference_t<decltype(*pointer)>>(second);
    return result;
  }
}

} // namespace detail

// Pointer: a plain pointer or a multi_ptr.
#define __SYCL_SECOND_RESULT_SCALAR(NAME, SECOND, T)                           \
  template <typename Pointer> T NAME(T x, Pointer pointer) noexcept {          \
    return detail::with_second_result<SECOND>(                                 \
        x, pointer, [](auto element, auto &second) {                           \
          return detail::composite::NAME(element, second);                     \
        });                                                                    \
  }
#define __SYCL_SECOND_RESULT(NAME, SECOND)                                     \
  __SYCL_SECOND_RESULT_SCALAR(NAME, SECOND, float)                             \
  __SYCL_SECOND_RESULT_SCALAR(NAME, SECOND, double)                            \
  __SYCL_SECOND_RESULT_SCALAR(NAME, SECOND, half)                              \
  template <typename V, typename Pointer>                                      \
  detail::plain_if<detail::is_real, V> NAME(const V &x,                        \
                                            Pointer pointer) noexcept {        \
    return detail::with_second_result<SECOND>(                                 \
        x, pointer, [](auto element, auto &second) {                           \
          return detail::composite::NAME(element, second);                     \
        });                                                                    \
  }
__SYCL_SECOND_RESULT(fract, void)
__SYCL_SECOND_RESULT(modf, void)
__SYCL_SECOND_RESULT(sincos, void)
__SYCL_SECOND_RESULT(frexp, int)
__SYCL_SECOND_RESULT(lgamma_r, int)
#undef __SYCL_SECOND_RESULT
#undef __SYCL_SECOND_RESULT_SCALAR

#define __SYCL_REMQUO(T)                                                       \
  template <typename Pointer> T remquo(T x, T y, Pointer pointer) noexcept {   \
    using computed = detail::computed_type<T>;                                 \
    int quotient = 0;                                                          \
    const T result = static_cast<T>(detail::composite::remquo(                 \
        static_cast<computed>(x), static_cast<computed>(y), quotient));        \
    *pointer = quotient;                                                       \
    return result;                                                             \
  }
__SYCL_REMQUO(float)
__SYCL_REMQUO(double)
__SYCL_REMQUO(half)
#undef __SYCL_REMQUO
template <typename V, typename W, typename Pointer>
detail::common_plain_if<detail::is_real, V, W>
remquo(const V &x, const W &y, Pointer pointer) noexcept {
  detail::common_plain_if<detail::is_real, V, W> result{};
  detail::shape_with<V, int> quotients{};
  for (int i = 0; i < detail::elements_of<V>::count; ++i)
    result[i] =
        sycl::remquo(static_cast<detail::element_t<V>>(x[i]),
                     static_cast<detail::element_t<V>>(y[i]), &quotients[i]);
  *pointer = quotients;
  return result;
}

// Functions of float, which estimates may be made of: PREFIX is OpenCL's name for
// these, HOST the function itself. Vectors are of such elements.
#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_ESTIMATE(NAME, PREFIX, PARAMETERS, ARGUMENTS, HOST)             \
  inline float NAME PARAMETERS noexcept {                                      \
    return __spirv_ocl_##PREFIX##NAME ARGUMENTS;                               \
  }
#else
#define __SYCL_ESTIMATE(NAME, PREFIX, PARAMETERS, ARGUMENTS, HOST)             \
  inline float NAME PARAMETERS noexcept { return HOST; }
#endif
#define __SYCL_ESTIMATE_1(NAME, SPACE, PREFIX, HOST)                           \
  __SYCL_ESTIMATE(NAME, PREFIX, (float x), (x), HOST)                          \
  template <typename V>                                                        \
  detail::plain_if<std::is_floating_point, V> NAME(const V &x) noexcept {      \
    detail::plain_if<std::is_floating_point, V> result{};                      \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] = SPACE::NAME(static_cast<float>(x[i]));                       \
    return result;                                                             \
  }
#define __SYCL_ESTIMATE_2(NAME, SPACE, PREFIX, HOST)                           \
  __SYCL_ESTIMATE(NAME, PREFIX, (float x, float y), (x, y), HOST)              \
  template <typename V, typename W>                                            \
  detail::common_plain_if<std::is_floating_point, V, W> NAME(                  \
      const V &x, const W &y) noexcept {                                       \
    detail::common_plain_if<std::is_floating_point, V, W> result{};            \
    for (int i = 0; i < detail::elements_of<V>::count; ++i)                    \
      result[i] =                                                              \
          SPACE::NAME(static_cast<float>(x[i]), static_cast<float>(y[i]));     \
    return result;                                                             \
  }
#define __SYCL_ESTIMATES(SPACE, PREFIX)                                        \
  __SYCL_ESTIMATE_1(cos, SPACE, PREFIX, sycl::cos(x))                          \
  __SYCL_ESTIMATE_1(exp, SPACE, PREFIX, sycl::exp(x))                          \
  __SYCL_ESTIMATE_1(exp2, SPACE, PREFIX, sycl::exp2(x))                        \
  __SYCL_ESTIMATE_1(exp10, SPACE, PREFIX, sycl::exp10(x))                      \
  __SYCL_ESTIMATE_1(log, SPACE, PREFIX, sycl::log(x))                          \
  __SYCL_ESTIMATE_1(log2, SPACE, PREFIX, sycl::log2(x))                        \
  __SYCL_ESTIMATE_1(log10, SPACE, PREFIX, sycl::log10(x))                      \
  __SYCL_ESTIMATE_1(recip, SPACE, PREFIX, 1.0f / x)                            \
  __SYCL_ESTIMATE_1(rsqrt, SPACE, PREFIX, sycl::rsqrt(x))                      \
  __SYCL_ESTIMATE_1(sin, SPACE, PREFIX, sycl::sin(x))                          \
  __SYCL_ESTIMATE_1(sqrt, SPACE, PREFIX, sycl::sqrt(x))                        \
  __SYCL_ESTIMATE_1(tan, SPACE, PREFIX, sycl::tan(x))                          \
  __SYCL_ESTIMATE_2(divide, SPACE, PREFIX, x / y)                              \
  __SYCL_ESTIMATE_2(powr, SPACE, PREFIX, sycl::powr(x, y))

/// Functions of implementation-defined accuracy, the device's fastest.
namespace native {
__SYCL_ESTIMATES(native, native_)
} // namespace native

/// Functions of half's accuracy at least (8192 ulp); of angles up to 2^16.
namespace half_precision {
__SYCL_ESTIMATES(half_precision, half_)
} // namespace half_precision
#undef __SYCL_ESTIMATES
#undef __SYCL_ESTIMATE_1
#undef __SYCL_ESTIMATE_2
#undef __SYCL_ESTIMATE

} // namespace _V1
} // namespace sycl
