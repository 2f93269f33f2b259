; Each function of a recursion needs what all of them need, and nothing that
; only their callers need; chains follow no recursion.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s 2>%t.err | FileCheck %s
; RUN: FileCheck --check-prefix=WARN %s < %t.err

; WARN: function 'entry' uses aspect 'fp16'
; WARN-NEXT: use is from this call chain:
; WARN-NEXT: entry()
; WARN-NEXT: a()
; WARN-NEXT: b()
; WARN-NEXT: compile with
; WARN-NOT: warning

; CHECK: define void @entry() !sycl_declared_aspects ![[#FP64:]] !sycl_used_aspects ![[#BOTH:]] {
define void @entry() !sycl_declared_aspects !3 {
  call void @a()
  ret void
}
; CHECK: define void @a() !sycl_used_aspects ![[#FP16:]] {
define void @a() {
  call void @a()
  call void @b()
  ret void
}
; CHECK: define void @b() !sycl_used_aspects ![[#FP16]] {
define void @b() !sycl_used_aspects !2 {
  call void @c()
  ret void
}
; CHECK: define void @c() !sycl_used_aspects ![[#FP16]] {
define void @c() {
  call void @a()
  call void @leaf()
  ret void
}
; CHECK: define void @leaf() {
define void @leaf() {
  ret void
}
; Two recursions, one calls the other.
; CHECK: define void @upper1() !sycl_used_aspects ![[#FP16]] {
define void @upper1() {
  call void @upper2()
  ret void
}
; CHECK: define void @upper2() !sycl_used_aspects ![[#FP16]] {
define void @upper2() {
  call void @upper1()
  call void @c()
  ret void
}
!sycl_aspects = !{!0, !1}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{i32 5}
!3 = !{i32 6}
; CHECK-DAG: ![[#FP64]] = !{i32 6}
; CHECK-DAG: ![[#BOTH]] = !{i32 5, i32 6}
; CHECK-DAG: ![[#FP16]] = !{i32 5}
