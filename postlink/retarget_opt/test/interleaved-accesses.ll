; In a loop whose iterations are independent, accesses that vector code would
; move over others of the same memory have addresses of no known distance, or
; the loop is no longer said to be parallel.
;
; RUN: retarget-opt --target=x86_64 --steps=interleaved-accesses %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The store of 104 may be to each of the others.
; CHECK-LABEL: define void @stores(
; CHECK: [[P1:%.*]] = freeze ptr %p1
; CHECK-NEXT: store i32 1, ptr [[P1]]
; CHECK: store i32 104, ptr %pj
; CHECK: [[P0:%.*]] = freeze ptr %p0
; CHECK-NEXT: store i32 %x, ptr [[P0]]
define void @stores(ptr %o, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %o, i64 %first
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  store i32 1, ptr %p1, !llvm.access.group !0
  %from = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %from, !llvm.access.group !0
  %j = zext i32 %x to i64
  %pj = getelementptr inbounds i32, ptr %p0, i64 %j
  store i32 104, ptr %pj, !llvm.access.group !0
  store i32 %x, ptr %p0, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; The second load is not made with the first.
; CHECK-LABEL: define void @loads(
; CHECK: [[P0:%.*]] = freeze ptr %p0
; CHECK-NEXT: %a = load i32, ptr [[P0]]
; CHECK: store i32 104, ptr %pj
; CHECK: [[P1:%.*]] = freeze ptr %p1
; CHECK-NEXT: %b = load i32, ptr [[P1]]
define void @loads(ptr %o, ptr %in, ptr noalias %sums, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %o, i64 %first
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %from = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %from, !llvm.access.group !0
  %j = zext i32 %x to i64
  %pj = getelementptr inbounds i32, ptr %p0, i64 %j
  %a = load i32, ptr %p0, !llvm.access.group !0
  store i32 104, ptr %pj, !llvm.access.group !0
  %b = load i32, ptr %p1, !llvm.access.group !0
  %sum = add i32 %a, %b
  %to = getelementptr inbounds i32, ptr %sums, i64 %i
  store i32 %sum, ptr %to, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; What lies between is elsewhere, or nothing lies between.
; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: freeze
; CHECK: ret void
define void @elsewhere(ptr noalias %o, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %o, i64 %first
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  store i32 1, ptr %p1, !llvm.access.group !0
  %from = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %from, !llvm.access.group !0
  store i32 104, ptr %from, !llvm.access.group !0
  store i32 %x, ptr %p0, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; CHECK-LABEL: define void @side_by_side(
; CHECK-NOT: freeze
; CHECK: ret void
define void @side_by_side(ptr %o, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %o, i64 %first
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %from = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %from, !llvm.access.group !0
  %j = zext i32 %x to i64
  %pj = getelementptr inbounds i32, ptr %p0, i64 %j
  store i32 104, ptr %pj, !llvm.access.group !0
  store i32 1, ptr %p1, !llvm.access.group !0
  store i32 %x, ptr %p0, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; Arrays that begin anywhere: LLVM compares their addresses before the loop.
; CHECK-LABEL: define void @two_arrays(
; CHECK-NOT: freeze
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[LOOP:![0-9]+]]
define void @two_arrays(ptr %o, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = shl nuw nsw i64 %i, 1
  %to0 = getelementptr inbounds i32, ptr %o, i64 %first
  %to1 = getelementptr inbounds i8, ptr %to0, i64 4
  %from0 = getelementptr inbounds i32, ptr %in, i64 %first
  %from1 = getelementptr inbounds i8, ptr %from0, i64 4
  %x = load i32, ptr %from1, !llvm.access.group !0
  store i32 %x, ptr %to0, !llvm.access.group !0
  %y = load i32, ptr %from0, !llvm.access.group !0
  store i32 %y, ptr %to1, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !3
exit:
  ret void
}

; Checks before the loop can tell whether records that are m bytes further are
; among these. Of the byte that is stored and loaded they say nothing: LLVM would
; load it with the one before, and so before it is stored.
; CHECK-LABEL: define void @checked(
; CHECK: [[BYTE:%.*]] = freeze ptr %b
; CHECK-NEXT: load i8, ptr [[BYTE]]
; CHECK: br i1 %end, label %exit, label %loop{{$}}
define void @checked(ptr %o, i64 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %first = mul nuw nsw i64 %i, 5
  %a = getelementptr inbounds i8, ptr %o, i64 %first
  %b = getelementptr inbounds i8, ptr %a, i64 1
  %x = load i8, ptr %a
  store i8 1, ptr %b
  %other = add nuw nsw i64 %first, %m
  %q = getelementptr inbounds i8, ptr %o, i64 %other
  store i8 %x, ptr %q
  %y = load i8, ptr %b
  %c = getelementptr inbounds i8, ptr %q, i64 2
  store i8 %y, ptr %c
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = distinct !{!3, !2}
; CHECK: [[LOOP]] = distinct !{[[LOOP]]}
