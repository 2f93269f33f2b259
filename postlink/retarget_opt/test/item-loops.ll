; Loops over work-items before the vectorizer.
;
; RUN: retarget-opt --target=x86_64 --steps=item-loops %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Both ways compute the address: once, before the branch. What both are known
; not to overflow for stays known.
; CHECK-LABEL: define void @both_ways(
; CHECK: loop:
; CHECK: [[SUM:%.*]] = add i32 %row, %x
; CHECK-NEXT: [[AT:%.*]] = sext i32 [[SUM]] to i64
; CHECK-NEXT: br i1 %inside, label %sum, label %zero
; CHECK: join:
; CHECK-NEXT: phi float
; CHECK-NEXT: getelementptr float, ptr %out, i64 [[AT]]
define void @both_ways(ptr %out, ptr %in, i32 %row, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %x = trunc i64 %i to i32
  %inside = icmp sgt i32 %x, 7
  br i1 %inside, label %sum, label %zero
sum:
  %a = add nsw i32 %row, %x
  %b = sext i32 %a to i64
  %p = getelementptr float, ptr %in, i64 %b
  %v = load float, ptr %p
  br label %join
zero:
  %c = add i32 %row, %x
  %d = sext i32 %c to i64
  br label %join
join:
  %at = phi i64 [ %b, %sum ], [ %d, %zero ]
  %value = phi float [ %v, %sum ], [ 0.0, %zero ]
  %q = getelementptr float, ptr %out, i64 %at
  store float %value, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Other operands, other widths, loads: the phi stays.
; CHECK-LABEL: define void @different(
; CHECK: %at = phi i64
; CHECK: %byte = phi i64
; CHECK: %value = phi float
define void @different(ptr %out, ptr %in, i32 %row, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %x = trunc i64 %i to i32
  %inside = icmp sgt i32 %x, 7
  br i1 %inside, label %sum, label %zero
sum:
  %a = add nsw i32 %row, %x
  %b = sext i32 %a to i64
  %pa = getelementptr float, ptr %in, i64 %i
  %va = load float, ptr %pa
  br label %join
zero:
  %c = sub nsw i32 %row, %x
  %d = sext i32 %c to i64
  %e = zext i32 %c to i64
  %pb = getelementptr float, ptr %in, i64 %i
  %vb = load float, ptr %pb
  br label %join
join:
  %at = phi i64 [ %b, %sum ], [ %d, %zero ]
  %byte = phi i64 [ %b, %sum ], [ %e, %zero ]
  %value = phi float [ %va, %sum ], [ %vb, %zero ]
  %q = getelementptr float, ptr %out, i64 %at
  %q1 = getelementptr i8, ptr %q, i64 %byte
  store float %value, ptr %q1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Extensions of ints, however they are written.
; CHECK-LABEL: define void @extensions(
; CHECK: [[INT:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[INT]] to i64
; CHECK-NEXT: [[BYTES:%.*]] = shl nsw i64 [[WIDE]], 2
; CHECK-NEXT: getelementptr i8, ptr %in, i64 [[BYTES]]
; CHECK: inside:
; CHECK-NEXT: [[KNOWN:%.*]] = sext i32 %x to i64
; CHECK-NEXT: getelementptr float, ptr %out, i64 [[KNOWN]]
; CHECK: outside:
; CHECK-NEXT: %unknown = and i64 %i, 2147483647
; Not of 32 bits, and not less than is known.
; CHECK: ashr i64 {{.*}}, 30
; CHECK: and i64 %i, 1023
define void @extensions(ptr %out, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %x = trunc i64 %i to i32
  %up = shl i64 %i, 32
  %bytes = ashr exact i64 %up, 30
  %p = getelementptr i8, ptr %in, i64 %bytes
  %v = load float, ptr %p
  %positive = icmp sgt i32 %x, 0
  br i1 %positive, label %inside, label %outside
inside:
  %index = and i64 %i, 2147483647
  %q = getelementptr float, ptr %out, i64 %index
  store float %v, ptr %q
  br label %join
outside:
  %unknown = and i64 %i, 2147483647
  %r = getelementptr float, ptr %out, i64 %unknown
  store float %v, ptr %r
  %up1 = shl i64 %i, 31
  %down1 = ashr i64 %up1, 30
  %s = getelementptr i8, ptr %out, i64 %down1
  store float %v, ptr %s
  %few = and i64 %i, 1023
  %t = getelementptr float, ptr %out, i64 %few
  store float %v, ptr %t
  br label %join
join:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Sums and products of ints, which LLVM computes in the upper half of twice the bits.
; CHECK-LABEL: define void @upper_halves(
; CHECK: [[A:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: [[B:%[0-9]+]] = sub nsw i32 99, [[A]]
; CHECK-NEXT: [[C:%[0-9]+]] = sext i32 [[B]] to i64
; CHECK-NEXT: [[D:%[0-9]+]] = shl nsw i64 [[C]], 2
; CHECK-NEXT: getelementptr i8, ptr %in, i64 [[D]]
; CHECK: [[E:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: [[F:%[0-9]+]] = mul i32 [[E]], 3
; CHECK-NEXT: [[G:%[0-9]+]] = trunc i64 %n to i32
; CHECK-NEXT: [[H:%[0-9]+]] = shl i32 [[G]], 1
; CHECK-NEXT: [[I:%[0-9]+]] = add i32 [[F]], [[H]]
; CHECK-NEXT: [[J:%[0-9]+]] = sext i32 [[I]] to i64
; CHECK-NEXT: getelementptr i8, ptr %out, i64 [[J]]
; The lower half has a bit.
; CHECK: ashr i64 %odd, 32
define void @upper_halves(ptr %out, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %up = shl i64 %i, 32
  %back = sub nsw i64 425201762304, %up
  %bytes = ashr exact i64 %back, 30
  %p = getelementptr i8, ptr %in, i64 %bytes
  %v = load i8, ptr %p
  %triple = mul i64 %i, 12884901888
  %more = shl i64 %n, 33
  %sum = add i64 %triple, %more
  %at = ashr exact i64 %sum, 32
  %q = getelementptr i8, ptr %out, i64 %at
  store i8 %v, ptr %q
  %odd = add i64 %up, 1
  %odd.at = ashr i64 %odd, 32
  %r = getelementptr i8, ptr %out, i64 %odd.at
  store i8 %v, ptr %r
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Tests of ints, of sums of them and constants, too, limited to what an int can be.
; CHECK-LABEL: define void @tests(
; CHECK: [[ZERO:%[0-9]+]] = trunc i64 %i to i32
; CHECK-NEXT: icmp eq i32 [[ZERO]], 0
; CHECK: [[BACK:%[0-9]+]] = add i32 %x, -8
; CHECK-NEXT: icmp ult i32 [[BACK]], 1000
; CHECK: icmp ult i32 %x, 1000
; CHECK: icmp ult i64 %back, 2147483640
; CHECK: [[ABOVE:%[0-9]+]] = add i64 %bound, 7
; CHECK-NEXT: [[LEAST:%[0-9]+]] = call i64 @llvm.smin.i64(i64 [[ABOVE]], i64 2147483647)
; CHECK-NEXT: [[LIMIT:%[0-9]+]] = trunc i64 [[LEAST]] to i32
; CHECK-NEXT: icmp sle i32 %x, [[LIMIT]]
; CHECK: add i64 %bound, -5
; CHECK: smax.i64(i64 {{.*}}, i64 -2147483648)
; CHECK: icmp sge i32 %x
; CHECK: [[SAME:%[0-9]+]] = trunc i64 %bound to i32
; CHECK-NEXT: icmp sgt i32 %x, [[SAME]]
; CHECK: icmp slt i64 %back, %n
define void @tests(ptr %out, i32 %m, i64 %n) {
entry:
  %bound = sext i32 %m to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %low = and i64 %i, 4294967295
  %t0 = icmp eq i64 %low, 0
  store volatile i1 %t0, ptr %out
  %x = trunc i64 %i to i32
  %wide = sext i32 %x to i64
  %back = add nsw i64 %wide, -8
  %t1 = icmp ult i64 %back, 1000
  store volatile i1 %t1, ptr %out
  %t2 = icmp ult i64 %wide, 1000
  store volatile i1 %t2, ptr %out
  %t3 = icmp ult i64 %back, 2147483640
  store volatile i1 %t3, ptr %out
  %t4 = icmp slt i64 %back, %bound
  store volatile i1 %t4, ptr %out
  %on = add nsw i64 %wide, 5
  %t5 = icmp sge i64 %on, %bound
  store volatile i1 %t5, ptr %out
  %t6 = icmp sgt i64 %wide, %bound
  store volatile i1 %t6, ptr %out
  %t7 = icmp slt i64 %back, %n
  store volatile i1 %t7, ptr %out
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; A switch of which one case always applies.
; CHECK-LABEL: define i32 @cases(
; CHECK: switch i32 %kind, label %two [
; CHECK-NEXT: i32 0, label %join
; CHECK-NEXT: i32 1, label %one
; CHECK-NEXT: ]
; CHECK-NOT: unreachable
; CHECK: {{^}}}
define i32 @cases(ptr %in, i32 %x) {
entry:
  %kind = and i32 %x, 1
  switch i32 %kind, label %never [
    i32 0, label %join
    i32 1, label %one
    i32 2, label %two
  ], !prof !{!"branch_weights", i32 0, i32 1, i32 1, i32 1}
one:
  br label %join
two:
  br label %join
never:
  unreachable
join:
  %result = phi i32 [ 7, %entry ], [ 8, %one ], [ 9, %two ]
  ret i32 %result
}

; What the first work-item does is done once, not tested for in each round.
; CHECK-LABEL: define void @first(
; CHECK: items.end:
; CHECK: br i1 true, label %exit, label %items
define void @first(ptr %out, i64 %n) {
entry:
  br label %items
items:
  %i = phi i64 [ 0, %entry ], [ %next, %items.end ]
  %leads = icmp eq i64 %i, 0
  br i1 %leads, label %sum, label %items.end
sum:
  %k = phi i64 [ 0, %items ], [ %k1, %sum ]
  %p = getelementptr i64, ptr %out, i64 %k
  store i64 %k, ptr %p
  %k1 = add nuw nsw i64 %k, 1
  %summed = icmp eq i64 %k1, %n
  br i1 %summed, label %items.end, label %sum
items.end:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %items
exit:
  ret void
}

; The others do something, too; the count may come back to zero.
; CHECK-LABEL: define void @not_only_first(
; CHECK: br i1 %end, label %second, label %items
; CHECK: br i1 %end1, label %exit, label %items1
define void @not_only_first(ptr %out, i64 %n) {
entry:
  br label %items
items:
  %i = phi i64 [ 0, %entry ], [ %next, %items.end ]
  %leads = icmp eq i64 %i, 0
  br i1 %leads, label %sum, label %items.end
sum:
  store i64 %n, ptr %out
  br label %items.end
items.end:
  store i64 %i, ptr %out
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %second, label %items
second:
  br label %items1
items1:
  %i1 = phi i64 [ 0, %second ], [ %next1, %items1.end ]
  %leads1 = icmp eq i64 %i1, 0
  br i1 %leads1, label %sum1, label %items1.end
sum1:
  store i64 %n, ptr %out
  br label %items1.end
items1.end:
  %next1 = add i64 %i1, 1
  %end1 = icmp eq i64 %next1, %n
  br i1 %end1, label %exit, label %items1
exit:
  ret void
}

; A loop that was kept may be unrolled now; the user's may not.
; CHECK-LABEL: define void @kept(
; CHECK: br i1 {{.*}}!llvm.loop [[KEPT:![0-9]+]]
; CHECK: br i1 {{.*}}!llvm.loop [[USERS:![0-9]+]]
; CHECK-DAG: [[KEPT]] = distinct !{[[KEPT]], [[PROGRESS:![0-9]+]]}
; CHECK-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK-DAG: [[USERS]] = distinct !{[[USERS]], [[DISABLED:![0-9]+]]}
; CHECK-DAG: [[DISABLED]] = !{!"llvm.loop.unroll.disable"}
define void @kept(ptr %out) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i1, %first ]
  %p = getelementptr i64, ptr %out, i64 %i
  store i64 %i, ptr %p
  %i1 = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %i1, 16
  br i1 %end, label %second, label %first, !llvm.loop !0
second:
  %j = phi i64 [ 0, %first ], [ %j1, %second ]
  %q = getelementptr i64, ptr %out, i64 %j
  store i64 %j, ptr %q
  %j1 = add nuw nsw i64 %j, 1
  %end1 = icmp eq i64 %j1, 16
  br i1 %end1, label %exit, label %second, !llvm.loop !4
exit:
  ret void
}

!0 = distinct !{!0, !1, !2, !3}
!1 = !{!"facet.loop.kept"}
!2 = !{!"llvm.loop.unroll.disable"}
!3 = !{!"llvm.loop.mustprogress"}
!4 = distinct !{!4, !2}
