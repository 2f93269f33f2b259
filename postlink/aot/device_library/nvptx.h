//===- nvptx.h - Built-ins for NVIDIA GPUs --------------------------------===//
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

FACET_QUERY size_type __facet_thread_id_in_group_i64(int d) {
  return FACET_REGISTER(d, tid, 0);
}
FACET_QUERY size_type __facet_workgroup_size_i64(int d) {
  return FACET_REGISTER(d, ntid, 1);
}
FACET_QUERY size_type __facet_group_id_i64(int d) {
  return FACET_REGISTER(d, ctaid, 0);
}
FACET_QUERY size_type __facet_num_workgroups_i64(int d) {
  return FACET_REGISTER(d, nctaid, 1);
}
FACET_QUERY size_type __facet_thread_id_i64(int d) {
  return __facet_group_id_i64(d) * __facet_workgroup_size_i64(d) +
         __facet_thread_id_in_group_i64(d);
}
FACET_QUERY size_type __facet_global_size_i64(int d) {
  return __facet_num_workgroups_i64(d) * __facet_workgroup_size_i64(d);
}
FACET_QUERY size_type __facet_global_offset_i64(int) { return 0; }

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

#include "postlink/aot/device_library/gpu_math.h"

// The special function unit knows these; libclc's own end in intrinsics that
// the back end cannot select.
#define FACET_NATIVE(NAME, VALUE)                                              \
  FACET_BUILTIN float __spirv_ocl_native_##NAME(float x) { return VALUE; }
FACET_NATIVE(cos, __nvvm_cos_approx_f(x))
FACET_NATIVE(sin, __nvvm_sin_approx_f(x))
FACET_NATIVE(tan, __nvvm_sin_approx_f(x) / __nvvm_cos_approx_f(x))
FACET_NATIVE(exp2, __nvvm_ex2_approx_f(x))
FACET_NATIVE(exp, __nvvm_ex2_approx_f(x * 1.44269504f))
FACET_NATIVE(exp10, __nvvm_ex2_approx_f(x * 3.32192809f))
FACET_NATIVE(log2, __nvvm_lg2_approx_f(x))
FACET_NATIVE(log, __nvvm_lg2_approx_f(x) * 0.693147181f)
FACET_NATIVE(log10, __nvvm_lg2_approx_f(x) * 0.301029996f)
FACET_NATIVE(rsqrt, __nvvm_rsqrt_approx_f(x))
