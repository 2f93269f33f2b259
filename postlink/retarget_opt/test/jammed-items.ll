; Inner loops that are chains of floating-point operations, of several
; work-items at once.
;
; RUN: retarget-opt --target=x86_64 --steps=jammed-items %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; A round of the first loop adds up eight rows, each in its own order, and loads
; what is the same for all of them once. The second loop has the rest.
; CHECK-LABEL: define void @rows(
; CHECK: [[FULL:%.*]] = and i64 {{.*}}, -8
; CHECK: %i = phi i64 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %latch ]
; CHECK-COUNT-7: add nuw nsw i64 %i, {{[1-7]$}}
; CHECK: inner:
; CHECK-NEXT: %k = phi i64
; CHECK-COUNT-8: phi float
; CHECK-NOT: phi
; CHECK: [[WEIGHT:%.*]] = getelementptr float, ptr %w, i64 %k
; CHECK-NEXT: load float, ptr [[WEIGHT]]
; CHECK-NOT: ptr %w
; CHECK-COUNT-8: fadd float
; What is attached to an access is not copied with it.
; CHECK: latch:
; CHECK: store float {{.*}}!llvm.access.group [[GROUP:![0-9]+]]
; CHECK-COUNT-7: store float {{.*}}!llvm.access.group [[GROUP]]
; CHECK: [[NEXT]] = add nuw nsw i64 %i, 8
; CHECK-NEXT: icmp eq i64 [[NEXT]], [[FULL]]
; CHECK: add nuw nsw i64 %i.part, 1
; CHECK: {{^}}}
define void @rows(ptr %out, ptr %in, ptr %w, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %q = getelementptr float, ptr %w, i64 %k
  %f = load float, ptr %q, !llvm.access.group !1
  %m = fmul float %v, %f
  %more = fadd float %sum, %m
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Sums whose order is open become vectors by themselves.
; CHECK-LABEL: define void @any_order(
; CHECK-COUNT-1: fadd reassoc float
; CHECK-NOT: fadd
; CHECK: {{^}}}
define void @any_order(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %more = fadd reassoc float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Rounds that differ between work-items.
; CHECK-LABEL: define void @triangle(
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: {{^}}}
define void @triangle(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  %rounds = add nuw i64 %i, 1
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %rounds
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Accesses of which it is not said that they may be in any order: private memory
; that all work-items share one after the other.
; CHECK-LABEL: define void @private(
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: {{^}}}
define void @private(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  %own = alloca float
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  store float 0.0, ptr %own
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %more = fadd float %sum, %v
  store float %more, ptr %own
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = load float, ptr %own
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; What is behind the loop uses what its last round has computed, which may be
; the same for all work-items.
; CHECK-LABEL: define float @result(
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: {{^}}}
define float @result(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %r = getelementptr float, ptr %out, i64 %i
  store float %more, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret float %more
}

; Several inner loops: eight rows at once if one of these waits for its sum, and each row
; has its own mean.
; CHECK-LABEL: define void @variances(
; CHECK: and i64 {{.*}}, -8
; CHECK: means:
; CHECK-NEXT: %k = phi i64
; CHECK-COUNT-8: phi float
; CHECK-COUNT-8: fadd float
; CHECK: between:
; CHECK-COUNT-8: fdiv float
; CHECK: squares:
; CHECK-NEXT: %j = phi i64
; CHECK-COUNT-8: phi float
; CHECK-COUNT-8: fadd float
; CHECK: latch:
; CHECK-COUNT-8: store float
define void @variances(ptr %out, ptr %in, float %width, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  br label %means
means:
  %k = phi i64 [ 0, %loop ], [ %after, %means ]
  %sum = phi float [ 0.0, %loop ], [ %more, %means ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %between, label %means
between:
  %all = phi float [ %more, %means ]
  %mean = fdiv float %all, %width
  br label %squares
squares:
  %j = phi i64 [ 0, %between ], [ %then, %squares ]
  %variance = phi float [ 0.0, %between ], [ %rest, %squares ]
  %at2 = add i64 %row, %j
  %q = getelementptr float, ptr %in, i64 %at2
  %w = load float, ptr %q, !llvm.access.group !1
  %off = fsub float %w, %mean
  %square = fmul float %off, %off
  %rest = fadd float %variance, %square
  %then = add nuw nsw i64 %j, 1
  %over = icmp eq i64 %then, %columns
  br i1 %over, label %latch, label %squares
latch:
  %result = phi float [ %rest, %squares ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %result, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A maximum is one of vectors as well, and so are functions of elements: these loops are
; vectorized, one row after the other.
; CHECK-LABEL: define void @powers(
; CHECK-NOT: i64 {{.*}}, -8
; CHECK: {{^}}}
define void @powers(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  br label %maxima
maxima:
  %k = phi i64 [ 0, %loop ], [ %after, %maxima ]
  %most = phi float [ 0.0, %loop ], [ %more, %maxima ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, !llvm.access.group !1
  %more = call float @llvm.maxnum.f32(float %most, float %v)
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %between, label %maxima
between:
  %top = phi float [ %more, %maxima ]
  br label %sums
sums:
  %j = phi i64 [ 0, %between ], [ %then, %sums ]
  %sum = phi float [ 0.0, %between ], [ %rest, %sums ]
  %at2 = add i64 %row, %j
  %q = getelementptr float, ptr %in, i64 %at2
  %w = load float, ptr %q, !llvm.access.group !1
  %off = fsub float %w, %top
  %power = call float @llvm.exp.f32(float %off)
  %rest = fadd float %sum, %power
  %then = add nuw nsw i64 %j, 1
  %over = icmp eq i64 %then, %columns
  br i1 %over, label %latch, label %sums
latch:
  %result = phi float [ %rest, %sums ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %result, ptr %r, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
