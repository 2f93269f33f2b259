//===- gpu_math.h - Mathematics of GPUs where libclc's is not enough ------===//
//
// In: OpenCL's functions, which libclc defines for both families. Out: those
// that device code calls, where libclc's are slow (most are: they read tables,
// of which the lanes of a warp want different entries) or where OpenCL
// ("Relative error as ULPs", "Additional requirements beyond C99") asks for
// other results. Everything else reaches libclc directly.
//
// Measured with gpu_math_test, which runs this code on the host, libclc's:
//  - tgamma is the exponential of lgamma: its error grows with the result's
//    exponent, up to hundreds of units, and poles have one sign;
//  - lgamma of float is wrong at minus infinity and just below zero;
//  - fmod and remainder of float know no subnormal numbers;
//  - ldexp takes NaN for infinity (double) and loses large exponents; what
//    Clang and LLVM make of ldexp, scalbn and exp2 of integers ends in it;
//  - functions of half are missing (NVIDIA): those of float, rounded once more,
//    are within the bounds, and serve both families.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_H

#include "postlink/aot/device_library/common.h"
#include "postlink/aot/device_library/gpu_error_functions.h"
#include "postlink/aot/device_library/gpu_exponentials.h"
#include "postlink/aot/device_library/gpu_logarithms.h"
#include "postlink/aot/device_library/gpu_trigonometry.h"

// libclc's functions have the names of OpenCL's, mangled as C++ would.
#define FACET_LIBCLC_UNARY(NAME)                                               \
  __attribute__((const)) float NAME(float);                                    \
  __attribute__((const)) double NAME(double);
#define FACET_LIBCLC_BINARY(NAME)                                              \
  __attribute__((const)) float NAME(float, float);                             \
  __attribute__((const)) double NAME(double, double);
FACET_UNARY_MATH(FACET_LIBCLC_UNARY)
FACET_BINARY_MATH(FACET_LIBCLC_BINARY)
#undef FACET_LIBCLC_UNARY
#undef FACET_LIBCLC_BINARY

// What is not defined here is libclc's.
#define FACET_DECLARE_UNARY(NAME)                                              \
  __attribute__((const)) float __spirv_ocl_##NAME(float);
#define FACET_DECLARE_BINARY(NAME)                                             \
  __attribute__((const)) float __spirv_ocl_##NAME(float, float);
FACET_UNARY_MATH(FACET_DECLARE_UNARY)
FACET_BINARY_MATH(FACET_DECLARE_BINARY)
#undef FACET_DECLARE_UNARY
#undef FACET_DECLARE_BINARY

//===-- Our own -----------------------------------------------------------===//

#define FACET_OWN_UNARY(NAME)                                                  \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x) { return gpu::NAME(x); }     \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x) { return gpu::NAME(x); }
#define FACET_OWN_BINARY(NAME)                                                 \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x, float y) {                   \
    return gpu::NAME(x, y);                                                    \
  }                                                                            \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x, double y) {                \
    return gpu::NAME(x, y);                                                    \
  }
FACET_OWN_UNARY(acos)
FACET_OWN_UNARY(acosh)
FACET_OWN_UNARY(asin)
FACET_OWN_UNARY(asinh)
FACET_OWN_UNARY(atan)
FACET_OWN_UNARY(atanh)
FACET_OWN_UNARY(cbrt)
FACET_OWN_UNARY(cos)
FACET_OWN_UNARY(cosh)
FACET_OWN_UNARY(cospi)
FACET_OWN_UNARY(erf)
FACET_OWN_UNARY(erfc)
FACET_OWN_UNARY(exp)
FACET_OWN_UNARY(exp2)
FACET_OWN_UNARY(exp10)
FACET_OWN_UNARY(expm1)
FACET_OWN_UNARY(log)
FACET_OWN_UNARY(log2)
FACET_OWN_UNARY(log10)
FACET_OWN_UNARY(log1p)
FACET_OWN_UNARY(sin)
FACET_OWN_UNARY(sinh)
FACET_OWN_UNARY(sinpi)
FACET_OWN_UNARY(tan)
FACET_OWN_UNARY(tanh)
FACET_OWN_BINARY(atan2)
FACET_OWN_BINARY(hypot)
FACET_OWN_BINARY(pow)
#undef FACET_OWN_UNARY
#undef FACET_OWN_BINARY

//===-- Subnormal divisors of float ---------------------------------------===//

#define FACET_SMALL_DIVISOR(NAME)                                              \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x, float y) {                   \
    return __builtin_elementwise_abs(y) < 0x1p-124f                            \
               ? static_cast<float>(                                           \
                     NAME(static_cast<double>(x), static_cast<double>(y)))     \
               : NAME(x, y);                                                   \
  }
FACET_SMALL_DIVISOR(fmod)
FACET_SMALL_DIVISOR(remainder)
#undef FACET_SMALL_DIVISOR

//===-- ldexp -------------------------------------------------------------===//

