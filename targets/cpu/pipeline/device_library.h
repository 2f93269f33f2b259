//===- device_library.h - Built-ins for CPUs ------------------------------===//
//
// Work-item queries and barriers are part of how a kernel is made into a
// group function (postlink/retarget/cpu_kernels.h); here is mathematics only.
// What LLVM has an intrinsic for uses it: those become calls of libmvec in
// vectorized loops. The rest are libm's functions. Both are within OpenCL's
// bounds ("Relative error as ULPs"), but for libmvec's logf: measured 3.9 ULP
// where 3 are allowed. Logarithms of float are the polynomials of GPUs, which
// loops have as vectors.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/device_library/common.h"
#include "postlink/aot/device_library/logarithms.h"

#define FACET_ELEMENTWISE_UNARY(NAME)                                          \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x) {                            \
    return __builtin_elementwise_##NAME(x);                                    \
  }                                                                            \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x) {                          \
    return __builtin_elementwise_##NAME(x);                                    \
  }
#define FACET_ELEMENTWISE_BINARY(NAME)                                         \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x, float y) {                   \
    return __builtin_elementwise_##NAME(x, y);                                 \
  }                                                                            \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x, double y) {                \
    return __builtin_elementwise_##NAME(x, y);                                 \
  }
#define FACET_LIBM_UNARY(NAME)                                                 \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x) {                            \
    return __builtin_##NAME##f(x);                                             \
  }                                                                            \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x) {                          \
    return __builtin_##NAME(x);                                                \
  }
#define FACET_LIBM_BINARY(NAME)                                                \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x, float y) {                   \
    return __builtin_##NAME##f(x, y);                                          \
  }                                                                            \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x, double y) {                \
    return __builtin_##NAME(x, y);                                             \
  }

FACET_ELEMENTWISE_UNARY(acos)
FACET_ELEMENTWISE_UNARY(asin)
FACET_ELEMENTWISE_UNARY(atan)
FACET_ELEMENTWISE_UNARY(cos)
FACET_ELEMENTWISE_UNARY(cosh)
FACET_ELEMENTWISE_UNARY(exp)
FACET_ELEMENTWISE_UNARY(exp2)
FACET_ELEMENTWISE_UNARY(exp10)
FACET_ELEMENTWISE_UNARY(sin)
FACET_ELEMENTWISE_UNARY(sinh)
FACET_ELEMENTWISE_UNARY(tan)
FACET_ELEMENTWISE_UNARY(tanh)
FACET_ELEMENTWISE_BINARY(atan2)
FACET_ELEMENTWISE_BINARY(fmod)
FACET_ELEMENTWISE_BINARY(pow)

FACET_LIBM_UNARY(acosh)
FACET_LIBM_UNARY(asinh)
FACET_LIBM_UNARY(atanh)
FACET_LIBM_UNARY(erf)
FACET_LIBM_UNARY(erfc)
FACET_LIBM_UNARY(expm1)
FACET_LIBM_UNARY(log1p)
FACET_LIBM_UNARY(tgamma)
FACET_LIBM_BINARY(hypot)
FACET_LIBM_BINARY(remainder)

// libm's cbrt was measured 2.9 ULP away where 2 are allowed: one more step of
// Newton's method.
FACET_BUILTIN float __spirv_ocl_cbrt(float x) { return __builtin_cbrtf(x); }
FACET_BUILTIN double __spirv_ocl_cbrt(double x) {
  double y = __builtin_cbrt(x);
  double square = y * y;
  // What squaring lost counts: the residue is small beside x.
  double lost = __builtin_elementwise_fma(y, y, -square);
  double residue = __builtin_elementwise_fma(square, y, -x) + lost * y;
  double better = y - residue / (3.0 * square);
  return better - better == 0.0 ? better : y; // zero, infinite and NaN
}

