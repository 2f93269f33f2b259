; What loops over work-items do behind guards is in loops of its own.
;
; RUN: retarget-opt --target=x86_64 --steps=item-guards %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; A tile with an edge: all, where the row is the first one, the first work-item.
; CHECK-LABEL: define void @tile(
; CHECK: store float %own
; CHECK-NOT: store
; CHECK: br i1 %first.row, label %[[ROW:.*]], label %[[NEXT:.*]]
; CHECK: store float %over
; CHECK-NOT: store
; CHECK: [[NEXT]]:
; CHECK: %first = icmp eq i64 %i, 0
; CHECK-NEXT: br i1 %first,
; CHECK: store float 1.0
; CHECK-NOT: store
; CHECK: {{^}}}
define void @tile(ptr noalias %t, ptr noalias %a, i1 %first.row, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pa = getelementptr float, ptr %a, i64 %i
  %own = load float, ptr %pa, !llvm.access.group !1
  %x = add nuw nsw i64 %i, 1
  %pt = getelementptr float, ptr %t, i64 %x
  store float %own, ptr %pt, !llvm.access.group !1
  br i1 %first.row, label %above, label %middle
above:
  %pb = getelementptr i8, ptr %pa, i64 -4096
  %over = load float, ptr %pb, !llvm.access.group !1
  %pu = getelementptr i8, ptr %pt, i64 1024
  store float %over, ptr %pu, !llvm.access.group !1
  br label %middle
middle:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %left, label %latch
left:
  store float 1.0, ptr %t, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Two edges of which LLVM knows that no work-item is at both.
; CHECK-LABEL: define void @two_edges(
; CHECK: store float %own
; CHECK-NOT: store
; CHECK: br i1 %end.part
; CHECK: store float 1.0
; CHECK-NOT: store
; CHECK: br i1 %end.part
; CHECK: store float 2.0
; CHECK-NOT: store
; CHECK: {{^}}}
define void @two_edges(ptr noalias %t, ptr noalias %a, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pa = getelementptr float, ptr %a, i64 %i
  %own = load float, ptr %pa, !llvm.access.group !1
  %x = add nuw nsw i64 %i, 1
  %pt = getelementptr float, ptr %t, i64 %x
  store float %own, ptr %pt, !llvm.access.group !1
  %first = icmp eq i64 %i, 0
  br i1 %first, label %left, label %other
left:
  store float 1.0, ptr %t, !llvm.access.group !1
  br label %latch
other:
  %last = icmp eq i64 %x, 16
  br i1 %last, label %right, label %latch
right:
  %pr = getelementptr i8, ptr %t, i64 68
  store float 2.0, ptr %pr, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; The last loop may not be entered: what was known before all of them and is
; used behind them has no copy that only its end has.
; CHECK-LABEL: define void @known_before(
; CHECK: store float 1.0
; CHECK: br i1 %first.row,
; CHECK: store float 2.0
; CHECK: store i64 %m, ptr %u
; CHECK: {{^}}}
define void @known_before(ptr noalias %t, ptr noalias %u, i64 %m, i1 %first.row, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr float, ptr %t, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  br i1 %first.row, label %above, label %latch
above:
  %q = getelementptr i8, ptr %p, i64 4096
  store float 2.0, ptr %q, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  %known = phi i64 [ %m, %latch ]
  store i64 %known, ptr %u
  ret void
}

; What holds for a range, on both sides of which something is stored, stays
; (item-ranges.ll); what is the same for all does not.
; CHECK-LABEL: define void @both_sides(
; CHECK: br i1 %below
; CHECK-DAG: store float 1.0
; CHECK-DAG: store float 2.0
; CHECK-NOT: store
; CHECK: br i1 %first.row
; CHECK: store float 3.0
; CHECK: [[OTHER:%.*]] = xor i1 %first.row, true
; CHECK: br i1 [[OTHER]]
; CHECK: store float 4.0
; CHECK-NOT: store
; CHECK: {{^}}}
define void @both_sides(ptr noalias %t, i1 %first.row, i64 %m, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr float, ptr %t, i64 %i
  %below = icmp ult i64 %i, %m
  br i1 %below, label %inside, label %outside
inside:
  store float 1.0, ptr %p, !llvm.access.group !1
  br label %middle
outside:
  store float 2.0, ptr %p, !llvm.access.group !1
  br label %middle
middle:
  %q = getelementptr i8, ptr %p, i64 4096
  br i1 %first.row, label %is.first, label %is.not
is.first:
  store float 3.0, ptr %q, !llvm.access.group !1
  br label %latch
is.not:
  store float 4.0, ptr %q, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A guarded store needs what was loaded before; the store between may be to the
; same place.
; CHECK-LABEL: define void @changed(
; CHECK-COUNT-1: !llvm.loop
; CHECK-NOT: !llvm.loop
; CHECK: {{^}}}
define void @changed(ptr %t, ptr %a, ptr %u, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pa = getelementptr float, ptr %a, i64 %i
  %own = load float, ptr %pa, !llvm.access.group !1
  %pt = getelementptr float, ptr %t, i64 %i
  store float 1.0, ptr %pt, !llvm.access.group !1
  %first = icmp eq i64 %i, 0
  br i1 %first, label %left, label %latch
left:
  store float %own, ptr %u, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; It cannot be.
; CHECK-LABEL: define void @unchanged(
; CHECK-NOT: load
; CHECK: store float 1.0
; CHECK: !llvm.loop
; CHECK: load float, ptr %pa
; CHECK: store float %own
; CHECK: !llvm.loop
; CHECK: {{^}}}
define void @unchanged(ptr noalias %t, ptr noalias %a, ptr noalias %u, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pa = getelementptr float, ptr %a, i64 %i
  %own = load float, ptr %pa, !llvm.access.group !1
  %pt = getelementptr float, ptr %t, i64 %i
  store float 1.0, ptr %pt, !llvm.access.group !1
  %first = icmp eq i64 %i, 0
  br i1 %first, label %left, label %latch
left:
  store float %own, ptr %u, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A value that costs something is computed once.
; CHECK-LABEL: define void @dear(
; CHECK-COUNT-1: !llvm.loop
; CHECK-NOT: !llvm.loop
; CHECK: {{^}}}
define void @dear(ptr noalias %t, ptr noalias %u, i1 %c, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %f = uitofp i64 %i to float
  %root = fdiv float 1.0, %f
  %pt = getelementptr float, ptr %t, i64 %i
  store float %root, ptr %pt, !llvm.access.group !1
  br i1 %c, label %then, label %latch
then:
  %pu = getelementptr float, ptr %u, i64 %i
  store float %root, ptr %pu, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; What is chosen by a guard is needed behind it.
; CHECK-LABEL: define void @chosen(
; CHECK-COUNT-1: !llvm.loop
; CHECK-NOT: !llvm.loop
; CHECK: {{^}}}
define void @chosen(ptr noalias %t, ptr noalias %u, i1 %c, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pu = getelementptr float, ptr %u, i64 %i
  br i1 %c, label %then, label %middle
then:
  store float 1.0, ptr %pu, !llvm.access.group !1
  br label %middle
middle:
  %value = phi float [ 2.0, %then ], [ 3.0, %loop ]
  %pt = getelementptr float, ptr %t, i64 %i
  store float %value, ptr %pt, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Data decide: it stays where it is.
; CHECK-LABEL: define void @data(
; CHECK-COUNT-1: !llvm.loop
; CHECK-NOT: !llvm.loop
; CHECK: {{^}}}
define void @data(ptr noalias %t, ptr noalias %u, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pu = getelementptr float, ptr %u, i64 %i
  %own = load float, ptr %pu, !llvm.access.group !1
  %pt = getelementptr float, ptr %t, i64 %i
  store float %own, ptr %pt, !llvm.access.group !1
  %positive = fcmp ogt float %own, 0.0
  br i1 %positive, label %then, label %latch
then:
  %pv = getelementptr i8, ptr %pt, i64 4096
  store float 1.0, ptr %pv, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A jump from one side of a guard into the other, as LLVM threads them: what both
; may do is done once.
; CHECK-LABEL: define void @jump(
; CHECK-COUNT-1: store float 1.0
; CHECK-COUNT-1: store float 2.0
; CHECK-COUNT-1: store float 3.0
; CHECK-NOT: store
; CHECK: {{^}}}
define void @jump(ptr noalias %t, ptr noalias %u, i1 %c, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %pt = getelementptr float, ptr %t, i64 %i
  %pu = getelementptr float, ptr %u, i64 %i
  br i1 %c, label %one, label %other
one:
  store float 1.0, ptr %pt, !llvm.access.group !1
  %own = load float, ptr %pu, !llvm.access.group !1
  %small = fcmp olt float %own, 9.0
  br i1 %small, label %shared, label %latch
other:
  store float 2.0, ptr %pt, !llvm.access.group !1
  br label %shared
shared:
  store float 3.0, ptr %pu, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
