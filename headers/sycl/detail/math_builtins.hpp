// OpenCL.std functions that device code calls, as overloads on the scalar
// floating-point types, and nothing else: whatever plain C++ or a compiler
// built-in can say is written that way in scalar_math.hpp, so that each target
// has as few functions to provide as possible. docs/headers.md lists them.
#pragma once

#include <sycl/detail/defines.hpp>

#ifdef __SYCL_DEVICE_ONLY__

#define __SYCL_OCL_1(NAME)                                                     \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) float __spirv_ocl_##NAME(float) noexcept;         \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) double __spirv_ocl_##NAME(double) noexcept;       \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) _Float16 __spirv_ocl_##NAME(_Float16) noexcept;
#define __SYCL_OCL_2(NAME)                                                     \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) float __spirv_ocl_##NAME(float, float) noexcept;  \
  SYCL_EXTERNAL __attribute__((const)) double __spirv_ocl_##NAME(              \
      double, double) noexcept;                                                \
  SYCL_EXTERNAL __attribute__((const)) _Float16 __spirv_ocl_##NAME(            \
      _Float16, _Float16) noexcept;
#define __SYCL_OCL_ESTIMATE(NAME)                                              \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) float __spirv_ocl_native_##NAME(float) noexcept;  \
  SYCL_EXTERNAL                                                                \
      __attribute__((const)) float __spirv_ocl_half_##NAME(float) noexcept;
#define __SYCL_OCL_ESTIMATE_2(NAME)                                            \
  SYCL_EXTERNAL __attribute__((const)) float __spirv_ocl_native_##NAME(        \
      float, float) noexcept;                                                  \
  SYCL_EXTERNAL __attribute__((const)) float __spirv_ocl_half_##NAME(          \
      float, float) noexcept;

__SYCL_OCL_1(acos)
__SYCL_OCL_1(acosh)
__SYCL_OCL_1(asin)
__SYCL_OCL_1(asinh)
__SYCL_OCL_1(atan)
__SYCL_OCL_1(atanh)
__SYCL_OCL_1(cbrt)
__SYCL_OCL_1(cos)
__SYCL_OCL_1(cosh)
__SYCL_OCL_1(cospi)
__SYCL_OCL_1(erf)
__SYCL_OCL_1(erfc)
__SYCL_OCL_1(exp)
__SYCL_OCL_1(exp2)
__SYCL_OCL_1(exp10)
__SYCL_OCL_1(expm1)
__SYCL_OCL_1(lgamma)
__SYCL_OCL_1(log)
__SYCL_OCL_1(log2)
__SYCL_OCL_1(log10)
__SYCL_OCL_1(log1p)
__SYCL_OCL_1(rsqrt)
__SYCL_OCL_1(sin)
__SYCL_OCL_1(sinh)
__SYCL_OCL_1(sinpi)
__SYCL_OCL_1(tan)
__SYCL_OCL_1(tanh)
__SYCL_OCL_1(tgamma)
__SYCL_OCL_2(atan2)
__SYCL_OCL_2(fmod)
__SYCL_OCL_2(hypot)
__SYCL_OCL_2(pow)
__SYCL_OCL_2(remainder)
__SYCL_OCL_ESTIMATE(cos)
__SYCL_OCL_ESTIMATE(exp)
__SYCL_OCL_ESTIMATE(exp2)
__SYCL_OCL_ESTIMATE(exp10)
__SYCL_OCL_ESTIMATE(log)
__SYCL_OCL_ESTIMATE(log2)
__SYCL_OCL_ESTIMATE(log10)
__SYCL_OCL_ESTIMATE(recip)
__SYCL_OCL_ESTIMATE(rsqrt)
__SYCL_OCL_ESTIMATE(sin)
__SYCL_OCL_ESTIMATE(sqrt)
__SYCL_OCL_ESTIMATE(tan)
__SYCL_OCL_ESTIMATE_2(divide)
__SYCL_OCL_ESTIMATE_2(powr)

// Compilers turn a 64-bit mul_hi written in C++ into a 128-bit product, which
// not every target has.
SYCL_EXTERNAL __attribute__((const)) unsigned long
__spirv_ocl_u_mul_hi(unsigned long, unsigned long) noexcept;

#undef __SYCL_OCL_1
#undef __SYCL_OCL_2
#undef __SYCL_OCL_ESTIMATE
#undef __SYCL_OCL_ESTIMATE_2

#endif // __SYCL_DEVICE_ONLY__
