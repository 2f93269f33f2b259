; Loops that a group goes through together, by strips of its work-items.
;
; RUN: retarget-opt --target=x86_64 --steps=item-strips %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; 64 floats are eight vectors of AVX2: as many sums as one adds to side by side.
; The sums of a strip are a variable; the work-items that are left take the loop
; as it was, from where the strips end.
; CHECK-LABEL: define void @row(
; CHECK: [[SUMS:%.*]] = alloca [256 x i8], align 64
; CHECK: [[FULL:%.*]] = and i64 {{.*}}, -64
; CHECK: br i1 {{.*}}, label %strips, label %rest
; CHECK: rest:
; CHECK-NEXT: [[DONE:%.*]] = phi i64 [ 0, %entry ], [ [[FULL]], %strips.end ]
; CHECK: strip:
; CHECK-NEXT: [[START:%.*]] = phi i64 [ 0, %strips ], [ [[NEXT:%.*]], %strip.end ]
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 64 {{.*}}, ptr align 4 {{.*}}, i64 256, i1 false)
; CHECK: strip.end:
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 {{.*}}, ptr align 64 {{.*}}, i64 256, i1 false)
; CHECK-NEXT: [[NEXT]] = add nuw nsw i64 [[START]], 64
; CHECK: round:
; CHECK: x:
; CHECK-NEXT: %i = phi i64 [ [[DONE]], %round ]
; CHECK: round.strip:
; CHECK: x.strip:
; CHECK-NEXT: [[I:%.*]] = phi i64 [ 0, %round.strip ]
; CHECK-NEXT: add nuw nsw i64 [[START]], [[I]]
; CHECK: [[AT:%.*]] = getelementptr inbounds float, ptr [[SUMS]], i64 [[I]]
; CHECK-NEXT: load float, ptr [[AT]]
; CHECK: icmp eq i64 {{.*}}, 64
; CHECK: {{^}}}
define void @row(ptr %group, ptr %in, i64 %n, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  %row = mul i64 %k, %n
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %at = add i64 %row, %i
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; Four rows of two vectors share what a round reads for all of them. Their loop is
; unrolled.
; CHECK-LABEL: define void @rows(
; CHECK: alloca [256 x i8], align 64
; CHECK-DAG: and i64 {{.*}}, -4
; CHECK-DAG: and i64 {{.*}}, -16
; CHECK: strip.rows:
; CHECK: strip:
; CHECK-COUNT-4: call void @llvm.memcpy.p0.p0.i64({{.*}}, i64 64, i1 false)
; CHECK: y.end.strip:
; CHECK: icmp eq i64 {{.*}}, 4
; CHECK-NEXT: br i1 {{.*}}, !llvm.loop [[UNROLLED:![0-9]+]]
; CHECK: {{^}}}
define void @rows(ptr %group, ptr %in, i64 %n, i64 %m, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  %row = mul i64 %k, %n
  br label %y
y:
  %j = phi i64 [ 0, %round ], [ %down, %y.end ]
  %line = mul i64 %j, %n
  br label %x
x:
  %i = phi i64 [ 0, %y ], [ %next, %x ]
  %at = add i64 %row, %i
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %index = add i64 %line, %i
  %q = getelementptr float, ptr %arrays, i64 %index
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %y.end, label %x, !llvm.loop !0
y.end:
  %down = add nuw nsw i64 %j, 1
  %bottom = icmp eq i64 %down, %m
  br i1 %bottom, label %round.end, label %y
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; An index that may wrap around in some rounds: those have loops over the array.
; CHECK-LABEL: define void @wraps(
; CHECK: slow:
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 {{.*}}, ptr align 64
; CHECK: slow.end:
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 64 {{.*}}, ptr align 4
; CHECK: round.strip:
; CHECK: br i1 {{.*}}, label %fast, label %slow
; CHECK: {{^}}}
define void @wraps(ptr %group, ptr %in, i64 %n, i32 %by, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  %short = trunc i64 %k to i32
  %row = mul i32 %short, %by
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %item = trunc i64 %i to i32
  %index = add i32 %row, %item
  %at = zext i32 %index to i64
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; The loop over the rounds is not known to be without a barrier.
; CHECK-LABEL: define void @with_barrier(
; CHECK-NOT: strip
; CHECK: {{^}}}
define void @with_barrier(ptr %group, ptr %in, i64 %n, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %p = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round
exit:
  ret void
}

; A call of exp takes the registers.
; CHECK-LABEL: define void @calls(
; CHECK-NOT: strip
; CHECK: {{^}}}
define void @calls(ptr %group, ptr %in, i64 %n, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %p = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %p, !llvm.access.group !1
  %e = call float @llvm.exp.f32(float %v)
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %e
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; Private memory, which is there, too, may be read by a pointer that was stored, or
; that depends on a condition.
; CHECK-LABEL: define void @escapes(
; CHECK-NOT: strip
; CHECK: {{^}}}
define void @escapes(ptr %group, ptr %in, i64 %n, i64 %rounds, ptr %scratch) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  store ptr %arrays, ptr %in
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %p = load ptr, ptr %in, !llvm.access.group !1
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; CHECK-LABEL: define void @chosen(
; CHECK-NOT: strip
; CHECK: {{^}}}
define void @chosen(ptr %group, ptr %in, i64 %n, i64 %rounds, ptr %scratch, i1 %c) #0 {
entry:
  %arrays = call noalias align 64 ptr %scratch(i64 64, i64 64)
  %p = select i1 %c, ptr %arrays, ptr %in
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %after, %round.end ]
  br label %x
x:
  %i = phi i64 [ 0, %round ], [ %next, %x ]
  %at = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %at, !llvm.access.group !1
  %q = getelementptr float, ptr %arrays, i64 %i
  %sum = load float, ptr %q, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %q, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %round.end, label %x, !llvm.loop !0
round.end:
  %after = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %after, %rounds
  br i1 %end, label %exit, label %round, !llvm.loop !2
exit:
  ret void
}

; CHECK: [[UNROLLED]] = distinct !{[[UNROLLED]], [[FULL:![0-9]+]]}
; CHECK: [[FULL]] = !{!"llvm.loop.unroll.full"}

attributes #0 = { "target-cpu"="x86-64-v3" }

!0 = distinct !{!0, !3}
!1 = distinct !{}
!2 = distinct !{!2, !4}
!3 = !{!"llvm.loop.parallel_accesses", !1}
!4 = !{!"facet.rounds"}
