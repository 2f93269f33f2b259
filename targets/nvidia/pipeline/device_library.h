//===- device_library.h - Built-ins for NVIDIA GPUs -----------------------===//
//
// "PTX ISA": Special Registers; Parallel Synchronization and Communication
// Instructions.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/device_library/common.h"

#define FACET_REGISTER(D, NAME, OTHERWISE)                                     \
  FACET_BY_DIMENSION(D, __nvvm_read_ptx_sreg_##NAME##_x(),                     \
                     __nvvm_read_ptx_sreg_##NAME##_y(),                        \
                     __nvvm_read_ptx_sreg_##NAME##_z(), OTHERWISE)

#define FACET_LOCAL_ID(D) FACET_REGISTER(D, tid, 0)
#define FACET_LOCAL_SIZE(D) FACET_REGISTER(D, ntid, 1)
#define FACET_GROUP_ID(D) FACET_REGISTER(D, ctaid, 0)
#define FACET_GROUP_COUNT(D) FACET_REGISTER(D, nctaid, 1)
#define FACET_GLOBAL_SIZE(D) (FACET_GROUP_COUNT(D) * FACET_LOCAL_SIZE(D))
#include "postlink/aot/device_library/gpu_queries.h"

static inline __attribute__((always_inline)) uint32 subGroupWidth() {
  return 32;
}
FACET_QUERY uint32 __facet_subgroup_local_invocation_id() {
  return static_cast<uint32>(__nvvm_read_ptx_sreg_laneid());
}
#include "postlink/aot/device_library/sub_groups.h"

FACET_BUILTIN void __spirv_MemoryBarrier(uint32 scope, uint32) {
  if (scope == ScopeCrossDevice)
    __nvvm_membar_sys();
  else if (scope == ScopeDevice)
    __nvvm_membar_gl();
  else if (scope != ScopeInvocation)
    __nvvm_membar_cta();
}

// A barrier orders memory within the work-group by itself.
FACET_BUILTIN __attribute__((convergent)) void
__spirv_ControlBarrier(uint32 execution, uint32 memory, uint32 semantics) {
  if (memory <= ScopeDevice)
    __spirv_MemoryBarrier(memory, semantics);
  if (execution <= ScopeWorkGroup)
    __syncthreads();
  else if (execution == ScopeSubGroup)
    __nvvm_bar_warp_sync(~0u);
}

/// All that are left of the warp call it together.
FACET_BUILTIN __attribute__((convergent)) uint32
__spirv_SubgroupShuffleINTEL(uint32 value, uint32 lane) {
  return static_cast<uint32>(__nvvm_shfl_sync_idx_i32(
      ~0u, static_cast<int>(value), static_cast<int>(lane), 31));
}

// Parts of sub-groups: lanes of one part meet, wherever the others are.
extern "C" FACET_BUILTIN __attribute__((convergent)) uint32
__sycl_exchange_among(uint32 value, uint32 lane, size_type members) {
  return static_cast<uint32>(__nvvm_shfl_sync_idx_i32(
      static_cast<uint32>(members), static_cast<int>(value),
      static_cast<int>(lane), 31));
}
extern "C" FACET_BUILTIN __attribute__((convergent)) void
__sycl_barrier_among(uint32 memory, uint32 semantics, size_type members) {
  if (memory <= ScopeDevice)
    __spirv_MemoryBarrier(memory, semantics);
  __nvvm_bar_warp_sync(static_cast<uint32>(members));
}
extern "C" FACET_BUILTIN __attribute__((convergent)) size_type
__sycl_executing_together() {
  // The library is for all versions of PTX, and Clang's built-in is not.
  uint32 lanes;
  __asm__ volatile("activemask.b32 %0;" : "=r"(lanes));
  return lanes;
}

FACET_QUERY bool __sycl_points_into(const void *pointer, uint32 space) {
  return space == SpacePrivate ? __nvvm_isspacep_local(pointer)
         : space == SpaceLocal ? __nvvm_isspacep_shared(pointer)
                               : !__nvvm_isspacep_local(pointer) &&
                                     !__nvvm_isspacep_shared(pointer);
}

//===-- Mathematics -------------------------------------------------------===//

// The special function unit's estimates. Newton's steps double the digits of
// those of double.
static inline __attribute__((always_inline, const)) float exp2Estimate(float x) {
  return __nvvm_ex2_approx_ftz_f(x);
}
static inline __attribute__((always_inline, const)) float log2Estimate(float x) {
  return __nvvm_lg2_approx_ftz_f(x);
}
static inline __attribute__((always_inline, const)) float inverseOf(float x) {
  return __nvvm_rcp_approx_ftz_f(x);
}
static inline __attribute__((always_inline, const)) double inverseOf(double x) {
  double value = __nvvm_rcp_approx_ftz_d(x);
  for (int step = 0; step < 2; ++step) {
    const double rest = __builtin_elementwise_fma(-x, value, 1.0);
    value = __builtin_elementwise_fma(value, rest, value);
  }
  return value;
}
// LLVM's intrinsic function: Clang has no built-in one for it, and takes text of
// an assembler for convergent, which keeps loops from being unrolled.
extern "C" double
inverseRootEstimate(double x) __asm__("llvm.nvvm.rsqrt.approx.ftz.d");
static inline __attribute__((always_inline, const)) float rootOf(float x) {
  const float inverse = __nvvm_rsqrt_approx_ftz_f(x), root = x * inverse;
  const float rest = __builtin_elementwise_fma(-root, root, x);
  return __builtin_elementwise_fma(rest, 0.5f * inverse, root);
}
static inline __attribute__((always_inline, const)) double rootOf(double x) {
  const double inverse = inverseRootEstimate(x);
  double root = x * inverse, half = 0.5 * inverse;
  const double step = __builtin_elementwise_fma(-root, half, 0.5);
  root = __builtin_elementwise_fma(root, step, root);
  half = __builtin_elementwise_fma(half, step, half);
  const double rest = __builtin_elementwise_fma(-root, root, x);
  return __builtin_elementwise_fma(rest, half, root);
}
// Without a built-in function of Clang.
extern "C" float
quotientEstimate(float x, float y) __asm__("llvm.nvvm.div.full");
#define FACET_LOG2_OF_ALL(X) __nvvm_lg2_approx_f(X)
#define FACET_QUOTIENT(X, Y) quotientEstimate(X, Y)
#define FACET_ROOT_OF_ALL(X) __nvvm_sqrt_approx_f(X)
#define FACET_EXP2(X) exp2Estimate(X)
#define FACET_EXP2_OF_ALL(X) __nvvm_ex2_approx_f(X)
#define FACET_WITHIN_ONE(X) __nvvm_saturate_f(X)
#define FACET_FMA_DOWN(A, B, C) __nvvm_fma_rm_f(A, B, C)
#define FACET_HIGH_BITS(X) __nvvm_d2i_hi(X)
#define FACET_LOW_BITS(X) __nvvm_d2i_lo(X)
#define FACET_DOUBLE(HIGH, LOW) __nvvm_lohi_i2d(LOW, HIGH)
#define FACET_LOG2(X) log2Estimate(X)
#define FACET_LOG2_LIMIT(X) log2Estimate(X)
#define FACET_RECIPROCAL(X) inverseOf(X)
#define FACET_ROOT(X) rootOf(X)
#define FACET_ROOT_ESTIMATE(X) __nvvm_sqrt_approx_ftz_f(X)
#include "postlink/aot/device_library/gpu_math.h"

/// Returns the special function unit's: 1.52 ulp at most over all numbers, of
/// which OpenCL allows 2; subnormal numbers, zeros and infinities are exact
/// cases.
FACET_BUILTIN float __spirv_ocl_rsqrt(float x) {
  return __nvvm_rsqrt_approx_f(x);
}
/// The estimate, to which the series of (1 - rest)^(-1/2) adds digits.
static inline __attribute__((always_inline, const)) double
inverseRootOf(double x) {
  const double value = inverseRootEstimate(x);
  const double rest = __builtin_elementwise_fma(x, -(value * value), 1.0);
  const double series = __builtin_elementwise_fma(rest, 0.375, 0.5);
  return __builtin_elementwise_fma(series, rest * value, value);
}
FACET_BUILTIN double __spirv_ocl_rsqrt(double x) {
  const uint32 high = static_cast<uint32>(__nvvm_d2i_hi(x));
  if (__builtin_expect(high - 0x00100000 < 0x7fe00000, 1))
    return inverseRootOf(x);
  if (x < 0)
    return __builtin_nan("");
  // Subnormal numbers, which the estimate does not know; others have no digits.
  return x > 0 && x < 1 ? inverseRootOf(x * 0x1p200) * 0x1p100
                        : inverseRootEstimate(x);
}

// The special function unit knows these; libclc's own end in intrinsics that
// the back end cannot select. Powers that are subnormal are zeros: it takes two
// more instructions to keep them.
#define FACET_NATIVE(NAME, VALUE)                                              \
  FACET_BUILTIN float __spirv_ocl_native_##NAME(float x) { return VALUE; }
FACET_NATIVE(cos, __nvvm_cos_approx_f(x))
FACET_NATIVE(sin, __nvvm_sin_approx_f(x))
FACET_NATIVE(tan, __nvvm_sin_approx_f(x) * inverseOf(__nvvm_cos_approx_f(x)))
FACET_NATIVE(exp2, exp2Estimate(x))
FACET_NATIVE(exp, exp2Estimate(x * 1.44269504f))
FACET_NATIVE(exp10, exp2Estimate(x * 3.32192809f))
FACET_NATIVE(log2, __nvvm_lg2_approx_f(x))
FACET_NATIVE(log, __nvvm_lg2_approx_f(x) * 0.693147181f)
FACET_NATIVE(log10, __nvvm_lg2_approx_f(x) * 0.301029996f)
FACET_NATIVE(rsqrt, __nvvm_rsqrt_approx_f(x))
FACET_NATIVE(sqrt, __nvvm_sqrt_approx_f(x))
FACET_NATIVE(recip, __nvvm_div_approx_f(1.0f, x))
FACET_BUILTIN float __spirv_ocl_native_divide(float x, float y) {
  return __nvvm_div_approx_f(x, y);
}
FACET_BUILTIN float __spirv_ocl_native_powr(float x, float y) {
  return exp2Estimate(y * __nvvm_lg2_approx_f(x));
}

//===-- assert ------------------------------------------------------------===//

/// The driver's: prints a message with the work-item, and stops the
/// kernel with CUDA_ERROR_ASSERT, which ends the program
/// (runtime/backends/cuda).
extern "C" [[noreturn]] void __assertfail(const void *message, const void *file,
                                          uint32 line, const void *function,
                                          size_type charSize) noexcept;

extern "C" __attribute__((noinline, cold, noreturn, visibility("default"))) void
__sycl_assert_fail(const char *expression, const char *file, uint32 line,
                   const char *function, size_type, size_type, size_type,
                   size_type, size_type, size_type) {
  __assertfail(expression, file, line, function, 1);
}