#define FACET_LOGARITHM(NAME)                                                  \
  FACET_BUILTIN float __spirv_ocl_##NAME(float x) { return gpu::NAME(x); }     \
  FACET_BUILTIN double __spirv_ocl_##NAME(double x) {                          \
    return __builtin_elementwise_##NAME(x);                                    \
  }
FACET_LOGARITHM(log)
FACET_LOGARITHM(log2)
FACET_LOGARITHM(log10)

// The plain lgamma writes the sign to a global that all threads share.
extern "C" float lgammaf_r(float, int *) noexcept;
extern "C" double lgamma_r(double, int *) noexcept;
FACET_BUILTIN float __spirv_ocl_lgamma(float x) {
  int sign;
  return lgammaf_r(x, &sign);
}
FACET_BUILTIN double __spirv_ocl_lgamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

FACET_BUILTIN float __spirv_ocl_rsqrt(float x) {
  return 1.0f / __builtin_elementwise_sqrt(x);
}
FACET_BUILTIN double __spirv_ocl_rsqrt(double x) {
  return 1.0 / __builtin_elementwise_sqrt(x);
}

/// sin or cos of pi * (x + quarter / 2): exact reduction to a quarter turn,
/// then the function that is accurate there.
static inline __attribute__((always_inline)) double turn(double x,
                                                         long quarter) {
  constexpr double pi = 3.14159265358979323846;
  double rest = x - 2.0 * __builtin_elementwise_rint(x * 0.5);
  double nearest = __builtin_elementwise_rint(rest * 2.0);
  double angle = pi * (rest - nearest * 0.5);
  long phase = (static_cast<long>(nearest) + quarter) & 3;
  double value = (phase & 1) ? __builtin_elementwise_cos(angle)
                             : __builtin_elementwise_sin(angle);
  return (phase & 2) ? -value : value;
}
static inline __attribute__((always_inline)) bool isFinite(double x) {
  return __builtin_elementwise_abs(x) < __builtin_inf();
}
FACET_BUILTIN double __spirv_ocl_sinpi(double x) {
  double value = isFinite(x) ? turn(x, 0) : __builtin_nan("");
  return value == 0.0 ? __builtin_copysign(0.0, x) : value;
}
FACET_BUILTIN double __spirv_ocl_cospi(double x) {
  double value = isFinite(x) ? turn(x, 1) : __builtin_nan("");
  return value == 0.0 ? 0.0 : value;
}
FACET_BUILTIN float __spirv_ocl_sinpi(float x) {
  return static_cast<float>(__spirv_ocl_sinpi(static_cast<double>(x)));
}
FACET_BUILTIN float __spirv_ocl_cospi(float x) {
  return static_cast<float>(__spirv_ocl_cospi(static_cast<double>(x)));
}

FACET_UNARY_MATH(FACET_HALF_UNARY)
FACET_BINARY_MATH(FACET_HALF_BINARY)

#define FACET_NATIVE(NAME)                                                     \
  FACET_BUILTIN float __spirv_ocl_native_##NAME(float x) {                     \
    return __spirv_ocl_##NAME(x);                                              \
  }
FACET_NATIVE(cos)
FACET_NATIVE(exp)
FACET_NATIVE(exp2)
FACET_NATIVE(exp10)
FACET_NATIVE(log2)
FACET_NATIVE(log10)
FACET_NATIVE(rsqrt)
FACET_NATIVE(sin)
FACET_NATIVE(tan)
FACET_BUILTIN float __spirv_ocl_native_log(float x) {
  return __builtin_elementwise_log(x);
}
FACET_BUILTIN float __spirv_ocl_native_sqrt(float x) {
  return __builtin_elementwise_sqrt(x);
}
FACET_BUILTIN float __spirv_ocl_native_recip(float x) { return 1.0f / x; }
FACET_BUILTIN float __spirv_ocl_native_divide(float x, float y) { return x / y; }
// pow has vectors, exp2 has none.
FACET_BUILTIN float __spirv_ocl_native_powr(float x, float y) {
  return __spirv_ocl_pow(x, y);
}
FACET_BUILTIN float __spirv_ocl_half_powr(float x, float y) {
  const bool none = !(x >= 0) || y != y ||
                    (y == 0 && (x == 0 || x == __builtin_inff())) ||
                    (x == 1 && __builtin_elementwise_abs(y) == __builtin_inff());
  return none ? __builtin_nanf("") : __spirv_ocl_pow(x, y);
}

