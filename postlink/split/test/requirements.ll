; Entry points share a module only if their used and declared aspects, sub-group
; size and work-group size are equal. Named sub-group sizes are no size.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=off %s
; RUN: ls %t | count 6
; RUN: sycl-image-dump %t/*.module.cl | FileCheck %s

; Declared and used aspects count alike: plain, named, automatic together;
; used_fp64 with declared_fp64.
; CHECK-DAG: {{^ *}}symbol plain{{$[[:space:]]+}}symbol named{{$}}
; CHECK-DAG: {{^ *}}symbol used_fp64{{$[[:space:]]+}}symbol declared_fp64{{$}}
; CHECK-DAG: symbol both{{$}}
; CHECK-DAG: symbol sub_group{{$}}
; CHECK-DAG: symbol work_group{{$}}
; CHECK-DAG: symbol work_group_2d{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @plain() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @used_fp64() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @declared_fp64() #0 !sycl_declared_aspects !1 {
  ret void
}
define spir_kernel void @both() #0 !sycl_used_aspects !1 !sycl_declared_aspects !2 {
  ret void
}
define spir_kernel void @sub_group() #0 !intel_reqd_sub_group_size !3 {
  ret void
}
define spir_kernel void @named() #0 !intel_reqd_sub_group_size !4 {
  ret void
}
define spir_kernel void @work_group() #1 !reqd_work_group_size !5 {
  ret void
}
; The same numbers for SPIR-V, another requirement for the user.
define spir_kernel void @work_group_2d() #2 !reqd_work_group_size !5 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="1" }
attributes #2 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="2" }
!0 = !{}
!1 = !{i32 6}
!2 = !{i32 5}
!3 = !{i32 16}
!4 = !{i32 -1}
!5 = !{i32 64, i32 1, i32 1}
