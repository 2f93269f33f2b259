// The mathematical functions of SYCL 2020 (4.17.5) on float, double and half.
//
// Three kinds, by what they are made of:
//  - library functions: OpenCL.std on the device, <cmath> on the host;
//  - functions that compilers know: an intrinsic on both sides;
//  - the rest, in terms of these, in scalar_math_composite.hpp.
// half goes through float on the host.
#pragma once

#include <sycl/detail/math_builtins.hpp>
#include <sycl/detail/vec_traits.hpp>

#include <cmath>

namespace sycl {
inline namespace _V1 {

namespace detail::host {

template <typename T>
inline constexpr T pi = T(3.141592653589793238462643383279503);

/// sin(pi * x) for the x in [-1, 1] that is x modulo 2: exact reductions first.
template <typename T> T sinpi(T x) {
  const T r = std::remainder(x, T(2));
  const T near_zero = std::fabs(r) > T(0.5) ? std::copysign(T(1), r) - r : r;
  return std::sin(pi<T> * near_zero);
}
template <typename T> T cospi(T x) {
  const T r = std::fabs(std::remainder(x, T(2)));
  if (r == T(0.5))
    return T(0);
  return r < T(0.25)   ? std::cos(pi<T> * r)
         : r > T(0.75) ? -std::cos(pi<T> * (T(1) - r))
                       : std::sin(pi<T> * (T(0.5) - r));
}
template <typename T> T exp10(T x) { return std::pow(T(10), x); }
template <typename T> T rsqrt(T x) { return T(1) / std::sqrt(x); }

} // namespace detail::host

// NAME: the function; HOST: what the host calls instead.
#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_LIBRARY_1(NAME, HOST)                                           \
  inline float NAME(float x) noexcept { return __spirv_ocl_##NAME(x); }        \
  inline double NAME(double x) noexcept { return __spirv_ocl_##NAME(x); }      \
  inline half NAME(half x) noexcept {                                          \
    return half(__spirv_ocl_##NAME(x.data()));                                 \
  }
#define __SYCL_LIBRARY_2(NAME)                                                 \
  inline float NAME(float x, float y) noexcept {                               \
    return __spirv_ocl_##NAME(x, y);                                           \
  }                                                                            \
  inline double NAME(double x, double y) noexcept {                            \
    return __spirv_ocl_##NAME(x, y);                                           \
  }                                                                            \
  inline half NAME(half x, half y) noexcept {                                  \
    return half(__spirv_ocl_##NAME(x.data(), y.data()));                       \
  }
#else
#define __SYCL_LIBRARY_1(NAME, HOST)                                           \
  inline float NAME(float x) noexcept { return HOST(x); }                      \
  inline double NAME(double x) noexcept { return HOST(x); }                    \
  inline half NAME(half x) noexcept {                                          \
    return half(HOST(static_cast<float>(x)));                                  \
  }
#define __SYCL_LIBRARY_2(NAME)                                                 \
  inline float NAME(float x, float y) noexcept { return std::NAME(x, y); }     \
  inline double NAME(double x, double y) noexcept { return std::NAME(x, y); }  \
  inline half NAME(half x, half y) noexcept {                                  \
    return half(std::NAME(static_cast<float>(x), static_cast<float>(y)));      \
  }
#endif
__SYCL_LIBRARY_1(acos, std::acos)
__SYCL_LIBRARY_1(acosh, std::acosh)
__SYCL_LIBRARY_1(asin, std::asin)
__SYCL_LIBRARY_1(asinh, std::asinh)
__SYCL_LIBRARY_1(atan, std::atan)
__SYCL_LIBRARY_1(atanh, std::atanh)
__SYCL_LIBRARY_1(cbrt, std::cbrt)
__SYCL_LIBRARY_1(cos, std::cos)
__SYCL_LIBRARY_1(cosh, std::cosh)
__SYCL_LIBRARY_1(cospi, detail::host::cospi)
__SYCL_LIBRARY_1(erf, std::erf)
__SYCL_LIBRARY_1(erfc, std::erfc)
__SYCL_LIBRARY_1(exp, std::exp)
__SYCL_LIBRARY_1(exp2, std::exp2)
__SYCL_LIBRARY_1(exp10, detail::host::exp10)
__SYCL_LIBRARY_1(expm1, std::expm1)
__SYCL_LIBRARY_1(lgamma, std::lgamma)
__SYCL_LIBRARY_1(log, std::log)
__SYCL_LIBRARY_1(log2, std::log2)
__SYCL_LIBRARY_1(log10, std::log10)
__SYCL_LIBRARY_1(log1p, std::log1p)
__SYCL_LIBRARY_1(rsqrt, detail::host::rsqrt)
__SYCL_LIBRARY_1(sin, std::sin)
__SYCL_LIBRARY_1(sinh, std::sinh)
__SYCL_LIBRARY_1(sinpi, detail::host::sinpi)
__SYCL_LIBRARY_1(tan, std::tan)
__SYCL_LIBRARY_1(tanh, std::tanh)
__SYCL_LIBRARY_1(tgamma, std::tgamma)
__SYCL_LIBRARY_2(atan2)
__SYCL_LIBRARY_2(fmod)
__SYCL_LIBRARY_2(hypot)
__SYCL_LIBRARY_2(pow)
__SYCL_LIBRARY_2(remainder)
#undef __SYCL_LIBRARY_1
#undef __SYCL_LIBRARY_2

// BUILTIN: the suffix of clang's elementwise built-in of that meaning.
#ifdef __clang__
#define __SYCL_KNOWN(TYPE, NAME, BUILTIN, ...)                                 \
  return TYPE(__builtin_elementwise_##BUILTIN(__VA_ARGS__));
#else
#define __SYCL_KNOWN(TYPE, NAME, BUILTIN, ...)                                 \
  return TYPE(std::NAME(__VA_ARGS__));
#endif
#ifdef __SYCL_HAS_FLOAT16
#define __SYCL_HALF_ARGUMENT(X) X.data()
#else
#define __SYCL_HALF_ARGUMENT(X) static_cast<float>(X)
#endif
#define __SYCL_KNOWN_1(NAME, BUILTIN)                                          \
  inline float NAME(float x) noexcept {                                        \
    __SYCL_KNOWN(float, NAME, BUILTIN, x)                                      \
  }                                                                            \
  inline double NAME(double x) noexcept {                                      \
    __SYCL_KNOWN(double, NAME, BUILTIN, x)                                     \
  }                                                                            \
  inline half NAME(half x) noexcept {                                          \
    __SYCL_KNOWN(half, NAME, BUILTIN, __SYCL_HALF_ARGUMENT(x))                 \
  }
#define __SYCL_KNOWN_2(NAME, BUILTIN)                                          \
  inline float NAME(float x, float y) noexcept {                               \
    __SYCL_KNOWN(float, NAME, BUILTIN, x, y)                                   \
  }                                                                            \
  inline double NAME(double x, double y) noexcept {                            \
    __SYCL_KNOWN(double, NAME, BUILTIN, x, y)                                  \
  }                                                                            \
  inline half NAME(half x, half y) noexcept {                                  \
    __SYCL_KNOWN(half, NAME, BUILTIN, __SYCL_HALF_ARGUMENT(x),                 \
                 __SYCL_HALF_ARGUMENT(y))                                      \
  }
__SYCL_KNOWN_1(ceil, ceil)
__SYCL_KNOWN_1(fabs, abs)
__SYCL_KNOWN_1(floor, floor)
__SYCL_KNOWN_1(rint, rint)
__SYCL_KNOWN_1(round, round)
__SYCL_KNOWN_1(sqrt, sqrt)
__SYCL_KNOWN_1(trunc, trunc)
__SYCL_KNOWN_2(copysign, copysign)
__SYCL_KNOWN_2(fmax, maxnum)
__SYCL_KNOWN_2(fmin, minnum)
inline float fma(float x, float y, float z) noexcept {
  __SYCL_KNOWN(float, fma, fma, x, y, z)
}
inline double fma(double x, double y, double z) noexcept {
  __SYCL_KNOWN(double, fma, fma, x, y, z)
}
inline half fma(half x, half y, half z) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  return half(__builtin_elementwise_fma(x.data(), y.data(), z.data()));
#else
  // In double the product is exact and the sum nearly always is; from there a
  // single rounding leads to half.
  return half(std::fma(static_cast<double>(static_cast<float>(x)),
                       static_cast<double>(static_cast<float>(y)),
                       static_cast<double>(static_cast<float>(z))));
#endif
}
#undef __SYCL_KNOWN
#undef __SYCL_KNOWN_1
#undef __SYCL_KNOWN_2
#undef __SYCL_HALF_ARGUMENT

} // namespace _V1
} // namespace sycl
