; Code that was compiled for one target (-fsycl-device-if=early): what its devices
; have is no reason for a warning, but the image requires it.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=per_kernel -exports=none %s 2>%t.log
; RUN: FileCheck --check-prefix=WARNING --implicit-check-not=warning %s < %t.log
; RUN: sycl-image-dump %t/*.module.cl | FileCheck %s

; WARNING: warning: function 'needs_atomic64' uses aspect 'atomic64' not expected by its calling kernel.
; CHECK-DAG: symbol k1{{$[[:space:]]+}}[SYCL/device requirements]{{$[[:space:]]+}}aspect = 6 28{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @k1() #0 {
  call spir_func void @_Z10needs_fp64v()
  call spir_func void @_Z14needs_atomic64v()
  ret void
}
define spir_func void @_Z10needs_fp64v() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_func void @_Z14needs_atomic64v() #1 !sycl_used_aspects !1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
; Of two sources for the same target; what only one of them knows is not sure.
!sycl_target_aspects = !{!2, !3}
!0 = !{i32 6}
!1 = !{i32 28}
!2 = !{i32 2, i32 6, i32 28}
!3 = !{i32 2, i32 6}
