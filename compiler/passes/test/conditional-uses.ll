; Aspects of actions count under the condition of their call; nested conditions
; add up; conditions of several calls are joined; what a condition proves is not
; needed; unconditional uses are unconditional.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s | FileCheck %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage,sycl-propagate-aspects-usage -S %s | FileCheck %s

; fp16 is 5, fp64 is 6, atomic64 is 28 and an internal aspect is -7.
; CHECK: define spir_kernel void @one() !sycl_conditionally_used_aspects ![[ONE:[0-9]+]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @one() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  ret void
}
; The caller of what calls conditionally.
; CHECK: define spir_kernel void @outer() !sycl_conditionally_used_aspects ![[ONE]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @outer() {
  call void @calls_one()
  ret void
}
; CHECK: define void @calls_one() !sycl_conditionally_used_aspects ![[ONE]] {
define void @calls_one() {
  call void @one_in_library()
  ret void
}
; CHECK: define linkonce_odr void @one_in_library() !sycl_conditionally_used_aspects ![[ONE]] {
define linkonce_odr void @one_in_library() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  ret void
}
; CHECK: define internal void @uses_atomic64(ptr %0) !sycl_used_aspects ![[#ATOMIC:]] {
define internal void @uses_atomic64(ptr) !sycl_used_aspects !2 {
  ret void
}
; fp16, and within it fp64.
; CHECK: define spir_kernel void @nested() !sycl_used_aspects ![[#INTERNAL:]] !sycl_conditionally_used_aspects ![[NESTED:[0-9]+]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @nested() !sycl_used_aspects !4 {
  call void @if_2(ptr @outer_action, ptr null, i32 -1, i32 5)
  ret void
}
; CHECK: define internal void @outer_action(ptr %0) !sycl_used_aspects ![[#INTERNAL8:]] !sycl_conditionally_used_aspects ![[INNER:[0-9]+]] {
define internal void @outer_action(ptr) !sycl_used_aspects !5 {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 6)
  ret void
}
; Two calls: either condition.
; CHECK: define spir_kernel void @joined() !sycl_conditionally_used_aspects ![[JOINED:[0-9]+]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @joined() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 6)
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  ret void
}
; With the feature and without it: always.
; CHECK: define spir_kernel void @both_branches() !sycl_used_aspects ![[#ATOMIC]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @both_branches() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  call void @if_3(ptr @uses_atomic64, ptr null, i32 -3, i32 -1, i32 5)
  ret void
}
; Also directly: always.
; CHECK: define spir_kernel void @also_directly() !sycl_used_aspects ![[#ATOMIC]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @also_directly() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  call void @uses_atomic64(ptr null)
  ret void
}
; fp64 is there where it is asked for.
; CHECK: define spir_kernel void @proved() !sycl_fixed_targets ![[#]] {
define spir_kernel void @proved() {
  call void @if_2(ptr @uses_fp64, ptr null, i32 -1, i32 6)
  call void @if_5(ptr @uses_fp64, ptr null, i32 -4, i32 -1, i32 5, i32 -1, i32 6)
  ret void
}
define internal void @uses_fp64(ptr) {
  %d = alloca double
  ret void
}
; No device gets there.
; CHECK: define spir_kernel void @never() !sycl_fixed_targets ![[#]] {
define spir_kernel void @never() {
  call void @if_3(ptr @asks_again, ptr null, i32 -3, i32 -1, i32 5)
  ret void
}
define internal void @asks_again(ptr) {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -1, i32 5)
  ret void
}
; What an earlier run found stays, normalised, and goes up.
; CHECK: define spir_kernel void @before() !sycl_conditionally_used_aspects ![[ONE]] !sycl_fixed_targets ![[#]] {
define spir_kernel void @before() {
  call void @had()
  ret void
}
; CHECK: define void @had() !sycl_conditionally_used_aspects ![[ONE]] {
define void @had() !sycl_conditionally_used_aspects !6 {
  ret void
}
; A call that is not formed as it should be counts as a reference.
; CHECK: define spir_kernel void @malformed() !sycl_used_aspects ![[#ATOMIC]] !sycl_fixed_targets
define spir_kernel void @malformed() {
  call void @if_2(ptr @uses_atomic64, ptr null, i32 -4, i32 5)
  ret void
}
; Recursion through conditions.
; CHECK: define internal void @round_a(ptr %0) !sycl_conditionally_used_aspects ![[ONE]] {
define internal void @round_a(ptr) {
  call void @if_2(ptr @round_b, ptr null, i32 -1, i32 5)
  ret void
}
; CHECK: define internal void @round_b(ptr %0) !sycl_used_aspects ![[#ATOMIC]] {
define internal void @round_b(ptr) !sycl_used_aspects !2 {
  call void @if_2(ptr @round_a, ptr null, i32 -1, i32 6)
  ret void
}

declare void @if_2(ptr, ptr, i32, i32) #0
declare void @if_3(ptr, ptr, i32, i32, i32) #0
declare void @if_5(ptr, ptr, i32, i32, i32, i32, i32) #0
attributes #0 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }

!sycl_aspects = !{!0, !1, !3}
!0 = !{!"fp64", i32 6}
!1 = !{!"fp16", i32 5}
!2 = !{i32 28}
!3 = !{!"atomic64", i32 28}
!4 = !{i32 -7}
!5 = !{i32 -8}
!6 = !{!7}
!7 = !{!8, !2}
!8 = !{i32 -4, i32 -1, i32 5, i32 -1, i32 5}
; CHECK-DAG: ![[ONE]] = !{![[ONE_PAIR:[0-9]+]]}
; CHECK-DAG: ![[ONE_PAIR]] = !{![[FP16:[0-9]+]], ![[#ATOMIC]]}
; CHECK-DAG: ![[FP16]] = !{i32 -1, i32 5}
; CHECK-DAG: ![[#ATOMIC]] = !{i32 28}
; CHECK-DAG: ![[NESTED]] = !{![[BOTH_PAIR:[0-9]+]], ![[N_PAIR:[0-9]+]]}
; CHECK-DAG: ![[BOTH_PAIR]] = !{![[BOTH:[0-9]+]], ![[#ATOMIC]]}
; CHECK-DAG: ![[BOTH]] = !{i32 -4, i32 -1, i32 5, i32 -1, i32 6}
; CHECK-DAG: ![[N_PAIR]] = !{![[FP16]], ![[#INTERNAL8]]}
; CHECK-DAG: ![[#INTERNAL8]] = !{i32 -8}
; CHECK-DAG: ![[INNER]] = !{![[INNER_PAIR:[0-9]+]]}
; CHECK-DAG: ![[INNER_PAIR]] = !{![[FP64:[0-9]+]], ![[#ATOMIC]]}
; CHECK-DAG: ![[JOINED]] = !{![[JOINED_PAIR:[0-9]+]]}
; CHECK-DAG: ![[JOINED_PAIR]] = !{![[EITHER:[0-9]+]], ![[#ATOMIC]]}
; CHECK-DAG: ![[EITHER]] = !{i32 -5, i32 -1, i32 5, i32 -1, i32 6}