#include "postlink/aot/device_library/half_functions.h"

//===-- assert ------------------------------------------------------------===//

extern "C" int snprintf(char *text, size_type size, const char *format,
                        ...) noexcept;
extern "C" long write(int file, const void *text, size_type size);
extern "C" [[noreturn]] void abort() noexcept;

/// The message in one piece, for other work-items may fail at the same time.
extern "C" __attribute__((noinline, cold, noreturn, visibility("default"))) void
__sycl_assert_fail(const char *expression, const char *file, uint32 line,
                   const char *function, size_type globalX, size_type globalY,
                   size_type globalZ, size_type localX, size_type localY,
                   size_type localZ) {
  char text[4096];
  int length = snprintf(text, sizeof text,
                        "%s:%u: %s: global id: [%lu,%lu,%lu], local id: "
                        "[%lu,%lu,%lu] Assertion `%s` failed.\n",
                        file, line, function, globalX, globalY, globalZ, localX,
                        localY, localZ, expression);
  if (length > static_cast<int>(sizeof text) - 1)
    length = static_cast<int>(sizeof text) - 1;
  if (length > 0 && write(2, text, static_cast<size_type>(length)) < 0)
    abort(); // nobody reads
  abort();
}

//===-- Parts of sub-groups -----------------------------------------------===//
//
// The work-items of a sub-group take turns. One that waits for the others of
// its part says for whom, and the last of them to come lets all go on. Work-items
// wait for the whole sub-group, or the work-group, only when none waits for a
// part (postlink/retarget/cpu_barriers.h).

/// Of this work-item; those of the others of the sub-group lie beside it.
extern "C" uint32 *__facet_exchange_slot() noexcept;
extern "C" volatile size_type *__facet_wait_slot() noexcept;
extern "C" __attribute__((convergent)) void __facet_wait_for_others() noexcept;
extern "C" uint32 __facet_lane() noexcept
    __asm__("llvm.spv.subgroup.local.invocation.id");

/// Lets the members go on if all of them wait. Not inlined: kernels have many
/// places where parts meet.
static __attribute__((noinline)) void
releaseIfComplete(volatile size_type *first, size_type members) {
  for (size_type rest = members; rest != 0; rest &= rest - 1)
    if (first[__builtin_ctzl(rest)] != members)
      return;
  for (size_type rest = members; rest != 0; rest &= rest - 1)
    first[__builtin_ctzl(rest)] = 0;
}

static inline __attribute__((always_inline, convergent)) void
meet(size_type members) {
  volatile size_type *own = __facet_wait_slot();
  *own = members;
  releaseIfComplete(own - __facet_lane(), members);
  while (*own != 0)
    __facet_wait_for_others();
}

__attribute__((convergent)) void __spirv_MemoryBarrier(uint32 scope,
                                                       uint32 semantics);

extern "C" FACET_BUILTIN __attribute__((convergent)) void
__sycl_barrier_among(uint32 memory, uint32 semantics, size_type members) {
  __spirv_MemoryBarrier(memory, semantics);
  meet(members);
}
extern "C" FACET_BUILTIN __attribute__((convergent)) uint32
__sycl_exchange_among(uint32 value, uint32 lane, size_type members) {
  volatile uint32 *slot = __facet_exchange_slot();
  *slot = value;
  meet(members);
  const uint32 other = (slot - __facet_lane())[lane];
  meet(members);
  return other;
}
