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

; Floating-point numbers and divisions, for as long as the numbers are below 2^31.
; CHECK-LABEL: define void @conversions(
; CHECK: [[SMALL:%[0-9]+]] = call i64 @llvm.usub.sat.i64(i64 2147483648, i64 %first)
; CHECK-NEXT: [[SOME:%[0-9]+]] = call i64 @llvm.umin.i64(i64 {{.*}}, i64 [[SMALL]])
; CHECK-NEXT: [[ONE:%[0-9]+]] = add i64 %first, 1
; CHECK-NEXT: [[LESS:%[0-9]+]] = call i64 @llvm.usub.sat.i64(i64 2147483648, i64 [[ONE]])
; CHECK-NEXT: [[END:%[0-9]+]] = call i64 @llvm.umin.i64(i64 [[SOME]], i64 [[LESS]])
; CHECK: loop:
; CHECK: [[COUNT:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: [[BEGIN:%[0-9]+]] = trunc i64 %first to i32
; CHECK-NEXT: [[INT:%[0-9]+]] = add nuw nsw i32 [[COUNT]], [[BEGIN]]
; CHECK: [[OTHER:%[0-9]+]] = add nuw nsw i32
; CHECK: sitofp i32 [[INT]] to float
; CHECK: sitofp i32 [[INT]] to double
; CHECK: [[REST:%[0-9]+]] = urem i32 [[INT]], 10
; CHECK-NEXT: zext nneg i32 [[REST]] to i64
; CHECK: [[PART:%[0-9]+]] = udiv i32 [[INT]], 7
; CHECK-NEXT: zext nneg i32 [[PART]] to i64
; By a number that is not known, or by one of more bits.
; CHECK: udiv i64 %id, %n
; CHECK: urem i64 %id, 4294967296
; CHECK: udiv i32 [[OTHER]], 7
; CHECK: icmp eq i64 %next, [[END]]
; The rounds behind.
; CHECK: uitofp i64 {{.*}} to float
; CHECK: udiv i64 {{.*}}, 7
; CHECK: {{^}}}
define void @conversions(ptr %out, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %id = add nuw i64 %i, %first
  %f = uitofp i64 %id to float
  store volatile float %f, ptr %out, !llvm.access.group !1
  %d = sitofp i64 %id to double
  store volatile double %d, ptr %out, !llvm.access.group !1
  %rest = urem i64 %id, 10
  store volatile i64 %rest, ptr %out, !llvm.access.group !1
  %part = sdiv i64 %id, 7
  store volatile i64 %part, ptr %out, !llvm.access.group !1
  %q = udiv i64 %id, %n
  store volatile i64 %q, ptr %out, !llvm.access.group !1
  %r = urem i64 %id, 4294967296
  store volatile i64 %r, ptr %out, !llvm.access.group !1
  %more = add i64 %id, 1
  %s = udiv i64 %more, 7
  store volatile i64 %s, ptr %out, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; The first operation of the loop, of the count itself.
; CHECK-LABEL: define void @counts(
; CHECK: loop:
; CHECK: [[COUNT:%[0-9]+]] = trunc i64 %i to i32
; CHECK: [[ONE:%[0-9]+]] = add nuw nsw i32 [[COUNT]], 0
; CHECK: [[TWO:%[0-9]+]] = add nuw nsw i32
; CHECK: sitofp i32 [[ONE]] to double
; CHECK: sitofp i32 [[TWO]] to double
define void @counts(ptr %out, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %d = sitofp i64 %i to double
  store volatile double %d, ptr %out, !llvm.access.group !1
  %id = add nuw i64 %i, %first
  %e = sitofp i64 %id to double
  store volatile double %e, ptr %out, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
