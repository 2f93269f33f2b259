; What all work-items of a loop read from one address is read once, unless they
; might have written it themselves, or another one's atomic operation shows them.
;
; RUN: retarget-opt --target=x86_64 --steps=uniform-loads %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @quotient(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.*]] = load float, ptr %a
; CHECK-NEXT: [[B:%.*]] = load float, ptr %b
; CHECK-NEXT: fdiv float [[A]], [[B]]
; CHECK-NEXT: br label %loop
; CHECK: ret void
define void @quotient(ptr %a, ptr %b, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %va = load float, ptr %a, !llvm.access.group !1
  %p = getelementptr float, ptr %out, i64 %i
  %own = load float, ptr %p, !llvm.access.group !1
  %vb = load float, ptr %b, !llvm.access.group !1
  %q = fdiv float %va, %vb
  %sum = fadd float %q, %own
  store float %sum, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Behind a store; behind an atomic operation; in a loop that is not over
; work-items; an access that is not one of theirs.
; CHECK-LABEL: define void @own(
; CHECK: store float
; CHECK-NEXT: load float, ptr %a
define void @own(ptr %a, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %out, i64 %i
  store float 1.0, ptr %p, !llvm.access.group !1
  %va = load float, ptr %a, !llvm.access.group !1
  store float %va, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @atomic(
; CHECK: load atomic i32
; CHECK-NEXT: load float, ptr %a
define void @atomic(ptr %a, ptr %flag, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seen = load atomic i32, ptr %flag acquire, align 4
  %va = load float, ptr %a, !llvm.access.group !1
  %p = getelementptr float, ptr %out, i64 %i
  store float %va, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @of_one(
; CHECK: loop:
; CHECK: load float, ptr %a
define void @of_one(ptr %a, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %va = load float, ptr %a, !llvm.access.group !1
  %p = getelementptr float, ptr %out, i64 %i
  store float %va, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @unmarked(
; CHECK: loop:
; CHECK: load float, ptr %a
define void @unmarked(ptr %a, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %va = load float, ptr %a
  %p = getelementptr float, ptr %out, i64 %i
  store float %va, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; In a block that not every work-item executes.
; CHECK-LABEL: define void @guarded(
; CHECK: then:
; CHECK-NEXT: load float, ptr %a
define void @guarded(ptr %a, ptr %out, i64 range(i64 1, 2147483648) %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %odd = trunc i64 %i to i1
  br i1 %odd, label %then, label %latch
then:
  %va = load float, ptr %a, !llvm.access.group !1
  %p = getelementptr float, ptr %out, i64 %i
  store float %va, ptr %p, !llvm.access.group !1
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
