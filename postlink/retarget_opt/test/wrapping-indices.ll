; Indices that may wrap at several widths are left to checks at the widest one.
;
; RUN: retarget-opt --target=x86_64 --steps=wrapping-indices %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; s[y * 16 + (x + 1) % 16]: the remainder has four bits, the sum 32.
; CHECK-LABEL: define void @remainder(
; CHECK: [[REST:%.*]] = and i32 %next32, 15
; CHECK-NEXT: [[FROZEN:%.*]] = freeze i32 [[REST]]
; CHECK-NEXT: %sum = add i32 [[FROZEN]], %row
; CHECK-NOT: freeze
; CHECK: ret void
define void @remainder(ptr %s, ptr %o, i32 %row) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x32 = trunc nuw nsw i64 %x to i32
  %next32 = add nuw nsw i32 %x32, 1
  %rest = and i32 %next32, 15
  %sum = add i32 %rest, %row
  %wide = zext i32 %sum to i64
  %from = getelementptr inbounds i32, ptr %s, i64 %wide
  %value = load i32, ptr %from
  %to = getelementptr inbounds i32, ptr %o, i64 %x
  store i32 %value, ptr %to
  %next = add nuw nsw i64 %x, 1
  %end = icmp eq i64 %next, 16
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; As bytes and as shorts, signed, in one loop, but not in one index.
; CHECK-LABEL: define void @bytes(
; CHECK: %wide8 = sext i8 %x8 to i64
; CHECK-NEXT: [[FROZEN:%.*]] = freeze i64 %wide8
; CHECK-NEXT: getelementptr inbounds i32, ptr %s, i64 [[FROZEN]]
; CHECK-NOT: freeze
; CHECK: ret void
define void @bytes(ptr %s, ptr %o, i64 %n) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x8 = trunc i64 %x to i8
  %wide8 = sext i8 %x8 to i64
  %from = getelementptr inbounds i32, ptr %s, i64 %wide8
  %value = load i32, ptr %from
  %x16 = trunc i64 %x to i16
  %wide16 = sext i16 %x16 to i64
  %to = getelementptr inbounds i32, ptr %o, i64 %wide16
  store i32 %value, ptr %to
  %next = add nuw nsw i64 %x, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; One width is left to LLVM: a[(x + 1) % 256], twice, and no sum of 32 bits.
; CHECK-LABEL: define void @one(
; CHECK-NOT: freeze
; CHECK: ret void
define void @one(ptr %s, ptr %o, i64 %n) {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %x, 1
  %rest = and i64 %next, 255
  %from = getelementptr inbounds i32, ptr %s, i64 %rest
  %value = load i32, ptr %from
  %to = getelementptr inbounds i32, ptr %o, i64 %rest
  store i32 %value, ptr %to
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; What is loaded, and what is the same in all rounds, is no index of rounds.
; CHECK-LABEL: define void @others(
; CHECK-NOT: freeze
; CHECK: ret void
define void @others(ptr %s, ptr %o, i8 %offset, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %x to i64
  %from = getelementptr inbounds i8, ptr %s, i64 %wide
  %byte = load i8, ptr %from
  %loaded = zext i8 %byte to i64
  %same = zext i8 %offset to i64
  %sum = add i64 %loaded, %same
  %to = getelementptr inbounds i32, ptr %o, i64 %sum
  store i32 1, ptr %to
  %next = add i32 %x, 3
  %end = icmp ugt i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}
