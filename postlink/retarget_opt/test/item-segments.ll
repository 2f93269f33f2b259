; Loops over work-items that take their index apart, before the vectorizer.
;
; RUN: retarget-opt --target=x86_64 --steps=item-segments %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; The remainder goes up by one in a segment, the quotient is computed once for
; it. Neither divides by less than sixteen.
; CHECK-LABEL: define void @remainder(
; CHECK: entry:
; CHECK: [[LAST:%.*]] = freeze i64
; CHECK: [[ROUNDS:%.*]] = sub i64 [[LAST]], 15
; CHECK: [[MANY:%.*]] = icmp ult i64 [[ROUNDS]], 4611686018427387904
; CHECK: [[M:%.*]] = freeze i64 %m
; CHECK: [[LARGE:%.*]] = icmp sge i64 [[M]], 16
; CHECK: [[GOOD:%.*]] = and i1 [[MANY]], [[LARGE]]
; CHECK: [[ALL:%.*]] = add nuw nsw i64 [[LAST]], 1
; CHECK: br i1 [[GOOD]], label %segment, label %whole
; CHECK: segment:
; CHECK: %done = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %segment.end ]
; CHECK-DAG: [[X:%.*]] = urem i64 %done, [[M]]
; CHECK-DAG: [[Y:%.*]] = udiv i64 %done, [[M]]
; CHECK: [[LEFT:%.*]] = sub i64 [[LAST]], %done
; CHECK: [[HIGHEST:%.*]] = sub i64 [[M]], 1
; CHECK: [[ROOM:%.*]] = sub i64 [[HIGHEST]], [[X]]
; CHECK: [[NOWRAP:%.*]] = xor i64 %done, -1
; CHECK: [[WITHIN:%.*]] = call i64 @llvm.umin.i64(i64 [[ROOM]], i64 [[NOWRAP]])
; CHECK: [[BEHIND:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 [[WITHIN]])
; CHECK: %rounds = add nuw nsw i64 [[BEHIND]], 1
; CHECK: br label %segment.rows
; CHECK: loop.seg:
; CHECK: phi i64 [ [[X]], %segment.rows ], [ [[X1:%.*]], %loop.seg ]
; CHECK: %round = phi i64 [ 0, %segment.rows ], [ [[ROUND1:%.*]], %loop.seg ]
; CHECK: %i.seg = phi i64 [ %done, %segment.rows ]
; CHECK-NOT: {{urem|udiv}}
; CHECK: store i64 [[Y]], ptr {{.*}}, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK: [[X1]] = add nuw nsw i64 {{.*}}, 1
; CHECK: [[ROUND1]] = add nuw nsw i64 %round, 1
; CHECK: [[END:%.*]] = icmp eq i64 [[ROUND1]], %rounds
; CHECK: br i1 [[END]], label %segment.rows.end, label %loop.seg, !llvm.loop [[NEW:![0-9]+]]
; CHECK: segment.end:
; CHECK: [[NEXT]] = add nuw nsw i64 %done, %rounds
; CHECK: [[DONE:%.*]] = icmp eq i64 [[NEXT]], [[ALL]]
; CHECK: br i1 [[DONE]], label %segments.end, label %segment
; CHECK: loop:
; CHECK: urem i64 %i, %m
; CHECK: udiv i64 %i, %m
; CHECK: br i1 %end, label %whole.end, label %loop, !llvm.loop [[OLD:![0-9]+]]
define void @remainder(ptr %out, i64 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %m
  %y = udiv i64 %i, %m
  %p = getelementptr i64, ptr %out, i64 %x
  store i64 %y, ptr %p, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Negative indices have blocks that end with a multiple. The index is an int,
; which ends a segment before it wraps around, and so do its extensions.
; CHECK-LABEL: define void @signed(
; CHECK: icmp sge i32 {{.*}}, 16
; CHECK: segment:
; CHECK: [[I:%.*]] = trunc i64 {{.*}} to i32
; CHECK-DAG: [[X:%.*]] = srem i32 [[I]], [[M:%.*]]
; CHECK-DAG: sext i32 [[X]] to i64
; CHECK: [[ROOM:%.*]] = sub i32 {{.*}}, [[X]]
; CHECK: [[NOWRAP:%.*]] = sub i32 2147483647, [[I]]
; CHECK: [[WITHIN:%.*]] = call i32 @llvm.umin.i32(i32 [[ROOM]], i32 [[NOWRAP]])
; CHECK: [[NEGATIVE:%.*]] = icmp slt i32 [[I]], 0
; CHECK: [[UP:%.*]] = sub i32 0, [[X]]
; CHECK: select i1 [[NEGATIVE]], i32 [[UP]], i32 [[WITHIN]]
; CHECK: sub i32 2147483647, [[I]]
; CHECK: loop.seg:
; CHECK-NOT: sext
; CHECK: loop:
define void @signed(ptr %out, ptr %in, i64 %first, i32 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %first
  %int = trunc i64 %at to i32
  %x = srem i32 %int, %m
  %x64 = sext i32 %x to i64
  %p = getelementptr i32, ptr %in, i64 %x64
  %v = load i32, ptr %p
  %int64 = sext i32 %int to i64
  %q = getelementptr i32, ptr %out, i64 %int64
  store i32 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A term of a term is fixed: a division by the same number, which is checked.
; CHECK-LABEL: define void @term_of_term(
; CHECK: [[H:%.*]] = freeze i64 %h
; CHECK: icmp ne i64 [[H]], 0
; CHECK: segment:
; CHECK: [[Y:%.*]] = udiv i64 %done, [[W:%.*]]
; CHECK: urem i64 [[Y]], [[H]]
; CHECK: loop.seg:
; CHECK-NOT: {{urem|udiv}}
; CHECK: loop:
define void @term_of_term(ptr %out, i64 %w, i64 %h, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = udiv i64 %i, %w
  %y = urem i64 %row, %h
  %p = getelementptr i64, ptr %out, i64 %i
  store i64 %y, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Blocks of powers of two: xor, or and high masks up to the lowest one, a low
; mask up to the lowest zero, a shift up to its amount, which is less than the
; width.
; CHECK-LABEL: define void @bits(
; CHECK: [[STEP:%.*]] = freeze i64 %step
; CHECK: [[S:%.*]] = and i64 [[STEP]], 15
; CHECK: icmp eq i64 [[S]], 0
; CHECK: [[LOW:%.*]] = freeze i64 %low
; CHECK: [[L:%.*]] = and i64 [[LOW]], 15
; CHECK: icmp eq i64 [[L]], 15
; CHECK: [[K:%.*]] = freeze i64 %k
; CHECK: [[BY:%.*]] = sub i64 [[K]], 4
; CHECK: icmp ult i64 [[BY]], 60
; CHECK: [[HIGH:%.*]] = freeze i64 %high
; CHECK: [[H:%.*]] = and i64 [[HIGH]], 15
; CHECK: icmp eq i64 [[H]], 0
; CHECK: segment:
; CHECK-DAG: [[A:%.*]] = xor i64 [[STEP]], %done
; CHECK-DAG: [[B:%.*]] = or i64 %done, [[STEP]]
; CHECK-DAG: [[C:%.*]] = and i64 %done, [[LOW]]
; CHECK-DAG: [[D:%.*]] = lshr i64 %done, [[K]]
; CHECK-DAG: [[E:%.*]] = and i64 %done, [[HIGH]]
; CHECK: [[OTHERS:%.*]] = xor i64 [[STEP]], -1
; CHECK: [[BELOW:%.*]] = sub i64 [[STEP]], 1
; CHECK: and i64 [[OTHERS]], [[BELOW]]
; CHECK: [[ABOVE:%.*]] = add i64 [[LOW]], 1
; CHECK: [[CARRY:%.*]] = xor i64 [[ABOVE]], -1
; CHECK: and i64 [[LOW]], [[CARRY]]
; CHECK: [[GONE:%.*]] = shl i64 -1, [[K]]
; CHECK: xor i64 [[GONE]], -1
; CHECK: loop.seg:
; CHECK-DAG: phi i64 [ [[A]], %segment.rows ]
; CHECK-DAG: phi i64 [ [[B]], %segment.rows ]
; CHECK-DAG: phi i64 [ [[C]], %segment.rows ]
; CHECK-DAG: getelementptr i64, ptr %out, i64 [[D]]
; CHECK-DAG: getelementptr i64, ptr %out, i64 [[E]]
; CHECK: loop:
define void @bits(ptr %out, i64 %step, i64 %size, i64 %k, i64 %n) {
entry:
  %low = add i64 %size, -1
  %high = sub i64 0, %size
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = xor i64 %step, %i
  %pa = getelementptr i64, ptr %out, i64 %a
  store i64 0, ptr %pa
  %b = or i64 %i, %step
  %pb = getelementptr i64, ptr %out, i64 %b
  store i64 0, ptr %pb
  %c = and i64 %i, %low
  %pc = getelementptr i64, ptr %out, i64 %c
  store i64 0, ptr %pc
  %d = lshr i64 %i, %k
  %pd = getelementptr i64, ptr %out, i64 %d
  store i64 0, ptr %pd
  %e = and i64 %i, %high
  %pe = getelementptr i64, ptr %out, i64 %e
  store i64 0, ptr %pe
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Of a mask that may be any, addresses take the lowest bits. Segments of many
; calls are longer: those of their rounds that fill no vector take long.
; CHECK-LABEL: define void @calls(
; CHECK: [[M:%.*]] = and i64 {{.*}}, 63
; CHECK: icmp eq i64 [[M]], 63
; CHECK: segment:
define void @calls(ptr %out, i64 %mask, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = and i64 %i, %mask
  %p = getelementptr float, ptr %out, i64 %x
  %v = load float, ptr %p
  %s = call float @llvm.sin.f32(float %v)
  store float %s, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A segment in which no work-item does anything has no rounds.
; CHECK-LABEL: define void @half(
; CHECK: segment:
; CHECK: [[OTHER:%.*]] = xor i64 %done, 64
; CHECK: [[FIRST:%.*]] = icmp ugt i64 [[OTHER]], %done
; CHECK: br i1 [[FIRST]], label %segment.rows, label %segment.end
; CHECK: loop.seg:
; CHECK-NOT: br i1
; CHECK: store
define void @half(ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %other = xor i64 %i, 64
  %first = icmp ugt i64 %other, %i
  br i1 %first, label %work, label %latch
work:
  %p = getelementptr i64, ptr %out, i64 %other
  store i64 %i, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A recurrence of another kind goes from segment to segment; what is used
; behind the loop comes from either version.
; CHECK-LABEL: define i64 @carried(
; CHECK: segment:
; CHECK: %sum{{.*}} = phi i64 [ 0, %entry ], [ [[OUT:%.*]], %segment.end ]
; CHECK: loop.seg:
; CHECK: %sum.seg = phi i64 [ %sum{{.*}}, %segment.rows ], [ %more.seg, %loop.seg ]
; CHECK: segment.rows.end:
; CHECK-DAG: [[OUT]] = phi i64 [ %more.seg, %loop.seg ]
; CHECK: exit:
; CHECK-NEXT: phi i64 [ %more, %whole.end ], [ {{.*}}, %segments.end ]
define i64 @carried(ptr %in, i64 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %x = urem i64 %i, %m
  %p = getelementptr i64, ptr %in, i64 %x
  %v = load i64, ptr %p
  %more = add i64 %sum, %v
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret i64 %more
}

; What overflows is poison, so that the extension of a sum is the sum of the
; extensions; without the flag, a segment ends where the sum wraps around.
; CHECK-LABEL: define void @extensions(
; CHECK: segment:
; CHECK: [[I:%.*]] = trunc i64 %done to i32
; CHECK: [[I64:%.*]] = sext i32 [[I]] to i64
; CHECK: [[C64:%.*]] = sext i32 {{.*}} to i64
; CHECK: [[SUM:%.*]] = add i64 [[I64]], [[C64]]
; CHECK: [[WRAPS:%.*]] = add i32 [[I]]
; CHECK: zext i32 [[WRAPS]] to i64
; CHECK: sub i32 2147483647, [[I]]
; CHECK: xor i32 [[WRAPS]], -1
; CHECK: loop.seg:
; CHECK: phi i64 [ [[SUM]], %segment.rows ]
; CHECK: loop:
define void @extensions(ptr %out, i32 %c, i32 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %int = trunc i64 %i to i32
  %x = sdiv i32 %int, %m
  %s = add nsw i32 %int, %c
  %s64 = sext i32 %s to i64
  %p = getelementptr i32, ptr %out, i64 %s64
  store i32 %x, ptr %p
  %u = add i32 %int, %c
  %u64 = zext i32 %u to i64
  %q = getelementptr i32, ptr %out, i64 %u64
  store i32 %x, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Not transformed: short blocks, divisors that change or are zero, masks of
; values that are no addresses, random numbers, loops of others, few rounds.
; CHECK-LABEL: define void @short(
; CHECK-NOT: segment
define void @short(ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %c = urem i64 %i, 3
  %even = xor i64 %i, 1
  %eighth = lshr i64 %i, 3
  %zero = udiv i64 %i, 0
  %at = add i64 %even, %eighth
  %p = getelementptr i64, ptr %out, i64 %at
  store i64 %c, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

define void @changing(ptr %out, ptr %divisor, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = load volatile i64, ptr %divisor
  %x = urem i64 %i, %m
  %y = urem i64 %n, %i
  %z = udiv i64 %x, %y
  %p = getelementptr i64, ptr %out, i64 %z
  store i64 %x, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

define void @no_addresses(ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %byte = and i64 %i, 255
  %hash = mul i64 %i, -7046029254386353131
  %slot = lshr i64 %hash, 40
  %p = getelementptr i64, ptr %out, i64 %slot
  store i64 %byte, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

define void @of_others(ptr %out, i64 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %m
  %p = getelementptr i64, ptr %out, i64 %x
  store i64 %i, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

define void @few_rounds(ptr %out, i64 %m) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %m
  %p = getelementptr i64, ptr %out, i64 %x
  store i64 %i, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 16
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Two exits, and a number of rounds that is not known.
define void @exits(ptr %out, i64 %m, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %x = urem i64 %i, %m
  %p = getelementptr i64, ptr %out, i64 %x
  %v = load i64, ptr %p
  %found = icmp eq i64 %v, 0
  br i1 %found, label %exit, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

define void @unknown(ptr %out, i64 %m) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %m
  %p = getelementptr i64, ptr %out, i64 %x
  %v = load i64, ptr %p
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %v, 0
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

declare float @llvm.sin.f32(float)

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}

; CHECK-DAG: [[NEW]] = distinct !{[[NEW]], [[PARALLEL:![0-9]+]]}
; CHECK-DAG: [[OLD]] = distinct !{[[OLD]], [[PARALLEL]]}
; CHECK-DAG: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
