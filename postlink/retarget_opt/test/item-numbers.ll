; Ints that are sums of work-items' numbers.
;
; RUN: retarget-opt --target=x86_64 --steps=item-numbers %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @sums(
; CHECK: [[NUMBER:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: [[FIRST:%[0-9]+]] = trunc i64 %first to i32
; CHECK-NEXT: [[SUM:%[0-9]+]] = add i32 [[NUMBER]], [[FIRST]]
; CHECK: store i32 [[SUM]]
; Of 16 bits, and not of a number.
; CHECK: trunc i64 %id to i16
; CHECK: trunc i64 %twice to i32
define void @sums(ptr %out, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %id = add nuw i64 %i, %first
  %x = trunc i64 %id to i32
  %p = getelementptr i32, ptr %out, i64 %id
  store i32 %x, ptr %p, !llvm.access.group !1
  %s = trunc i64 %id to i16
  store i16 %s, ptr %p, !llvm.access.group !1
  %twice = add i64 %id, %id
  %y = trunc i64 %twice to i32
  store i32 %y, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Not in a loop of the program's own.
; CHECK-LABEL: define void @other(
; CHECK: trunc i64 %id to i32
define void @other(ptr %out, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %id = add nuw i64 %i, %first
  %x = trunc i64 %id to i32
  %p = getelementptr i32, ptr %out, i64 %id
  store i32 %x, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
