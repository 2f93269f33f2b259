; Accesses that LLVM would make slow gathers and scatters of: code that has others
; is left alone.
;
; RUN: retarget-opt --target=x86_64 --steps=scattered-accesses %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @nine({{.*}} [[SCATTER:#[0-9]+]] {
define void @nine(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %v = load float, ptr %p
  %at = mul nuw nsw i64 %i, 9
  %q = getelementptr float, ptr %out, i64 %at
  store float %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK: define void @indices({{.*}} [[SCATTER]] {
define void @indices(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %at = load i64, ptr %p
  %q = getelementptr i64, ptr %out, i64 %at
  store i64 %i, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; What LLVM interleaves: eight at most; one place; and a store that some rounds
; leave out.
; CHECK: define void @eight({{.*}} [[OWN:#[0-9]+]] {
define void @eight(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul nuw nsw i64 %i, 8
  %q = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %q
  store float 1.0, ptr %a
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK: define void @some({{.*}} [[OWN]] {
define void @some(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %then ]
  %p = getelementptr i64, ptr %a, i64 %i
  %at = load i64, ptr %p
  %first = getelementptr i64, ptr %out, i64 %at
  store i64 %i, ptr %first
  %is = icmp ugt i64 %at, %i
  br i1 %is, label %store, label %then
store:
  %q = getelementptr i64, ptr %p, i64 %at
  store i64 %i, ptr %q
  br label %then
then:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Work-items of a tile that read of each other what would be registers; of what
; other arrays hold.
; CHECK: define void @tile({{.*}} [[GATHER:#[0-9]+]] {
define void @tile(ptr %out) #0 {
entry:
  %words = alloca [128 x i8], align 64, !facet.items !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = xor i64 %i, 4
  %p = getelementptr i32, ptr %words, i64 %at
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 32
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK: define void @others({{.*}} [[OWN]] {
define void @others(ptr %words, ptr %out) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = xor i64 %i, 4
  %p = getelementptr i32, ptr %words, i64 %at
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 32
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Code without such instructions stays as it is.
; CHECK: define void @avx2({{.*}} [[NONE:#[0-9]+]] {
define void @avx2(ptr %out, i64 %n) #1 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul nuw nsw i64 %i, 9
  %q = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-DAG: attributes [[SCATTER]] = { "target-features"="+avx2,+avx512f,+prefer-no-scatter" }
; CHECK-DAG: attributes [[OWN]] = { "target-features"="+avx2,+avx512f" }
; CHECK-DAG: attributes [[GATHER]] = { "target-features"="+avx2,+avx512f,+prefer-no-gather" }
; CHECK-DAG: attributes [[NONE]] = { "target-features"="+avx2" }
attributes #0 = { "target-features"="+avx2,+avx512f" }
attributes #1 = { "target-features"="+avx2" }

!0 = !{}
