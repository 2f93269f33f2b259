; The property sets of one module with everything in it.
;
; RUN: rm -rf %t && mkdir %t && sycl-post-link --modules-dir=%t -split=off %s
; RUN: sycl-image-dump %t/*.module.cl > %t.dump
; RUN: FileCheck %s < %t.dump

; CHECK:      symbol k
; CHECK-NEXT: symbol exported
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT:   aspect = 5 6
; CHECK-NEXT:   reqd_sub_group_size = 16
; CHECK-NEXT:   reqd_work_group_size = 2 4 8
; CHECK-NEXT: [SYCL/exported symbols]
; CHECK-NEXT:   exported = 1
; CHECK-NEXT: [SYCL/imported symbols]
; CHECK-NEXT:   imported = 1
; CHECK-NEXT: [SYCL/program metadata]
; CHECK-NEXT:   k@reqd_sub_group_size = 16
; CHECK-NEXT:   k@reqd_work_group_size = 4 8
; CHECK-NEXT:   k@specialization_constants = {{.*}}
; CHECK-NEXT:   k@uses_local_arena = 1


target triple = "spirv64-unknown-unknown"

define spir_kernel void @k() #0 !sycl_used_aspects !0 !sycl_declared_aspects !1 !reqd_work_group_size !2 !intel_reqd_sub_group_size !3 {
  call spir_func void @helper()
  call spir_func void @imported()
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 0)
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  ret void
}
define spir_func void @exported() #0 !sycl_used_aspects !0 !sycl_declared_aspects !1 !reqd_work_group_size !2 !intel_reqd_sub_group_size !3 {
  call spir_func void @imported()
  ret void
}
define internal spir_func void @helper() {
  %p = call spir_func ptr addrspace(3) @__sycl_local_arena()
  call spir_func void @_Z21__sycl_reads_constantILm515EEvv()
  call spir_func void @_Z21__sycl_reads_constantILm258EEvv()
  ret void
}
declare spir_func void @_Z21__sycl_reads_constantILm515EEvv()
declare spir_func void @_Z21__sycl_reads_constantILm258EEvv()
declare spir_func void @_Z21__sycl_reads_constantILm99EEvv()
declare spir_func void @imported()
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func ptr addrspace(3) @__sycl_local_arena()
declare i64 @llvm.spv.thread.id.i64(i32)

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="2" }
!0 = !{i32 6}
!1 = !{i32 5}
!2 = !{i32 8, i32 4, i32 1}
!3 = !{i32 16}
