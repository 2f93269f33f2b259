//===- gpu_half_functions.h - OpenCL's half_ functions by estimates -------===//
//
// In:  the rest of gpu_math.h, and estimates that know every number: FACET_EXP2_OF_ALL,
//      FACET_LOG2_OF_ALL, FACET_QUOTIENT, FACET_ROOT_OF_ALL.
// Out: functions of float that are wrong by 8192 ulp at most, some 2^-11 of the
//      result, of angles up to 2^16 (OpenCL, "half_ and native_ functions").
//
// An estimate is not enough where a result is near zero: its absolute error is
// bounded there. sin, cos and tan are short polynomials of what a whole number
// of half or quarter turns leaves, which take as many instructions as scaling
// the operands of the estimates would.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_HALF_FUNCTIONS_H
#define FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_HALF_FUNCTIONS_H

#include "postlink/aot/device_library/gpu_math_basics.h"

namespace gpu::half_precision {

/// Returns \p x without \p n half turns.
FACET_INLINE float withoutHalfTurns(float x, float n) {
  return fma(n, 0x1.ee59dap-49f,
             fma(n, 0x1.777a5cp-24f, fma(n, -0x1.921fb6p+1f, x)));
}
/// Returns sin(\p r), with the other sign if \p turns is odd; its lowest bits
/// are an integer's. |r| <= pi / 2, relative error 2^-13.1.
FACET_INLINE float sine(float r, float turns) {
  const float value =
      r * polynomial(r * r, 0x1.fff1d2p-1f, -0x1.53e2e6p-3f, 0x1.f2438cp-8f);
  return floatOf(bitsOf(value) ^ bitsOf(turns) << 31);
}
FACET_INLINE float sin(float x) {
  const float sum = fma(x, 0x1.45f306p-2f, Real<float>::rounder);
  return sine(withoutHalfTurns(x, sum - Real<float>::rounder), sum);
}
FACET_INLINE float cos(float x) {
  const float sum = fma(x, 0x1.45f306p-2f, -0.5f) + Real<float>::rounder;
  return sine(-withoutHalfTurns(x, sum - Real<float>::rounder + 0.5f), sum);
}
FACET_INLINE float tan(float x) {
  const float sum = fma(x, 0x1.45f306p-1f, Real<float>::rounder);
  const float n = sum - Real<float>::rounder;
  const float r = withoutHalfTurns(x, 0.5f * n);
  // |r| <= pi / 4, relative error 2^-14.4.
  const float value = r * polynomial(r * r, 0x1.fffa36p-1f, 0x1.57a30cp-2f,
                                       0x1.db096cp-4f, 0x1.818f28p-4f);
  return bitsOf(sum) & 1 ? -FACET_QUOTIENT(1.0f, value) : value;
}

FACET_INLINE float exp2(float x) { return FACET_EXP2_OF_ALL(x); }
FACET_INLINE float exp(float x) { return exp2(x * 0x1.715476p+0f); }
FACET_INLINE float exp10(float x) { return exp2(x * 0x1.a934fp+1f); }

/// Near one, where the estimate's absolute error is too large: the series.
FACET_INLINE float log2(float x) {
  const float more = x - 1;
  const float series = more * fma(more, -0x1.715476p-1f, 0x1.715476p+0f);
  return absolute(more) < 0x1p-9f ? series : FACET_LOG2_OF_ALL(x);
}
FACET_INLINE float log(float x) { return log2(x) * 0x1.62e43p-1f; }
FACET_INLINE float log10(float x) { return log2(x) * 0x1.344136p-2f; }

} // namespace gpu::half_precision

#define FACET_ESTIMATED(NAME)                                                  \
  FACET_BUILTIN float __spirv_ocl_half_##NAME(float x) {                       \
    return gpu::half_precision::NAME(x);                                       \
  }
FACET_HALF_MATH(FACET_ESTIMATED)
#undef FACET_ESTIMATED
FACET_BUILTIN float __spirv_ocl_half_rsqrt(float x) {
  return __spirv_ocl_rsqrt(x);
}
FACET_BUILTIN float __spirv_ocl_half_recip(float x) {
  return FACET_QUOTIENT(1.0f, x);
}
FACET_BUILTIN float __spirv_ocl_half_divide(float x, float y) {
  return FACET_QUOTIENT(x, y);
}
FACET_BUILTIN float __spirv_ocl_half_sqrt(float x) {
  return FACET_ROOT_OF_ALL(x);
}

#endif // FACET_POSTLINK_AOT_DEVICE_LIBRARY_GPU_HALF_FUNCTIONS_H
