; A kernel that needs nothing has no properties; a program without device code
; has no modules, which is no error: its host code may still query devices.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: sycl-post-link --modules-dir=%t/plain %t/plain.ll
; RUN: sycl-image-dump %t/plain/*.module.cl | FileCheck %s --implicit-check-not=[SYCL
; RUN: sycl-post-link --modules-dir=%t/none %t/none.ll
; RUN: ls %t/none | count 0

; CHECK: symbol plain

;--- plain.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @plain() {
  ret void
}
;--- none.ll
target triple = "spirv64-unknown-unknown"
define internal spir_func void @helper() {
  ret void
}
