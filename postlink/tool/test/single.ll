; -ir-output-only: one module, its code alone.
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sycl-post-link -split=off -ir-output-only -S -o=x.ll %s
; RUN: FileCheck %s < x.ll
; RUN: ls | count 1
; RUN: not sycl-post-link -split=per_kernel -ir-output-only -o=y.bc %s 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: ls | count 1

; CHECK-DAG: define spir_kernel void @a
; CHECK-DAG: define spir_kernel void @b
; TWO: sycl-post-link: error: -ir-output-only needs exactly one module, but the input splits into 2{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b() {
  ret void
}
