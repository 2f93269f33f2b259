; Where counts of two widths may wrap around, the narrower ones are frozen: no
; check of LLVM's before a loop is left out because of another one.
;
; RUN: retarget-opt --target=x86_64 --steps=index-widths %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @masked(
; CHECK: [[I:%.*]] = freeze i64 %i
; CHECK-NEXT: %few = and i64 [[I]], 3
; CHECK: %to = and i64 %sum, 4294967295
define void @masked(ptr %out, ptr %table, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %few = and i64 %i, 3
  %from = getelementptr i32, ptr %table, i64 %few
  %x = load i32, ptr %from
  %sum = add i64 %i, %first
  %to = and i64 %sum, 4294967295
  %at = getelementptr i32, ptr %out, i64 %to
  store i32 %x, ptr %at
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @extended(
; CHECK: %byte = trunc i64 %i to i8
; CHECK-NEXT: [[BYTE:%.*]] = freeze i8 %byte
; CHECK-NEXT: zext i8 [[BYTE]] to i64
; CHECK: %word = trunc i64 %sum to i32
; CHECK-NEXT: sext i32 %word to i64
define void @extended(ptr %out, ptr %table, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %byte = trunc i64 %i to i8
  %few = zext i8 %byte to i64
  %from = getelementptr i32, ptr %table, i64 %few
  %x = load i32, ptr %from
  %sum = add i64 %i, %first
  %word = trunc i64 %sum to i32
  %to = sext i32 %word to i64
  %at = getelementptr i32, ptr %out, i64 %to
  store i32 %x, ptr %at
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; A count that ScalarEvolution finds by a check alone.
; CHECK-LABEL: define void @counted_through_casts(
; CHECK: %to = and i64 %sum, 4294967295
; CHECK: [[PART:%.*]] = freeze i8 %part
; CHECK-NEXT: sext i8 [[PART]] to i32
define void @counted_through_casts(ptr %out, ptr %table, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %j = phi i32 [ 0, %entry ], [ %more, %loop ]
  %from = getelementptr i32, ptr %table, i32 %j
  %x = load i32, ptr %from
  %sum = add i64 %i, %first
  %to = and i64 %sum, 4294967295
  %at = getelementptr i32, ptr %out, i64 %to
  store i32 %x, ptr %at
  %part = trunc i32 %j to i8
  %whole = sext i8 %part to i32
  %more = add i32 %whole, 1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; One width, what cannot wrap around, and what is no count.
; CHECK-LABEL: define void @left(
; CHECK-NOT: freeze
; CHECK: ret void
define void @left(ptr %out, ptr %table, i64 %n, i8 %same) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k = phi i16 [ 0, %entry ], [ %k1, %loop ]
  %few = and i64 %i, 7
  %from = getelementptr i32, ptr %table, i64 %few
  %x = load i32, ptr %from
  %known = zext i16 %k to i64
  %from2 = getelementptr i32, ptr %table, i64 %known
  %y = load i8, ptr %from2
  %z = zext i8 %y to i32
  %w = zext i8 %same to i32
  %xz = add i32 %x, %z
  %xw = add i32 %xz, %w
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 %xw, ptr %at
  %k1 = add nuw nsw i16 %k, 1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; What is rounded down is no count of 62 bits, next to which 32 are few.
; CHECK-LABEL: define void @rounded(
; CHECK-NOT: freeze
; CHECK: ret void
define void @rounded(ptr %out, ptr %table, i64 %first, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %down = and i64 %i, -4
  %from = getelementptr i32, ptr %table, i64 %down
  %x = load i32, ptr %from
  %sum = add i64 %i, %first
  %word = trunc i64 %sum to i32
  %to = sext i32 %word to i64
  %at = getelementptr i32, ptr %out, i64 %to
  store i32 %x, ptr %at
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Both widths in one index: s[y * 16 + (x + 1) % 16].
; CHECK-LABEL: define void @both(
; CHECK: [[NEXT:%.*]] = freeze i32 %next32
; CHECK-NEXT: %rest = and i32 [[NEXT]], 15
; CHECK-NEXT: %sum = add i32 %rest, %row
; CHECK-NOT: freeze
; CHECK: ret void
define void @both(ptr %s, ptr %o, i32 %row) {
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

; One width is left to LLVM's checks, however often it is there.
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
  %same = and i64 %x, 255
  %to = getelementptr inbounds i32, ptr %o, i64 %same
  store i32 %value, ptr %to
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}
