; Work-items that exchange with one whose index differs in a low bit are vectors, where all of them fill some.
;
; RUN: retarget-opt --target=x86_64 --steps=item-exchanges %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; if ((i ^ 2) > i && s[i] > s[i ^ 2]) swap
; CHECK-LABEL: define void @sort(
; CHECK: entry:
; CHECK: [[REST:%.*]] = and i64 {{.*}}, 7
; CHECK: [[FULL:%.*]] = icmp eq i64 [[REST]], 0
; CHECK: br i1 [[FULL]], label %exchange, label %items
; CHECK: exchange:
; CHECK: [[START:%.*]] = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %exchange ]
; CHECK: [[P:%.*]] = getelementptr inbounds i32, ptr %s, i64 [[START]]
; CHECK: [[V:%.*]] = load <8 x i32>, ptr [[P]], align 4
; CHECK: [[ALL:%.*]] = freeze <8 x i32> [[V]]
; CHECK: [[LOW:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <8 x i32> <i32 0, i32 1, i32 0, i32 1, i32 4, i32 5, i32 4, i32 5>
; CHECK: [[HIGH:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <8 x i32> <i32 2, i32 3, i32 2, i32 3, i32 6, i32 7, i32 6, i32 7>
; CHECK: [[WRONG:%.*]] = icmp sgt <8 x i32> [[LOW]], [[HIGH]]
; CHECK: [[WAY:%.*]] = freeze <8 x i1> [[WRONG]]
; CHECK: [[L:%.*]] = select <8 x i1> [[WAY]], <8 x i32> [[HIGH]], <8 x i32> [[LOW]]
; CHECK: [[H:%.*]] = select <8 x i1> {{.*}}, <8 x i32> [[LOW]], <8 x i32> [[HIGH]]
; CHECK: [[NEW:%.*]] = shufflevector <8 x i32> [[L]], <8 x i32> [[H]], <8 x i32> <i32 0, i32 1, i32 10, i32 11, i32 4, i32 5, i32 14, i32 15>
; CHECK: store <8 x i32> [[NEW]], ptr {{.*}}, align 4
; CHECK: [[NEXT]] = add nuw nsw i64 [[START]], 8
; CHECK: br i1 {{.*}}, label %exit, label %exchange
; CHECK: items:
define void @sort(ptr %args, ptr "facet-group" %group, i64 %n) #0 {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 144
  %s = load ptr, ptr %field, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %other = xor i64 %i, 2
  %guard = icmp ugt i64 %other, %i
  br i1 %guard, label %pair, label %latch
pair:
  %p = getelementptr i32, ptr %s, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %s, i64 %other
  %y = load i32, ptr %q
  %wrong = icmp sgt i32 %x, %y
  br i1 %wrong, label %swap, label %latch
swap:
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; Of two arrays, which must be apart; the second one is accessed for some pairs only.
; CHECK-LABEL: define void @keys(
; CHECK: entry:
; CHECK: ptrtoint ptr %s to i64
; CHECK: ptrtoint ptr %t to i64
; CHECK: icmp uge
; CHECK: icmp uge
; CHECK: exchange:
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr {{.*}}, <8 x i1> [[SOME:%.*]], <8 x float> poison)
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> {{.*}}, ptr {{.*}}, <8 x i1> [[SOME]])
define void @keys(ptr %args, ptr "facet-group" %group, i64 %n, i64 %far) #0 {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 144
  %s = load ptr, ptr %field, !invariant.load !0
  %t = getelementptr inbounds i8, ptr %s, i64 %far
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %bit = and i64 %i, 1
  %guard = icmp eq i64 %bit, 0
  br i1 %guard, label %pair, label %latch
pair:
  %p = getelementptr i32, ptr %s, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  %y = load i32, ptr %q
  %wrong = icmp sgt i32 %x, %y
  br i1 %wrong, label %swap, label %latch
swap:
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  %u = getelementptr float, ptr %t, i64 %i
  %v = load float, ptr %u
  %at = or disjoint i64 %i, 1
  %w = getelementptr float, ptr %t, i64 %at
  %z = load float, ptr %w
  store float %z, ptr %u
  store float %v, ptr %w
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; Global memory, which other threads see; a partner that is another one; far ones.
; CHECK-LABEL: define void @global(
; CHECK-NOT: shufflevector
; CHECK-LABEL: define void @neighbour(
; CHECK-NOT: shufflevector
; CHECK-LABEL: define void @far(
; CHECK-NOT: shufflevector
define void @global(ptr %args, ptr "facet-group" %group, i64 %n) #0 {
entry:
  %s = load ptr, ptr %args, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %other = xor i64 %i, 2
  %guard = icmp ugt i64 %other, %i
  br i1 %guard, label %pair, label %latch
pair:
  %p = getelementptr i32, ptr %s, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %s, i64 %other
  %y = load i32, ptr %q
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

define void @neighbour(ptr %args, ptr "facet-group" %group, i64 %n) #0 {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 144
  %s = load ptr, ptr %field, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %other = xor i64 %i, 2
  %guard = icmp ugt i64 %other, %i
  br i1 %guard, label %pair, label %latch
pair:
  %p = getelementptr i32, ptr %s, i64 %i
  %x = load i32, ptr %p
  %at = add i64 %i, 1
  %q = getelementptr i32, ptr %s, i64 %at
  %y = load i32, ptr %q
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

define void @far(ptr %args, ptr "facet-group" %group, i64 %n) #0 {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 144
  %s = load ptr, ptr %field, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %other = xor i64 %i, 64
  %guard = icmp ugt i64 %other, %i
  br i1 %guard, label %pair, label %latch
pair:
  %p = getelementptr i32, ptr %s, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %s, i64 %other
  %y = load i32, ptr %q
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v3" }

!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !3}
!3 = distinct !{}
