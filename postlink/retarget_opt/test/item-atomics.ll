; Atomic operations of all work-items on one place, of which nobody asks for the value
; before.
;
; RUN: retarget-opt --target=x86_64 --steps=item-atomics %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Counted first. The place need not exist where no work-item comes to it.
; CHECK-LABEL: define void @count(
; CHECK: loop:
; CHECK: [[ALL:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %latch ]
; CHECK: yes:
; CHECK-NEXT: [[MORE:%.*]] = add i32 [[ALL]], 1
; CHECK: latch:
; CHECK-NEXT: [[NEXT]] = phi i32 [ [[MORE]], %yes ], [ [[ALL]], %loop ]
; CHECK: exit:
; CHECK: [[ANY:%.*]] = icmp ne i32 [[SUM:%.*]], 0
; CHECK-NEXT: br i1 [[ANY]]
; CHECK: atomicrmw add ptr %counter, i32 [[SUM]] monotonic
define void @count(ptr %in, ptr %counter, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p, !llvm.access.group !1
  %is = fcmp ogt float %x, 1.0
  br i1 %is, label %yes, label %latch
yes:
  atomicrmw add ptr %counter, i32 1 monotonic, !llvm.access.group !1
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Each by its own operation: a difference is that of a sum; one place twice.
; CHECK-LABEL: define void @operations(
; CHECK-NOT: atomicrmw
; CHECK: exit:
; CHECK-DAG: atomicrmw sub ptr %a, i64
; CHECK-DAG: atomicrmw umin ptr %b, i32
; CHECK-DAG: atomicrmw and ptr %c, i8
; CHECK-DAG: atomicrmw and ptr %c, i8
; CHECK: ret void
define void @operations(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  atomicrmw sub ptr %a, i64 %i monotonic, !llvm.access.group !1
  %x = trunc i64 %i to i32
  atomicrmw umin ptr %b, i32 %x monotonic, !llvm.access.group !1
  %y = trunc i64 %i to i8
  atomicrmw and ptr %c, i8 %y monotonic, !llvm.access.group !1
  atomicrmw and ptr %c, i8 7 monotonic, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; What is asked for, of another order, of floating-point numbers, at places of their own,
; or seen by the work-item itself, stays.
; CHECK-LABEL: define void @others(
; CHECK: atomicrmw add ptr %a, i32 1 monotonic
; CHECK: atomicrmw add ptr %b, i32 1 seq_cst
; CHECK: atomicrmw fadd ptr %c, float 1.0
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK: atomicrmw add ptr %d, i32 1 monotonic
; CHECK: atomicrmw add ptr %e, i32 1 monotonic
; CHECK: exit:
define void @others(ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %d, ptr noalias %e, ptr noalias %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr %out, i64 %i
  %old = atomicrmw add ptr %a, i32 1 monotonic, !llvm.access.group !1
  store i32 %old, ptr %p, !llvm.access.group !1
  atomicrmw add ptr %b, i32 1 seq_cst, !llvm.access.group !1
  atomicrmw fadd ptr %c, float 1.0 monotonic, !llvm.access.group !1
  atomicrmw add ptr %p, i32 1 monotonic, !llvm.access.group !1
  atomicrmw add ptr %d, i32 1 monotonic, !llvm.access.group !1
  %seen = load i32, ptr %d, !llvm.access.group !1
  %q = getelementptr i32, ptr %p, i64 1024
  store i32 %seen, ptr %q, !llvm.access.group !1
  %limit = load atomic i32, ptr %e monotonic, align 4, !llvm.access.group !1
  %below = icmp ult i32 %limit, 10
  br i1 %below, label %yes, label %latch
yes:
  atomicrmw add ptr %e, i32 1 monotonic, !llvm.access.group !1
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
