; Work-items that add up rows, as vectors of them.
;
; RUN: retarget-opt --target=x86_64 --steps=row-vectors %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Sixteen work-items share the rounds: two vectors, of which each is transposed
; eight rounds long. One to eight rounds are left.
; CHECK-LABEL: define void @rows(
; CHECK: [[FULL:%.*]] = and i64 {{.*}}, -16
; CHECK: [[LESS:%.*]] = sub i64 [[ROUNDS:%.*]], 1
; CHECK: [[COUNT:%.*]] = udiv i64 [[LESS]], 8
; CHECK: icmp ne i64 [[COUNT]], 0
; CHECK: rows.enter:
; CHECK: rows.loop:
; CHECK-NEXT: phi i64
; CHECK-NEXT: [[K:%.*]] = phi i64 [ 0, %rows.enter ]
; CHECK-NEXT: [[A:%.*]] = phi <8 x float> {{.*}}[ [[LASTA:%.*]], %rows.loop ]
; CHECK-NEXT: [[B:%.*]] = phi <8 x float> {{.*}}[ [[LASTB:%.*]], %rows.loop ]
; CHECK-COUNT-16: load <4 x float>, ptr {{.*}}, align 4
; CHECK: fadd <8 x float> [[A]],
; CHECK-NOT: load <4 x float>
; CHECK: [[LASTA]] = fadd <8 x float>
; CHECK-COUNT-16: load <4 x float>, ptr {{.*}}, align 4
; CHECK: fadd <8 x float> [[B]],
; CHECK: [[LASTB]] = fadd <8 x float>
; CHECK: rows.leave:
; CHECK-COUNT-16: extractelement <8 x float>
; CHECK: rows.rest:
; CHECK-COUNT-16: phi float
; CHECK: inner:
; CHECK-NEXT: phi i64 [ {{.*}}, %rows.rest ]
; CHECK-COUNT-16: phi float [ {{.*}}, %rows.rest ]
; CHECK: latch:
; CHECK-COUNT-16: store float
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
  %v = load float, ptr %p, align 4, !llvm.access.group !1
  %q = getelementptr float, ptr %w, i64 %k
  %f = load float, ptr %q, align 4, !llvm.access.group !1
  %m = fmul float %v, %f
  %more = fadd float %sum, %m
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Integers made of elements, what each work-item has of its own before the loop
; and in it, and a comparison.
; CHECK-LABEL: define void @steps(
; CHECK: rows.enter:
; CHECK-COUNT-16: insertelement <8 x float>
; CHECK: rows.loop:
; CHECK: fptosi <8 x float> {{.*}} to <8 x i32>
; CHECK: and <8 x i32>
; CHECK: icmp slt <8 x i32>
; CHECK: select <8 x i1>
; CHECK: call <8 x float> @llvm.fabs.v8f32(
; CHECK: fdiv fast <8 x float>
; CHECK: {{^}}}
define void @steps(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  %scale = uitofp i64 %i to float
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4, !llvm.access.group !1
  %d = fptosi float %v to i32
  %e = and i32 %d, 15
  %c = icmp slt i32 %e, 8
  %g = select i1 %c, float %v, float %scale
  %h = call float @llvm.fabs.f32(float %g)
  %j = uitofp i64 %at to float
  %m = fdiv fast float %h, %j
  %more = fadd float %sum, %m
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; Elements that are no neighbours, or are where an element says, and what all
; work-items share.
; CHECK-LABEL: define void @backwards(
; CHECK-NOT: <8 x float>
; CHECK: {{^}}}
define void @backwards(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %row = mul i64 %i, %columns
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = sub i64 %row, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @indirect(
; CHECK-NOT: <8 x float>
; CHECK: {{^}}}
define void @indirect(ptr %out, ptr %in, ptr %places, i64 %columns, i64 %n) {
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
  %place = getelementptr i32, ptr %places, i64 %at
  %index = load i32, ptr %place, align 4, !llvm.access.group !1
  %wide = zext i32 %index to i64
  %p = getelementptr float, ptr %in, i64 %wide
  %v = load float, ptr %p, align 4, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; CHECK-LABEL: define void @windows(
; CHECK-NOT: <8 x float>
; CHECK: {{^}}}
define void @windows(ptr %out, ptr %in, i64 %columns, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %loop ], [ %after, %inner ]
  %sum = phi float [ 0.0, %loop ], [ %more, %inner ]
  %at = add i64 %i, %k
  %p = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %p, align 4, !llvm.access.group !1
  %more = fadd float %sum, %v
  %after = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %after, %columns
  br i1 %done, label %latch, label %inner
latch:
  %all = phi float [ %more, %inner ]
  %r = getelementptr float, ptr %out, i64 %i
  store float %all, ptr %r, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

declare float @llvm.fabs.f32(float)

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