/// x * 2^n with one rounding: large steps of normal factors, and on the way down
/// one that stays above the subnormal numbers until the last step.
template <typename T, typename Bits, int Top, int Digits>
FACET_INLINE T scaled(T x, int n) {
  auto power = [](int exponent) {
    return __builtin_bit_cast(T, static_cast<Bits>(exponent + Top)
                                     << (Digits - 1));
  };
  constexpr int down = Top - 1 - Digits;
  for (int step = 0; step < 2 && n > Top; ++step) {
    x *= power(Top);
    n -= Top;
  }
  for (int step = 0; step < 2 && n < 1 - Top; ++step) {
    x *= power(-down);
    n += down;
  }
  return x * power(n > Top ? Top : n < 1 - Top ? 1 - Top : n);
}

FACET_BUILTIN float __spirv_ocl_ldexp(float x, int n) {
  return scaled<float, unsigned, 127, 24>(x, n);
}
FACET_BUILTIN double __spirv_ocl_ldexp(double x, int n) {
  return scaled<double, unsigned long, 1023, 53>(x, n);
}
/// Exact in float unless the half is infinite or zero by far.
FACET_BUILTIN half __spirv_ocl_ldexp(half x, int n) {
  return static_cast<half>(__spirv_ocl_ldexp(static_cast<float>(x), n));
}

//===-- Gamma -------------------------------------------------------------===//

FACET_BUILTIN float __spirv_ocl_lgamma(float x) {
  float size = __builtin_elementwise_abs(x);
  if (size < 0x1p-24f) // 1/x - 0.577...
    return -gpu::log(size);
  return size == __builtin_inff() ? size : lgamma(x);
}

/// Gamma(x) as factor * power / product: the whole may be out of range.
template <typename T> struct GammaParts {
  T factor, power, product;
};

/// The logarithm of what Stirling's formula leaves, for z >= 7: Bernoulli
/// numbers B(2k) / (2k (2k - 1) z^(2k - 1)).
FACET_INLINE double stirlingRest(double z) {
  constexpr double terms[] = {1.0 / 12,
                              -1.0 / 360,
                              1.0 / 1260,
                              -1.0 / 1680,
                              1.0 / 1188,
                              -691.0 / 360360,
                              1.0 / 156,
                              -3617.0 / 122400,
                              43867.0 / 244188,
                              -174611.0 / 125400,
                              77683.0 / 5796,
                              -236364091.0 / 1506960};
  double inverse = 1 / z, square = inverse * inverse, sum = 0;
  for (int i = sizeof terms / sizeof *terms - 1; i >= 0; --i)
    sum = __builtin_elementwise_fma(sum, square, terms[i]);
  return sum * inverse;
}
FACET_INLINE float stirlingRest(float z) {
  float inverse = 1 / z, square = inverse * inverse;
  float sum = __builtin_elementwise_fma(1.0f / 1260, square, -1.0f / 360);
  return __builtin_elementwise_fma(sum, square, 1.0f / 12) * inverse;
}

/// For -0.5 <= x. Small operands are moved to z >= 7, where Stirling's formula
/// holds: Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1)).
template <typename T> FACET_INLINE GammaParts<T> gammaParts(T x) {
  constexpr T start = 7, rootOfTwoPi = T(2.50662827463100050241576528481104525);
  T product = 1, steps = 0;
  for (T at = x; at < start && steps < 8; at = x + steps) {
    product *= at;
    steps += 1;
  }
  T z = x + steps;
  // What the sum lost, times the derivative of log Gamma on [7, 8].
  T part = z - x;
  T lost = (x - (z - part)) + (steps - part);
  T correction = lost * (T(1.87278) + T(0.14286) * (z - start));
  // Exponents are halved, so that nothing overflows before the result does.
  T power = gpu::pow(z, T(0.5) * z - T(0.25));
  T factor = rootOfTwoPi * gpu::exp(stirlingRest(z)) * gpu::exp(-z) * power;
  return {__builtin_elementwise_fma(factor, correction, factor), power,
          product};
}

/// Where 1 / Gamma(x) is less than half of the smallest number, for the
/// reflection, and Gamma(x) infinite.
template <typename T> constexpr T gammaLimit = sizeof(T) == 8 ? T(185) : T(43);

template <typename T> FACET_INLINE T gamma(T x) {
  constexpr T pi = T(3.14159265358979323846264338327950288);
  if (x != x || x == 0)
    return 1 / x;
  if (x >= T(-0.5)) {
    if (x > gammaLimit<T>)
      return T(__builtin_inf());
    GammaParts<T> parts = gammaParts(x);
    return parts.factor * parts.power / parts.product;
  }
  T size = -x;
  if (__builtin_elementwise_floor(size) == size) // infinity too
    return T(__builtin_nan(""));
  T sine = gpu::sinpi(size);
  if (size > gammaLimit<T>)
    return __builtin_elementwise_copysign(T(0), -sine);
  GammaParts<T> parts = gammaParts(size);
  return -pi * parts.product / (size * sine) / parts.factor / parts.power;
}

FACET_BUILTIN float __spirv_ocl_tgamma(float x) { return gamma(x); }
FACET_BUILTIN double __spirv_ocl_tgamma(double x) { return gamma(x); }

//===-- Half --------------------------------------------------------------===//

FACET_UNARY_MATH(FACET_HALF_UNARY)
FACET_BINARY_MATH(FACET_HALF_BINARY)
#undef FACET_INLINE

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_H
