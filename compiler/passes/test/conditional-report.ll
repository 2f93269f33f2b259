; device_has and conditions: a use is reported unless every device has the
; aspect that has what is listed and satisfies the condition. The chain says
; which condition leads to the use.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -disable-output %s 2>&1 | FileCheck %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-exclude-aspects=fp64 -S %s 2>%t.err | FileCheck --check-prefix=SAVED %s
; RUN: FileCheck %s < %t.err

; CHECK: warning: function 'asks_other' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: use is from this call chain:
; CHECK-NEXT:   asks_other()
; CHECK-NEXT:   between() if gpu
; CHECK-NEXT:   uses_fp64()
; SAVED: define void @asks_other() !sycl_declared_aspects ![[#]] !sycl_used_aspects
; SAVED-NOT: !sycl_conditionally_used_aspects
; SAVED: {
define void @asks_other() !sycl_declared_aspects !10 {
  call void @if_2(ptr @uses_fp64, ptr null, i32 -1, i32 6)
  call void @if_2(ptr @between, ptr null, i32 -1, i32 2)
  ret void
}
define internal void @between(ptr) {
  call void @uses_fp64(ptr null)
  ret void
}
define internal void @uses_fp64(ptr) {
  %d = alloca double
  ret void
}
; CHECK-NOT: 'asks_it'
define void @asks_it() !sycl_declared_aspects !10 {
  call void @if_2(ptr @uses_fp64, ptr null, i32 -1, i32 6)
  ret void
}
; What is listed says that the condition holds nowhere.
; CHECK-NOT: 'excluded'
define void @excluded() !sycl_declared_aspects !10 {
  call void @if_3(ptr @uses_fp64, ptr null, i32 -3, i32 -1, i32 5)
  ret void
}
; CHECK: warning: function 'in_both' uses aspect 'fp64'
; CHECK-NEXT: use is from this call chain:
; CHECK-NEXT:   in_both()
; CHECK-NEXT:   {{uses_fp64\(\) if (!gpu|gpu)}}
define void @in_both() !sycl_declared_aspects !10 {
  call void @if_2(ptr @uses_fp64, ptr null, i32 -1, i32 2)
  call void @if_3(ptr @uses_fp64, ptr null, i32 -3, i32 -1, i32 2)
  ret void
}
; CHECK-NOT: 'listed'
define void @listed() !sycl_declared_aspects !11 {
  call void @if_2(ptr @uses_fp64, ptr null, i32 -1, i32 2)
  ret void
}
; CHECK-NOT: warning

declare void @if_2(ptr, ptr, i32, i32) #0
declare void @if_3(ptr, ptr, i32, i32, i32) #0
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
!sycl_aspects = !{!0, !1, !2}
!0 = !{!"fp64", i32 6}
!1 = !{!"fp16", i32 5}
!2 = !{!"gpu", i32 2}
!10 = !{i32 5}
!11 = !{i32 6}
