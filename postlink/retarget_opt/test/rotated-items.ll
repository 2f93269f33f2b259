; Loops over work-items of which LLVM has made others: where a round does something
; for the next work-item, its accesses are not of any order.
;
; RUN: retarget-opt --target=x86_64 --steps=rotated-items %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; The zero of the next work-item.
; CHECK-LABEL: define void @next(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[NEXT:![0-9]+]]
define void @next(ptr %s, ptr %a) {
entry:
  store i16 0, ptr %s
  br label %loop
loop:
  %l = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr i16, ptr %a, i64 %l
  %x = load i16, ptr %pa, !llvm.access.group !1
  %ps = getelementptr i16, ptr %s, i64 %l
  store i16 %x, ptr %ps, !llvm.access.group !1
  %next = add nuw nsw i64 %l, 1
  %pn = getelementptr i16, ptr %s, i64 %next
  store i16 0, ptr %pn, !llvm.access.group !1
  %end = icmp eq i64 %next, 31
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; The same with a step that is not known.
; CHECK-LABEL: define void @next_row(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[ROW:![0-9]+]]
define void @next_row(ptr %s, i64 %step) {
entry:
  br label %loop
loop:
  %l = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o = mul i64 %l, %step
  %ps = getelementptr i8, ptr %s, i64 %o
  store i8 1, ptr %ps, !llvm.access.group !1
  %next = add nuw nsw i64 %l, 1
  %on = mul i64 %next, %step
  %pn = getelementptr i8, ptr %s, i64 %on
  store i8 0, ptr %pn, !llvm.access.group !1
  %end = icmp eq i64 %next, 31
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; What the next work-item stores to was loaded before.
; CHECK-LABEL: define void @passed_on(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[PASSED:![0-9]+]]
define void @passed_on(ptr %s, ptr %places) {
entry:
  %first = load i64, ptr %places
  br label %loop
loop:
  %l = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = phi i64 [ %first, %entry ], [ %later, %loop ]
  %ps = getelementptr i16, ptr %s, i64 %place
  store i16 1, ptr %ps, !llvm.access.group !1
  %next = add nuw nsw i64 %l, 1
  %pp = getelementptr i64, ptr %places, i64 %next
  %later = load i64, ptr %pp, !llvm.access.group !1
  %pn = getelementptr i16, ptr %s, i64 %later
  store i16 0, ptr %pn, !llvm.access.group !1
  %end = icmp eq i64 %next, 31
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret void
}

; A loop that ends in its header, which LLVM is going to rotate.
; CHECK-LABEL: define void @to_be_rotated(
; CHECK: br label %loop, !llvm.loop [[HEADER:![0-9]+]]
define void @to_be_rotated(ptr %s, ptr %places) {
entry:
  br label %loop
loop:
  %l = phi i64 [ 0, %entry ], [ %next, %body ]
  %pp = getelementptr i64, ptr %places, i64 %l
  %place = load i64, ptr %pp, !llvm.access.group !1
  %ps = getelementptr i16, ptr %s, i64 %place
  store i16 0, ptr %ps, !llvm.access.group !1
  %end = icmp eq i64 %l, 31
  br i1 %end, label %exit, label %body
body:
  store i16 1, ptr %ps, !llvm.access.group !1
  %next = add nuw nsw i64 %l, 1
  br label %loop, !llvm.loop !0
exit:
  ret void
}

; Fields of records, neighbours in another array, sums and counts are of the
; work-item, or of all.
; CHECK-LABEL: define float @own(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[PARALLEL:![0-9]+]]
define float @own(ptr noalias %s, ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %l = phi i64 [ 0, %entry ], [ %next, %loop ]
  %down = phi i64 [ %n, %entry ], [ %lower, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %next = add nuw nsw i64 %l, 1
  %lower = add i64 %down, -1
  %pa = getelementptr float, ptr %a, i64 %l
  %x = load float, ptr %pa, !llvm.access.group !1
  %pn = getelementptr float, ptr %a, i64 %next
  %y = load float, ptr %pn, !llvm.access.group !1
  %more = fadd float %sum, %y
  %r = getelementptr {float, float, i64}, ptr %s, i64 %l
  store float %x, ptr %r, !llvm.access.group !1
  %second = getelementptr i8, ptr %r, i64 4
  store float %y, ptr %second, !llvm.access.group !1
  %third = getelementptr i8, ptr %r, i64 8
  store i64 %down, ptr %third, !llvm.access.group !1
  %end = icmp eq i64 %next, 31
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret float %more
}

; CHECK-DAG: [[NEXT]] = distinct !{[[NEXT]]}
; CHECK-DAG: [[ROW]] = distinct !{[[ROW]]}
; CHECK-DAG: [[PASSED]] = distinct !{[[PASSED]]}
; CHECK-DAG: [[HEADER]] = distinct !{[[HEADER]]}
; CHECK-DAG: [[PARALLEL]] = distinct !{[[PARALLEL]], [[MARK:![0-9]+]]}
; CHECK-DAG: [[MARK]] = !{!"llvm.loop.parallel_accesses", {{.*}}}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
