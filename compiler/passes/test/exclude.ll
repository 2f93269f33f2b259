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
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 6}
!2 = !{}
; CHECK: ![[#FP64]] = !{i32 6}
