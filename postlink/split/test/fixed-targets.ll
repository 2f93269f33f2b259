; With the same fixed targets kernels stay together whatever they use; the order
; of the names does not matter. Then -split is followed exactly.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t/off -split=off %s
; RUN: sycl-image-dump %t/off/*.module.cl | FileCheck %s
; RUN: ls %t/off | count 3
; RUN: sycl-post-link --modules-dir=%t/source -split=per_source %s
; RUN: ls %t/source | count 4

; CHECK-DAG: symbol dg1_int{{$[[:space:]]+}}symbol dg1_half{{$[[:space:]]+}}symbol dg1_other{{$}}
; CHECK-DAG: symbol pvc{{$}}
; CHECK-DAG: symbol any{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @dg1_int() #0 !sycl_fixed_targets !0 {
  ret void
}
define spir_kernel void @dg1_half() #0 !sycl_fixed_targets !1 !sycl_used_aspects !4 !intel_reqd_sub_group_size !5 {
  ret void
}
define spir_kernel void @dg1_other() #1 !sycl_fixed_targets !0 {
  ret void
}
define spir_kernel void @pvc() #0 !sycl_fixed_targets !2 {
  ret void
}
define spir_kernel void @any() #0 !sycl_fixed_targets !3 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{!"intel_gpu_dg1", !"intel_gpu_pvc"}
!1 = !{!"intel_gpu_pvc", !"intel_gpu_dg1"}
!2 = !{!"intel_gpu_pvc"}
!3 = !{}
!4 = !{i32 5}
!5 = !{i32 8}
