; Metadata on a call counts for the caller and goes up, not into the callee;
; internal aspects are propagated like others, and never reported.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s 2>%t.err | FileCheck %s
; RUN: FileCheck --check-prefix=WARN %s < %t.err

; WARN: warning: function 'declares_nothing' uses aspect 'atomic64'
; WARN-NOT: warning

; CHECK: define void @callee() {
define void @callee() {
  ret void
}
; CHECK: define void @marked() !sycl_used_aspects ![[#MARK:]] {
define void @marked() {
  call void @callee(), !sycl_used_aspects !1
  ret void
}
; CHECK: define spir_kernel void @kernel() !sycl_used_aspects ![[#MARK]] !sycl_fixed_targets
define spir_kernel void @kernel() {
  call void @marked()
  ret void
}
; CHECK: define void @other() {
define void @other() {
  call void @callee()
  ret void
}
; CHECK: define void @declares_nothing() !sycl_used_aspects ![[#MARK]] !sycl_declared_aspects ![[#]] {
define void @declares_nothing() !sycl_declared_aspects !2 {
  call void @marked()
  ret void
}
; A pass may give an intrinsic what it needs.
; CHECK: define float @uses_intrinsic(float %x) !sycl_used_aspects ![[#PRECISE:]] {
define float @uses_intrinsic(float %x) {
  %y = call float @llvm.sqrt.f32(float %x)
  ret float %y
}
declare !sycl_used_aspects !3 float @llvm.sqrt.f32(float)

!sycl_aspects = !{!0}
!0 = !{!"atomic64", i32 28}
!1 = !{i32 28, i32 -7}
!2 = !{}
!3 = !{i32 -9}
; CHECK-DAG: ![[#MARK]] = !{i32 -7, i32 28}
; CHECK-DAG: ![[#PRECISE]] = !{i32 -9}
