//===- gpu_math.h - Mathematics of GPUs where libclc's is not enough ------===//
//
// In: OpenCL's functions, which libclc defines for both families. Out: those
// that device code calls, where libclc's are slow (most are: they read tables,
// of which the lanes of a warp want different entries) or where OpenCL
// ("Relative error as ULPs", "Additional requirements beyond C99") asks for
// other results. Everything else reaches libclc directly.
//
// Measured with gpu_math_test, which runs this code on the host, libclc's:
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
#include "postlink/aot/device_library/gpu_gamma.h"
#include "postlink/aot/device_library/gpu_logarithms.h"
#include "postlink/aot/device_library/gpu_powers.h"
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
FACET_OWN_UNARY(lgamma)
FACET_OWN_UNARY(log)
FACET_OWN_UNARY(log2)
FACET_OWN_UNARY(log10)
FACET_OWN_UNARY(log1p)
FACET_OWN_UNARY(sin)
FACET_OWN_UNARY(sinh)
FACET_OWN_UNARY(sinpi)
FACET_OWN_UNARY(tan)
FACET_OWN_UNARY(tanh)
FACET_OWN_UNARY(tgamma)
FACET_OWN_BINARY(atan2)
FACET_OWN_BINARY(hypot)
FACET_OWN_BINARY(pow)
#undef FACET_OWN_UNARY
#undef FACET_OWN_BINARY

//===-- Remainders --------------------------------------------------------===//

// libclc's, for subnormal divisors of float in double.
template <typename T> FACET_INLINE T libclcFmod(T x, T y) { return fmod(x, y); }
template <typename T> FACET_INLINE T libclcRemainder(T x, T y) {
  return remainder(x, y);
}
#define FACET_SMALL_DIVISOR(NAME)                                              \
  FACET_INLINE float NAME(float x, float y) {                                  \
    return __builtin_elementwise_abs(y) < 0x1p-124f                            \
               ? static_cast<float>(                                           \
                     NAME(static_cast<double>(x), static_cast<double>(y)))     \
               : NAME<float>(x, y);                                            \
  }
FACET_SMALL_DIVISOR(libclcFmod)
FACET_SMALL_DIVISOR(libclcRemainder)
#undef FACET_SMALL_DIVISOR

/// Any operands: libclc's takes a step for every few digits of the quotient.
template <typename T>
__attribute__((noinline, cold, const)) static T fmodOfAny(T x, T y) {
  return libclcFmod(x, y);
}
/// The quotient of most operands is an integer that the type has, of which an
/// estimate is one too large at most.
template <typename T> FACET_INLINE T fmodOf(T x, T y) {
  constexpr T most = sizeof(T) == 4 ? 0x1p21 : 0x1p50;
  constexpr T least = sizeof(T) == 4 ? 0x1p-100 : 0x1p-900;
  const T a = gpu::absolute(x), b = gpu::absolute(y);
  if (__builtin_expect(!(a < b * most && b > least && b < 1 / least), 0))
    return fmodOfAny(x, y);
  const T sum = gpu::fma(a, FACET_RECIPROCAL(b), gpu::Real<T>::rounder);
  const T rest = gpu::fma(gpu::Real<T>::rounder - sum, b, a);
  return gpu::withSign(rest < 0 ? rest + b : rest, x);
}
FACET_BUILTIN float __spirv_ocl_fmod(float x, float y) { return fmodOf(x, y); }
FACET_BUILTIN double __spirv_ocl_fmod(double x, double y) {
  return fmodOf(x, y);
}
FACET_BUILTIN float __spirv_ocl_remainder(float x, float y) {
  return libclcRemainder(x, y);
}

//===-- ldexp -------------------------------------------------------------===//

/// x * 2^n with one rounding: large steps of normal factors, and on the way
/// down one that stays above the subnormal numbers until the last step.
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

//===-- Half --------------------------------------------------------------===//

FACET_UNARY_MATH(FACET_HALF_UNARY)
FACET_BINARY_MATH(FACET_HALF_BINARY)

//===-- Of half's accuracy ------------------------------------------------===//

#ifdef FACET_LOG2_OF_ALL
#include "postlink/aot/device_library/gpu_half_functions.h"
#else
#include "postlink/aot/device_library/half_functions.h"
#endif
/// The exponent may be a hundred times as wrong as the result.
FACET_BUILTIN float __spirv_ocl_half_powr(float x, float y) {
  return __spirv_ocl_exp2(y * __spirv_ocl_log2(x));
}

#undef FACET_INLINE

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_MATH_H
