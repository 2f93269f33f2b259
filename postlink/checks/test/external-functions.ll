; A SYCL_EXTERNAL function that needs more than its caller's source knew: a
; warning each, once, and the image requires it in the end.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=per_kernel -exports=none %s 2>%t.log
; RUN: FileCheck --check-prefix=WARNING %s < %t.log
; RUN: sycl-image-dump %t/*.module.cl | FileCheck %s

; WARNING:      warning: function 'math::scale' uses aspect 'fp64' not expected by its calling kernel.  Missing {{\[\[}}sycl::device_has()]] on SYCL_EXTERNAL function?
; WARNING:      called by kernel 'k1'
; WARNING-NEXT: warning: function 'shuffle' has required sub-group size '32' that does not match its calling kernel.  Missing {{\[\[}}sycl::reqd_sub_group()]] attribute on SYCL_EXTERNAL function?
; WARNING-NOT:  warning

; CHECK-DAG: symbol k1{{$[[:space:]]+}}[SYCL/device requirements]{{$[[:space:]]+}}aspect = 6{{$[[:space:]]+}}reqd_sub_group_size = 16 32{{$}}
; CHECK-DAG: symbol k2{{$[[:space:]]+}}[SYCL/device requirements]{{$[[:space:]]+}}aspect = 6{{$[[:space:]]+}}reqd_sub_group_size = 32{{$}}
; CHECK-DAG: symbol k3{{$[[:space:]]+}}[SYCL/device requirements]{{$[[:space:]]+}}aspect = 6{{$[[:space:]]+}}reqd_sub_group_size = 32{{$}}

target triple = "spirv64-unknown-unknown"

; fp64 comes through another function, and the size differs.
define spir_kernel void @k1() #0 !intel_reqd_sub_group_size !1 {
  call spir_func void @_ZN4math5outerEv()
  ret void
}
; The same warning is not given again for the second image.
define spir_kernel void @k2() #0 {
  call spir_func void @_ZN4math5outerEv()
  ret void
}
; Knows what it calls.
define spir_kernel void @k3() #0 !sycl_declared_aspects !0 !intel_reqd_sub_group_size !2 {
  call spir_func void @_ZN4math5outerEv()
  ret void
}
define spir_func void @_ZN4math5scaleEd() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_func void @_ZN4math5outerEv() #1 {
  call spir_func void @_ZN4math5scaleEd()
  call spir_func void @_Z7shufflev()
  ret void
}
define spir_func void @_Z7shufflev() #1 !intel_reqd_sub_group_size !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 6}
!1 = !{i32 16}
!2 = !{i32 32}

; Warnings obey what the compiler's obey.
; RUN: rm -rf %t && sycl-post-link -w --modules-dir=%t -exports=none %s 2>&1 | count 0
; RUN: rm -rf %t && sycl-post-link -Wno-sycl-aspects -Werror --modules-dir=%t -exports=none %s 2>&1 | count 0
; RUN: rm -rf %t && not sycl-post-link -Werror=sycl-aspects --modules-dir=%t -exports=none %s 2>&1 | FileCheck --check-prefix=ERROR %s
; RUN: rm -rf %t && sycl-post-link -Werror -Wno-error=sycl-aspects --modules-dir=%t -exports=none %s 2>&1 | FileCheck --check-prefix=WARNING %s
; ERROR: sycl-post-link: error: function '{{.*}} [-Wsycl-aspects]
