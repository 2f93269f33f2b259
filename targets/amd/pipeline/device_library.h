//===- device_library.h - Built-ins for AMD GPUs --------------------------===//
//
// "User Guide for AMDGPU Backend": Kernel Dispatch, Memory Model.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/device_library/common.h"

#define FACET_REGISTER(D, NAME, OTHERWISE)                                     \
  FACET_BY_DIMENSION(D, __builtin_amdgcn_##NAME##_x(),                         \
                     __builtin_amdgcn_##NAME##_y(),                            \
                     __builtin_amdgcn_##NAME##_z(), OTHERWISE)

#define FACET_LOCAL_ID(D) FACET_REGISTER(D, workitem_id, 0)
#define FACET_LOCAL_SIZE(D) FACET_REGISTER(D, workgroup_size, 1)
#define FACET_GROUP_ID(D) FACET_REGISTER(D, workgroup_id, 0)
#define FACET_GLOBAL_SIZE(D) FACET_REGISTER(D, grid_size, 1)
// Kernels have "uniform-work-group-size": the division leaves no rest.
#define FACET_GROUP_COUNT(D) (FACET_GLOBAL_SIZE(D) / FACET_LOCAL_SIZE(D))
#include "postlink/aot/device_library/gpu_queries.h"

static inline __attribute__((always_inline)) uint32 subGroupWidth() {
  return __builtin_amdgcn_wavefrontsize();
}
FACET_QUERY uint32 __facet_subgroup_local_invocation_id() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}
#include "postlink/aot/device_library/sub_groups.h"

#define FACET_FENCE(ORDER, SCOPE)                                              \
  switch (SCOPE) {                                                             \
  case ScopeCrossDevice:                                                       \
    __builtin_amdgcn_fence(ORDER, "");                                         \
    break;                                                                     \
  case ScopeDevice:                                                            \
    __builtin_amdgcn_fence(ORDER, "agent");                                    \
    break;                                                                     \
  case ScopeWorkGroup:                                                         \
    __builtin_amdgcn_fence(ORDER, "workgroup");                                \
    break;                                                                     \
  case ScopeSubGroup:                                                          \
    __builtin_amdgcn_fence(ORDER, "wavefront");                                \
    break;                                                                     \
  default:                                                                     \
    break;                                                                     \
  }

FACET_BUILTIN void __spirv_MemoryBarrier(uint32 scope, uint32){
    FACET_FENCE(__ATOMIC_SEQ_CST, scope)}

FACET_BUILTIN
    __attribute__((convergent)) void __spirv_ControlBarrier(uint32 execution,
                                                            uint32 memory,
                                                            uint32) {
  FACET_FENCE(__ATOMIC_RELEASE, memory)
  if (execution <= ScopeWorkGroup)
    __builtin_amdgcn_s_barrier();
  else if (execution == ScopeSubGroup)
    __builtin_amdgcn_wave_barrier();
  FACET_FENCE(__ATOMIC_ACQUIRE, memory)
}

/// Lanes are numbered in bytes.
FACET_BUILTIN __attribute__((convergent)) uint32
__spirv_SubgroupShuffleINTEL(uint32 value, uint32 lane) {
  return static_cast<uint32>(__builtin_amdgcn_ds_bpermute(
      static_cast<int>(lane * 4), static_cast<int>(value)));
}

// Parts of sub-groups: the lanes of a wave are where they are together, and
// those that are elsewhere take no part.
extern "C" FACET_BUILTIN __attribute__((convergent)) uint32
__sycl_exchange_among(uint32 value, uint32 lane, size_type) {
  return __spirv_SubgroupShuffleINTEL(value, lane);
}
extern "C" FACET_BUILTIN __attribute__((convergent)) void
__sycl_barrier_among(uint32 memory, uint32 semantics, size_type) {
  __spirv_ControlBarrier(ScopeSubGroup, memory, semantics);
}
extern "C" FACET_BUILTIN __attribute__((convergent)) size_type
__sycl_executing_together() {
  return __builtin_amdgcn_read_exec();
}

FACET_QUERY bool __sycl_points_into(const void *pointer, uint32 space) {
  const auto *p = (const __attribute__((address_space(0))) void *)pointer;
  return space == SpacePrivate ? __builtin_amdgcn_is_private(p)
         : space == SpaceLocal ? __builtin_amdgcn_is_shared(p)
                               : !__builtin_amdgcn_is_private(p) &&
                                     !__builtin_amdgcn_is_shared(p);
}

#include "postlink/aot/device_library/gpu_math.h"

// Instructions; libclc's are exact.
FACET_BUILTIN float __spirv_ocl_native_sqrt(float x) {
  return __builtin_amdgcn_sqrtf(x);
}
FACET_BUILTIN float __spirv_ocl_native_recip(float x) {
  return __builtin_amdgcn_rcpf(x);
}
FACET_BUILTIN float __spirv_ocl_native_divide(float x, float y) {
  return x * __builtin_amdgcn_rcpf(y);
}

//===-- assert ------------------------------------------------------------===//

/// Kernels have no means of printing; the trap makes the driver end the program.
extern "C" __attribute__((noinline, cold, noreturn, visibility("default"))) void
__sycl_assert_fail(const char *, const char *, uint32, const char *, size_type,
                   size_type, size_type, size_type, size_type, size_type) {
  __builtin_trap();
}
