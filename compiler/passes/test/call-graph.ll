; Aspects go up the whole call graph: recursion, several callers, references
; that are no calls, declarations with attributes.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s | FileCheck %s

; CHECK: define spir_kernel void @kernel() !sycl_used_aspects ![[#BOTH:]] !sycl_fixed_targets ![[#NONE:]]
define spir_kernel void @kernel() {
  call void @left()
  call void @right()
  ret void
}
; CHECK: define void @left() !sycl_used_aspects ![[#FP16:]] {
define void @left() {
  call void @shared()
  ret void
}
; CHECK: define void @right() !sycl_used_aspects ![[#BOTH]] {
define void @right() {
  call void @shared()
  call void @external()
  ret void
}
; CHECK: define void @shared() !sycl_used_aspects ![[#FP16]] {
define void @shared() !sycl_used_aspects !2 {
  ret void
}
; CHECK: declare{{.*}} !sycl_used_aspects ![[#]]{{.*}} void @external()
declare !sycl_declared_aspects !3 void @external()

; CHECK: define void @even() !sycl_used_aspects ![[#FP16]] {
define void @even() {
  call void @odd()
  ret void
}
; CHECK: define void @odd() !sycl_used_aspects ![[#FP16]] {
define void @odd() {
  call void @even()
  call void @shared()
  ret void
}
@table = internal addrspace(1) constant [1 x ptr] [ptr @shared]
; CHECK: define ptr @through_table() !sycl_used_aspects ![[#FP16]] {
define ptr @through_table() {
  %f = load ptr, ptr addrspace(1) @table
  ret ptr %f
}
; CHECK: define ptr @address() !sycl_used_aspects ![[#FP16]] {
define ptr @address() {
  ret ptr @shared
}
; CHECK: define void @unrelated() {
define void @unrelated() {
  ret void
}

!sycl_aspects = !{!0, !1}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{i32 5}
!3 = !{i32 6}
; CHECK-DAG: ![[#BOTH]] = !{i32 5, i32 6}
; CHECK-DAG: ![[#FP16]] = !{i32 5}
; CHECK-DAG: ![[#NONE]] = !{}
