; Loops end where their counter is not less than a number instead of where it
; equals it, and compare it after its increment.
;
; RUN: retarget-opt --target=nvptx --steps=loop-ends %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @ordered(
; CHECK: %end = icmp sge i64 %next, %n
define void @ordered(i64 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  %next = add nsw i64 %i, 4
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @unsigned(
; CHECK: %more = icmp ult i32 %next, %n
define void @unsigned(i32 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(1) %out
  %next = add nuw i32 %i, 1
  %more = icmp ne i32 %n, %next
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The counter may wrap and come to the number from above.
; CHECK-LABEL: define void @wraps(
; CHECK: icmp eq i32 %next, %n
define void @wraps(i32 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(1) %out
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; The other exit may be taken while the counter is above the number.
; CHECK-LABEL: define void @two_exits(
; CHECK: icmp eq i32 %next, %n
define void @two_exits(i32 %n, ptr addrspace(1) %in) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %next, %latch ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %value = load float, ptr addrspace(1) %at
  %stop = fcmp olt float %value, 0.0
  br i1 %stop, label %exit, label %latch
latch:
  %next = add nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; A round that never ends is no reason to believe that the number is reached.
; CHECK-LABEL: define void @calls(
; CHECK: icmp eq i32 %next, %n
declare void @may_not_return()
define void @calls(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %next, %loop ]
  call void @may_not_return()
  %next = add nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define i32 @compared_before(
; CHECK: %in_time = icmp ult i32 %next, 500
define i32 @compared_before(float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi float [ %x, %entry ], [ %z, %loop ]
  %z = fmul float %y, %x
  %next = add nuw nsw i32 %i, 1
  %small = fcmp olt float %z, 4.0
  %in_time = icmp samesign ult i32 %i, 499
  %more = select i1 %small, i1 %in_time, i1 false
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %next
}

; The increment of the last value wraps.
; CHECK-LABEL: define i32 @wraps_at_limit(
; CHECK: icmp ult i32 %i, -1
define i32 @wraps_at_limit() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, -1
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %next
}

; The counter is needed anyway.
; CHECK-LABEL: define void @used(
; CHECK: icmp ult i32 %i, 499
define void @used(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr addrspace(1) %out
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i, 499
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The counter of the unrolled loop alone is gone: the index ends the loop.
; CHECK-LABEL: define void @own_counter(
; CHECK: [[LAST:%.*]] = add i64 %rounds, 1
; CHECK: loop:
; CHECK-NOT: phi i64 [ 0,
; CHECK: %next = add nuw nsw i64 %i, 4
; CHECK: icmp sge i64 %next, [[LAST]]
define void @own_counter(i32 %n, ptr addrspace(1) %out) {
entry:
  %wide = zext i32 %n to i64
  %positive = icmp ugt i32 %n, 3
  br i1 %positive, label %before, label %exit
before:
  %rounds = and i64 %wide, -4
  br label %loop
loop:
  %i = phi i64 [ 1, %before ], [ %next, %loop ]
  %own = phi i64 [ 0, %before ], [ %own.next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 4
  %own.next = add i64 %own, 4
  %end = icmp eq i64 %own.next, %rounds
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Flags alone do not say that the number is reached.
; CHECK-LABEL: define void @from_below_or_not(
; CHECK: icmp eq i32 %next, %n
define void @from_below_or_not(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %next, %loop ]
  call void @may_not_return()
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}
