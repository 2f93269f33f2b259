; A function compiled for other targets than its caller: the image is for the
; targets both have, perhaps none. Compiled for all, it restricts nothing.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=per_kernel -exports=none %s 2>%t.log
; RUN: FileCheck --check-prefix=WARNING %s < %t.log
; RUN: sycl-image-dump %t/*.module.cl > %t.dump
; RUN: FileCheck --check-prefix=BOTH %s < %t.dump
; RUN: FileCheck --check-prefix=NONE %s < %t.dump
; RUN: FileCheck --check-prefix=ALL %s < %t.dump

; WARNING:      warning: function 'pvc_only' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel.
; WARNING:      warning: function 'anywhere' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel.
; WARNING-NOT:  warning

; What the kernels use does not count then, only the targets.
; BOTH:      symbol calls_pvc_only
; BOTH-NEXT: [SYCL/device requirements]
; BOTH-NEXT: fixed_target = {{[0-9]+$}}
; NONE:      symbol dg1_calls_pvc_only
; NONE-NEXT: [SYCL/device requirements]
; NONE-NEXT: fixed_target ={{ *$}}
; ALL:       symbol calls_anywhere
; ALL-NEXT:  [SYCL/device requirements]
; ALL-NEXT:  fixed_target = {{[0-9]+ [0-9]+$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @calls_pvc_only() #0 !sycl_fixed_targets !0 !sycl_used_aspects !4 {
  call spir_func void @pvc_only()
  ret void
}
define spir_kernel void @dg1_calls_pvc_only() #0 !sycl_fixed_targets !1 {
  call spir_func void @pvc_only()
  ret void
}
define spir_kernel void @calls_anywhere() #0 !sycl_fixed_targets !0 {
  call spir_func void @anywhere()
  call spir_func void @made_by_a_pass()
  ret void
}
define spir_func void @pvc_only() #1 !sycl_fixed_targets !2 {
  ret void
}
define spir_func void @anywhere() #1 !sycl_fixed_targets !3 {
  ret void
}
define spir_func void @made_by_a_pass() {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{!"intel_gpu_dg1", !"intel_gpu_pvc"}
!1 = !{!"intel_gpu_dg1"}
!2 = !{!"intel_gpu_pvc"}
!3 = !{}
!4 = !{i32 6}
