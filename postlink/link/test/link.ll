; Calls between files are resolved; kernels, SYCL_EXTERNAL functions and their
; metadata stay; lists that every file brings appear once; a kernel from a header
; that two files include is there once.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: llvm-as %t/a.ll -o %t/a.bc
; RUN: llvm-as %t/b.ll -o %t/b.bc
; RUN: sycl-device-link -S -o %t/ab.ll %t/a.bc %t/b.bc
; RUN: FileCheck %s < %t/ab.ll
;
; The same inputs give the same bytes.
; RUN: sycl-device-link -o %t/1.bc %t/a.bc %t/b.bc
; RUN: sycl-device-link -o %t/2.bc %t/a.bc %t/b.bc
; RUN: cmp %t/1.bc %t/2.bc

; CHECK-DAG: define spir_kernel void @from_a() #[[A:[0-9]+]]
; CHECK-DAG: define spir_func void @external() #[[B:[0-9]+]] !sycl_used_aspects ![[FP64:[0-9]+]] !sycl_fixed_targets
; CHECK-DAG: define spir_kernel void @from_header()
; CHECK-DAG: declare spir_func void @nowhere()
; CHECK-DAG: attributes #[[A]] = { "sycl-module-id"="a.cpp" }
; CHECK-DAG: attributes #[[B]] = { "sycl-module-id"="b.cpp" }
; CHECK-DAG: !sycl_aspects = !{![[#]]}
; CHECK-DAG: ![[FP64]] = !{i32 6}

;--- a.ll
target triple = "spirv64-unknown-unknown"
declare spir_func void @external()
declare spir_func void @nowhere()
define spir_kernel void @from_a() "sycl-module-id"="a.cpp" {
  call spir_func void @external()
  call spir_func void @nowhere()
  ret void
}
define spir_kernel void @from_header() "sycl-module-id"="a.cpp" {
  ret void
}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
;--- b.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @external() "sycl-module-id"="b.cpp" !sycl_used_aspects !1 !sycl_fixed_targets !2 {
  ret void
}
define spir_kernel void @from_header() "sycl-module-id"="b.cpp" {
  ret void
}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 6}
!2 = !{}
