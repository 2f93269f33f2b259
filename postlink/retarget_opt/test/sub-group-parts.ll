; Parts of sub-groups: SPIR-V has instructions for lanes that are where they
; are together, and no telling who executes a place with a work-item; devices
; with a library of their own keep what the library defines.
;
; RUN: retarget-opt --target=spirv --steps=constants %s | FileCheck --check-prefix=SPIRV %s
; RUN: retarget-opt --target=x86_64 --steps=constants %s | FileCheck --check-prefix=X86 %s
; RUN: retarget-opt --target=nvptx --steps=constants %s | FileCheck --check-prefix=GPU %s
; RUN: retarget-opt --target=amdgcn --steps=constants %s | FileCheck --check-prefix=GPU %s

target triple = "spirv64-unknown-unknown"

; SPIRV-LABEL: define spir_kernel void @k(
; SPIRV: [[LANE:%.*]] = call i32 @llvm.spv.subgroup.local.invocation.id()
; SPIRV: [[WIDE:%.*]] = zext i32 [[LANE]] to i64
; SPIRV: [[ALONE:%.*]] = shl i64 1, [[WIDE]]
; SPIRV: store i64 [[ALONE]], ptr addrspace(1) %masks
; SPIRV: call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %from) #[[CONVERGENT:[0-9]+]]
; SPIRV: call spir_func void @_Z21__spirv_MemoryBarrierjj(i32 3, i32 912) #[[CONVERGENT]]
; SPIRV-NOT: __sycl_
; SPIRV: attributes #[[CONVERGENT]] = { convergent }

; X86-LABEL: define spir_kernel void @k(
; X86: shl i64 1,
; X86: call spir_func i32 @__sycl_exchange_among(i32 %x, i32 %from, i64 %members)
; X86: call spir_func void @__sycl_barrier_among(i32 3, i32 912, i64 %members)
; X86-NOT: __sycl_executing_together

; GPU-LABEL: define spir_kernel void @k(
; GPU: call spir_func i64 @__sycl_executing_together()
; GPU: call spir_func i32 @__sycl_exchange_among(i32 %x, i32 %from, i64 %members)
; GPU: call spir_func void @__sycl_barrier_among(i32 3, i32 912, i64 %members)
define spir_kernel void @k(ptr addrspace(1) %masks, ptr addrspace(1) %p, i32 %x, i32 %from, i64 %members) {
  %together = call spir_func i64 @__sycl_executing_together()
  store i64 %together, ptr addrspace(1) %masks
  %there = call spir_func i32 @__sycl_exchange_among(i32 %x, i32 %from, i64 %members)
  store i32 %there, ptr addrspace(1) %p
  call spir_func void @__sycl_barrier_among(i32 3, i32 912, i64 %members)
  ret void
}

declare spir_func i64 @__sycl_executing_together() #0
declare spir_func i32 @__sycl_exchange_among(i32, i32, i64) #0
declare spir_func void @__sycl_barrier_among(i32, i32, i64) #0
attributes #0 = { convergent }
