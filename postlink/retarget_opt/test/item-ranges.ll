; Loops over work-items are divided where their conditions change.
;
; RUN: retarget-opt --target=x86_64 --steps=item-ranges %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; A condition that changes once: the loop of the work-items behind it has
; nothing to do.
; CHECK-LABEL: define void @first_ones(
; CHECK: [[INSIDE:%.*]] = icmp slt i32 0, [[BOUND:%.*]]
; CHECK: [[LAST:%.*]] = select i1 [[INSIDE]], i64 {{.*}}, i64 0
; CHECK: [[END:%.*]] = call i64 @llvm.umin.i64(i64 [[LAST]], i64 %n)
; CHECK: [[I:%.*]] = phi i64 [ [[NEXT:%.*]], %{{.*}} ], [ 0, %{{.*}} ]
; CHECK-NOT: br i1
; CHECK: store float
; CHECK: [[NEXT]] = add nuw nsw i64 [[I]], 1
; CHECK-NEXT: icmp eq i64 [[NEXT]], [[END]]
; CHECK-NOT: store
; CHECK: {{^}}}
define void @first_ones(ptr %out, i32 %step, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %x = trunc i64 %i to i32
  %inside = icmp slt i32 %x, %step
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A bound may be the last number: then the condition holds for all, and its
; opposite for none.
; CHECK-LABEL: define void @up_to(
; CHECK: [[BEHIND:%.*]] = add i64 [[BOUND:%.*]], 1
; CHECK: [[NEVER:%.*]] = icmp eq i64 [[BEHIND]], 0
; CHECK: select i1 [[NEVER]], i64 -1, i64 {{.*}}
define void @up_to(ptr %out, i64 %bound, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %below = icmp ule i64 %i, %bound
  br i1 %below, label %latch, label %then
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; LLVM's form of the lower 32 bits being less than 128.
; CHECK-LABEL: define void @below_power(
; CHECK: [[END:%.*]] = call i64 @llvm.umin.i64(i64 128, i64 %n)
; CHECK: [[I:%.*]] = phi i64
; CHECK-NOT: br i1
; CHECK: store float
; CHECK: [[NEXT:%.*]] = add nuw nsw i64 [[I]], 1
; CHECK-NEXT: icmp eq i64 [[NEXT]], [[END]]
; CHECK-NOT: store
; CHECK: {{^}}}
define void @below_power(ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %high = and i64 %i, 4294967168
  %inside = icmp eq i64 %high, 0
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Of other bits nothing is known for a range: they come again.
; CHECK-LABEL: define void @some_bits(
; CHECK: and i64 {{.*}}, 480
; CHECK: br i1
; CHECK: store float
; CHECK-NOT: store float
; CHECK: {{^}}}
define void @some_bits(ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %some = and i64 %i, 480
  %inside = icmp eq i64 %some, 0
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Both edges of a row, and a condition of the row: in the middle loop nothing is
; left of them. What is stored elsewhere is stored before and behind it.
; CHECK-LABEL: define void @row(
; CHECK: and i1 {{.*}}
; CHECK: phi i64
; CHECK: icmp ne i64 {{.*}}, 0
; CHECK: store float 0.000000e+00
; CHECK: phi i64
; CHECK-NOT: br i1
; CHECK: load float
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store float
; CHECK: phi i64
; CHECK: icmp ne i64 {{.*}}, 0
; CHECK: {{^}}}
define void @row(ptr %out, ptr %in, i1 %inner, i64 range(i64 1, 2147483648) %n) {
entry:
  %last = add nsw i64 %n, -1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %left = icmp ne i64 %i, 0
  %right = icmp slt i64 %i, %last
  %middle = and i1 %left, %right
  %all = select i1 %inner, i1 %middle, i1 false
  br i1 %all, label %then, label %else
then:
  %p = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %p, !llvm.access.group !1
  br label %latch
else:
  %r = getelementptr float, ptr %out, i64 %i
  store float 0.0, ptr %r, !llvm.access.group !1
  br label %latch
latch:
  %w = phi float [ %v, %then ], [ 1.0, %else ]
  %q = getelementptr float, ptr %out, i64 %i
  store float %w, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Indices that are kept within an array, one minimum of another one's result.
; CHECK-LABEL: define void @clamped(
; CHECK: call i64 @llvm.smax.i64(
; CHECK: call i64 @llvm.smin.i64(
; CHECK: phi i64
; CHECK-NOT: @llvm.smax
; CHECK-NOT: @llvm.smin
; CHECK: store float
; CHECK: call i64 @llvm.smax.i64(
define void @clamped(ptr %out, ptr %in, i64 %size, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %up = call i64 @llvm.smax.i64(i64 %i, i64 2)
  %less = add nsw i64 %up, -2
  %at = call i64 @llvm.smin.i64(i64 %size, i64 %less)
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %out, i64 %i
  store float %v, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A count that may come to the end of its numbers and start again: the loop
; behind the range still asks.
; CHECK-LABEL: define i32 @wraps(
; What was counted goes on from one loop to the next, and comes out of the last.
; CHECK: store float
; CHECK: [[SUM:%.*]] = phi i32 [ 0, %entry ], [ [[MORE:%.*]], %
; CHECK-NEXT: [[FIRST:%.*]] = phi i32 [ poison, %entry ], [ [[MORE]], %
; CHECK: [[RESULT:%.*]] = phi i32 [ [[FIRST]], %{{.*}} ], [ %{{.*}}, %
; CHECK: ret i32 [[RESULT]]
; CHECK: phi i32 [ %{{.*}}, %{{.*}} ], [ [[SUM]], %
; CHECK: icmp slt i32
; CHECK: br i1
; CHECK: store float
define i32 @wraps(ptr %out, i32 %from, i32 %step, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %t = trunc i64 %i to i32
  %x = add i32 %from, %t
  %inside = icmp slt i32 %x, %step
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %more = add i32 %sum, %x
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret i32 %more
}

; One work-item is different: those behind it are not as it is.
; CHECK-LABEL: define void @one(
; CHECK: icmp eq i64 {{.*}}, %only
; CHECK: icmp eq i64 {{.*}}, %only
; CHECK: {{^}}}
define void @one(ptr %out, i64 %only, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr float, ptr %out, i64 %i
  %inside = icmp eq i64 %i, %only
  br i1 %inside, label %then, label %latch
then:
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Conditions on data, and loops that are not over work-items, are
; left alone.
; CHECK-LABEL: define void @data(
; CHECK-COUNT-1: store float
; CHECK-NOT: store float
; CHECK: {{^}}}
define void @data(ptr %out, ptr %in, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p, !llvm.access.group !1
  %inside = icmp slt i32 %v, 7
  br i1 %inside, label %then, label %latch
then:
  %q = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %q, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @other_loop(
; CHECK-COUNT-1: store float
; CHECK-NOT: store float
; CHECK: {{^}}}
define void @other_loop(ptr %out, i64 %step, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp slt i64 %i, %step
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; What is behind the loop uses what its last round has computed, whichever part
; that is in, without a phi of the program's.
; CHECK-LABEL: define i64 @result(
; CHECK: %twice.le = mul i64
; CHECK: rounds.next:
; CHECK-NEXT: [[FIRST:%.*]] = phi i64 {{.*}}[ %twice.le, %
; CHECK: {{^}}exit:
; CHECK-NEXT: [[LEFT:%.*]] = phi i64 [ [[FIRST]], %rounds.next ], [ %twice.part.le, %
; CHECK-NEXT: ret i64 [[LEFT]]
define i64 @result(ptr %out, i64 %step, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %twice = mul i64 %i, 2
  %inside = icmp slt i64 %i, %step
  br i1 %inside, label %then, label %latch
then:
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret i64 %twice
}

declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
