; An excluded aspect is reported, but saved only where it was before.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-exclude-aspects=fp64,unknown -S %s 2>%t.err | FileCheck %s
; RUN: FileCheck --check-prefix=WARN %s < %t.err
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-silent -disable-output %s 2>&1 | count 0

; WARN: warning: function 'narrow' uses aspect 'fp64' not listed in 'sycl::device_has'
; WARN-NOT: warning

; CHECK: define float @narrow(float %x) !sycl_declared_aspects ![[#]] {
define float @narrow(float %x) !sycl_declared_aspects !2 {
  %d = fpext float %x to double
  %r = fptrunc double %d to float
  ret float %r
}
; CHECK: define void @had() !sycl_used_aspects ![[#FP64:]] {
define void @had() !sycl_used_aspects !1 {
  %d = alloca double
  ret void
}
; CHECK: define void @caller() {
define void @caller() {
  call void @had()
  ret void
}
; What a function declares is saved, and for its callers, before they inline it.
; CHECK: define void @declares() !sycl_declared_aspects ![[#]] !sycl_used_aspects ![[#FP64]] {
define void @declares() !sycl_declared_aspects !1 {
  ret void
}
; CHECK: define void @uses_and_declares() !sycl_declared_aspects ![[#]] !sycl_used_aspects ![[#FP64]] {
define void @uses_and_declares() !sycl_declared_aspects !1 {
  %d = alloca double
  ret void
}
; CHECK: define spir_kernel void @kernel() !sycl_used_aspects ![[#FP64]] !sycl_fixed_targets
define spir_kernel void @kernel() {
  call void @inner()
  ret void
}
; CHECK: define internal void @inner() !sycl_used_aspects ![[#FP64]] {
define internal void @inner() {
  %d = alloca double
  call void @declares()
  ret void
}
; CHECK: declare !sycl_declared_aspects ![[#]] !sycl_used_aspects ![[#FP64]] void @elsewhere()
declare !sycl_declared_aspects !1 void @elsewhere()
; CHECK: define void @calls_elsewhere() !sycl_used_aspects ![[#FP64]] {
define void @calls_elsewhere() {
  call void @elsewhere()
  ret void
}
; Under a condition if it is reached under one.
; CHECK: define void @conditional() !sycl_conditionally_used_aspects ![[WHEN:[0-9]+]] {
define void @conditional() {
  %d = alloca double
  call void @if_2(ptr @declares_action, ptr null, i32 -1, i32 2)
  ret void
}
define internal void @declares_action(ptr) {
  call void @declares()
  ret void
}
; CHECK: define void @not_declared() {
define void @not_declared() {
  call void @if_2(ptr @action, ptr null, i32 -1, i32 2)
  ret void
}
define internal void @action(ptr) {
  %d = alloca double
  ret void
}
declare void @if_2(ptr, ptr, i32, i32) #0
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 6}
!2 = !{}
; CHECK: ![[#FP64]] = !{i32 6}
; CHECK-DAG: ![[WHEN]] = !{![[PAIR:[0-9]+]]}
; CHECK-DAG: ![[PAIR]] = !{![[CONDITION:[0-9]+]], ![[#FP64]]}
