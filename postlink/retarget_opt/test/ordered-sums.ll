; Loops with sums of floating-point numbers in the program's order: vectors of what
; is added pay only if that is more than the additions.
;
; RUN: retarget-opt --target=x86_64 --steps=ordered-sums %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; A product for each addition.
; CHECK-LABEL: define float @products(
; CHECK: br i1 %done, label %exit, label %loop, !llvm.loop [[PRODUCTS:![0-9]+]]
define float @products(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %m = fmul float %v, %v
  %more = fadd float %sum, %m
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; A loop that two blocks enter, of whose sum LLVM cannot say where it begins.
; CHECK-LABEL: define float @two_entries(
; CHECK: br i1 %done, label %exit, label %loop{{$}}
define float @two_entries(ptr %in, i64 %n, i1 %other) {
entry:
  br i1 %other, label %loop, label %second
second:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ 1, %second ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ 1.0, %second ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %m = fmul float %v, %v
  %more = fadd float %sum, %m
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; A function that there is for vectors.
; CHECK-LABEL: define float @powers(
; CHECK: br i1 %done, label %exit, label %loop{{$}}
define float @powers(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %m = call float @llvm.exp.f32(float %v)
  %more = fadd float %sum, %m
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; Three divisions for one sum are enough, for two they are not.
; CHECK-LABEL: define float @quotients(
; CHECK: br i1 %done, label %exit, label %loop{{$}}
define float @quotients(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %a = fdiv float 1.0, %v
  %b = fdiv float %a, 3.0
  %c = fdiv float %b, %v
  %more = fadd float %sum, %c
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; CHECK-LABEL: define float @quotients_for_two(
; CHECK: br i1 %done, label %exit, label %loop, !llvm.loop [[TWO:![0-9]+]]
define float @quotients_for_two(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %other = phi float [ 0.0, %entry ], [ %most, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %a = fdiv float 1.0, %v
  %b = fdiv float %a, 3.0
  %c = fdiv float %b, %v
  %more = fadd float %sum, %c
  %most = fadd float %other, %b
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %both = fadd float %more, %most
  ret float %both
}

; Sums of any order, and what has none, are as they were. So is a loop of which the
; program says itself whether it is to be vectorized.
; CHECK-LABEL: define float @of_any_order(
; CHECK: br i1 %done, label %exit, label %loop{{$}}
define float @of_any_order(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %more = fadd reassoc float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; CHECK-LABEL: define float @maximum(
; CHECK: br i1 %done, label %exit, label %loop{{$}}
define float @maximum(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %most = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %more = call float @llvm.maxnum.f32(float %most, float %v)
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret float %more
}

; CHECK-LABEL: define float @asked_for(
; CHECK: br i1 %done, label %exit, label %loop, !llvm.loop [[ASKED:![0-9]+]]
define float @asked_for(ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %in, i64 %k
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !0
exit:
  ret float %more
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}

; CHECK-DAG: [[PRODUCTS]] = distinct !{[[PRODUCTS]], [[OFF:![0-9]+]]}
; CHECK-DAG: [[TWO]] = distinct !{[[TWO]], [[OFF]]}
; CHECK-DAG: [[OFF]] = !{!"llvm.loop.vectorize.enable", i32 0}
; CHECK-DAG: [[ASKED]] = distinct !{[[ASKED]], [[ON:![0-9]+]]}
; CHECK-DAG: [[ON]] = !{!"llvm.loop.vectorize.enable", i1 true}
