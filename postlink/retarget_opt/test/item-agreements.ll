; Loops over work-items that ask each of them for a condition ask once, before
; the loop, where it holds for a range of ids.
;
; RUN: retarget-opt --target=x86_64 --steps=item-agreements %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Counted up: the first is below, and the distance to the bound is no less than
; the number of rounds.
; CHECK-LABEL: define i1 @below(
; CHECK: [[FIRST:%.*]] = freeze i64 %first
; CHECK-NEXT: [[BOUND:%.*]] = freeze i64 %bound
; CHECK: [[LEFT:%.*]] = sub i64 [[BOUND]], [[FIRST]]
; CHECK: icmp ult i64 [[FIRST]], [[BOUND]]
; CHECK: icmp uge i64 [[LEFT]], %{{.*}}
; CHECK: [[ALL:%.*]] = select i1 %{{.*}}, i1 true, i1 false
; CHECK: loop:
; CHECK-NOT: phi i1
; CHECK: end:
; CHECK-NEXT: ret i1 [[ALL]]
define i1 @below(ptr %p, i64 %n, i64 %first, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q, !llvm.access.group !1
  %id = add i64 %first, %i
  %holds = icmp ult i64 %id, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; Several, one of them counted down, another the same for all; with what it was
; before the loop.
; CHECK-LABEL: define i1 @several(
; CHECK: icmp sge i32
; CHECK: freeze i1 %flag
; CHECK: [[ALL:%.*]] = select i1 %{{.*}}, i1 %before, i1 false
; CHECK: loop:
; CHECK-NOT: phi i1
; CHECK: end:
; CHECK-NEXT: ret i1 [[ALL]]
define i1 @several(ptr %p, i32 %n, i32 %first, i32 %bound, i1 %flag, i1 %before) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ %before, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 0, ptr %q, !llvm.access.group !1
  %id = sub i32 %first, %i
  %less = icmp slt i32 %id, %bound
  %holds = xor i1 %less, true
  %both = select i1 %holds, i1 %flag, i1 false
  %and = and i1 %both, %all
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; An int that is extended: the numbers up to its largest one, and those behind.
; CHECK-LABEL: define i1 @extended(
; CHECK: [[START:%.*]] = sext i32 {{.*}} to i64
; CHECK: [[TO_LARGEST:%.*]] = sub i64 2147483647, [[START]]
; CHECK-NEXT: [[COUNT:%.*]] = add i64 [[TO_LARGEST]], 1
; CHECK: call i64 @llvm.umin.i64(i64 [[ALL_ROUNDS:%.*]], i64 [[COUNT]])
; CHECK: add i64 -2147483648,
; CHECK: icmp ugt i64 [[ALL_ROUNDS]], [[COUNT]]
; CHECK: loop:
; CHECK-NOT: phi i1
; CHECK: {{^}}}
define i1 @extended(ptr %p, i64 %n, i64 %first, i64 %bound, i64 %rest) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q, !llvm.access.group !1
  %id = add i64 %first, %i
  %int = trunc i64 %id to i32
  %extended = sext i32 %int to i64
  %sum = add i64 %extended, %rest
  %holds = icmp slt i64 %sum, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; Not what memory says, what is equal once, what the loop itself uses, and loops
; that are not over work-items.
; CHECK-LABEL: define i1 @memory(
; CHECK: phi i1
define i1 @memory(ptr %p, i64 %n, i32 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q, !llvm.access.group !1
  %holds = icmp ult i32 %v, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; CHECK-LABEL: define i1 @equal(
; CHECK: phi i1
define i1 @equal(ptr %p, i64 %n, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q, !llvm.access.group !1
  %holds = icmp eq i64 %i, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; CHECK-LABEL: define i1 @used(
; CHECK: phi i1
define i1 @used(ptr %p, i64 %n, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i8, ptr %p, i64 %i
  %holds = icmp ult i64 %i, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %so.far = zext i1 %and to i8
  store i8 %so.far, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret i1 %and
}

; CHECK-LABEL: define i1 @other(
; CHECK: phi i1
define i1 @other(ptr %p, i64 %n, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %all = phi i1 [ true, %entry ], [ %and, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q
  %holds = icmp ult i64 %i, %bound
  %and = select i1 %holds, i1 %all, i1 false
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i1 %and
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
