; Kernels that depend on the size of sub-groups, also through functions, require 32 unless they require another size.
;
; RUN: retarget-opt --target=spirv --steps=prefer-warps %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

declare i32 @llvm.spv.subgroup.size()
declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32)

define spir_func i32 @shuffles(i32 %x) {
  %r = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 1)
  ret i32 %r
}
; CHECK: define spir_kernel void @asks(ptr addrspace(1) %p) !intel_reqd_sub_group_size [[WARP:![0-9]+]]
define spir_kernel void @asks(ptr addrspace(1) %p) {
  %s = call i32 @llvm.spv.subgroup.size()
  store i32 %s, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @calls(ptr addrspace(1) %p) !intel_reqd_sub_group_size [[WARP]]
define spir_kernel void @calls(ptr addrspace(1) %p) {
  %s = call spir_func i32 @shuffles(i32 1)
  store i32 %s, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @requires(ptr addrspace(1) %p) !intel_reqd_sub_group_size [[OTHER:![0-9]+]]
define spir_kernel void @requires(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  %s = call spir_func i32 @shuffles(i32 1)
  store i32 %s, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @plain(ptr addrspace(1) %p) {
define spir_kernel void @plain(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
; CHECK-DAG: [[WARP]] = !{i32 32}
; CHECK-DAG: [[OTHER]] = !{i32 16}
!0 = !{i32 16}
