; Internal (negative) aspects split images, reach no property, and cause no
; warning: nobody can declare them.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=off -exports=none %s 2>&1 | count 0
; RUN: ls %t | count 2
; RUN: sycl-image-dump %t/*.module.cl > %t.dump
; RUN: FileCheck --check-prefix=ACCURATE %s < %t.dump
; RUN: FileCheck --check-prefix=FAST %s < %t.dump


; ACCURATE:      symbol accurate
; ACCURATE-NEXT: [SYCL/device requirements]
; ACCURATE-NEXT: aspect = 6{{$}}
; FAST:          symbol fast
; FAST-NEXT:     [SYCL/device requirements]
; FAST-NEXT:     aspect = 6{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @accurate() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @fast() #0 !sycl_used_aspects !1 {
  call spir_func void @helper()
  ret void
}
define spir_func void @helper() #0 !sycl_used_aspects !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 -1, i32 6}
!1 = !{i32 6}
!2 = !{i32 -3}
