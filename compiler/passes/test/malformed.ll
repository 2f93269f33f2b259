; IR comes from anywhere: nodes that are not as specified are skipped, other
; people's metadata stays.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s 2>&1 | FileCheck %s

; CHECK: define void @odd() !sycl_used_aspects ![[#FIVE:]] !foreign ![[#F:]] {
define void @odd() !sycl_used_aspects !4 !foreign !6 {
  ret void
}
; CHECK: define void @calls_odd() !sycl_used_aspects ![[#FIVE_ONLY:]] {
define void @calls_odd() {
  call void @odd(), !sycl_used_aspects !6
  ret void
}
; CHECK: define void @text_for_numbers() !sycl_declared_aspects ![[#]] {
define void @text_for_numbers() !sycl_declared_aspects !6 {
  ret void
}
%T = type { i32 }
!sycl_aspects = !{!0, !1, !2, !3, !6}
!sycl_types_that_use_aspects = !{!2, !3, !5, !6}
!0 = !{!"name without number"}
!1 = !{i32 5, !"number without name", i32 6}
!2 = !{}
!3 = !{null, i32 4}
!4 = !{i32 5, !"text", null, i128 1}
!5 = !{!"T", !"text"}
!6 = !{!"text"}
; CHECK-DAG: ![[#F]] = !{!"text"}
; CHECK-DAG: ![[#FIVE_ONLY]] = !{i32 5}
