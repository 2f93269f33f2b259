; A loop that does something in one of its rounds only is what it does then.
;
; RUN: retarget-opt --target=x86_64 --steps=single-rounds %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @last_column(
; CHECK-NEXT: entry:
; CHECK: [[ONLY:%.*]] = freeze i32 %only
; CHECK: [[ROUND:%.*]] = sub i32 [[ONLY]], 1
; CHECK: [[WIDE:%.*]] = zext i32 [[ROUND]] to i64
; CHECK: [[ENTERED:%.*]] = icmp ult i64 [[WIDE]], {{%.*}}
; CHECK: br i1 [[ENTERED]], label %[[BODY:.*]], label %exit
; CHECK: [[BODY]]:
; CHECK: getelementptr float, ptr %a, i64 [[WIDE]]
; CHECK: store float
; CHECK-NEXT: br label %exit
; CHECK-NOT: phi
; CHECK: ret void
define void @last_column(ptr noalias %t, ptr noalias %a, i32 %only, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %narrow = trunc i64 %i to i32
  %x = add nuw nsw i32 %narrow, 1
  %hit = icmp eq i32 %x, %only
  br i1 %hit, label %edge, label %latch
edge:
  %pa = getelementptr float, ptr %a, i64 %i
  %v = load float, ptr %pa, !llvm.access.group !1
  store float %v, ptr %t, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Counters of any kind, a loop that begins at its second round, and an effect
; behind the way on which the number is not another one.
; CHECK-LABEL: define void @counters(
; CHECK: mul i64 {{%.*}}, -3
; CHECK: icmp ult i64 {{.*}}
; CHECK: store i64
; CHECK-NOT: phi
; CHECK: ret void
define void @counters(ptr noalias %t, i64 %only, i1 %also, i64 range(i64 2, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %latch ]
  %down = phi i64 [ 7, %entry ], [ %further, %latch ]
  %other = icmp ne i64 %only, %i
  %none = or i1 %other, %also
  br i1 %none, label %latch, label %edge
edge:
  %sum = add i64 %down, %i
  store i64 %sum, ptr %t, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %further = add i64 %down, -3
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Another round has an effect, too.
; CHECK-LABEL: define void @two_effects(
; CHECK: phi i64
; CHECK: ret void
define void @two_effects(ptr noalias %t, i64 %only, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i64, ptr %t, i64 %i
  store i64 0, ptr %p, !llvm.access.group !1
  %hit = icmp eq i64 %i, %only
  br i1 %hit, label %edge, label %latch
edge:
  store i64 1, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A number of eight bits comes again, and the effect with it.
; CHECK-LABEL: define void @comes_again(
; CHECK: phi i64
; CHECK: ret void
define void @comes_again(ptr noalias %t, i8 %only, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %narrow = trunc i64 %i to i8
  %hit = icmp eq i8 %narrow, %only
  br i1 %hit, label %edge, label %latch
edge:
  %p = getelementptr i64, ptr %t, i64 %i
  store i64 1, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; What is loaded in a round that has no effect is not needed, but a result of
; the last round is.
; CHECK-LABEL: define i64 @result(
; CHECK: phi i64
; CHECK: ret i64
define i64 @result(ptr noalias %t, i64 %only, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %hit = icmp eq i64 %i, %only
  br i1 %hit, label %edge, label %latch
edge:
  store i64 1, ptr %t, !llvm.access.group !1
  br label %latch
latch:
  %value = phi i64 [ 2, %loop ], [ 3, %edge ]
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret i64 %value
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
