; Loops that clear one bit in each round end after as many rounds as bits are
; set; loops over private arrays are to be unrolled, and small ones that load.
;
; RUN: retarget-opt --target=nvptx --steps=count-bits,unrolling,rounds-in-flight %s | FileCheck %s
; RUN: retarget-opt --target=nvptx --steps=count-bits,simplify %s | FileCheck %s --check-prefix=COUNTED
; RUN: retarget-opt --target=nvptx --steps=assembler-loops %s | FileCheck %s --check-prefix=LEFT

target triple = "nvptx64-nvidia-cuda"

; Nothing before the loop says that the operand is not zero: one round at least.
; CHECK-LABEL: define i32 @bits(
; CHECK: [[SET:%.*]] = call i32 @llvm.ctpop.i32(i32 %x)
; CHECK: [[COUNT:%.*]] = call i32 @llvm.umax.i32(i32 [[SET]], i32 1)
; CHECK: phi i32 [ [[COUNT]], %entry ]
; CHECK: icmp eq i32 {{.*}}, 0
; COUNTED-LABEL: define {{.*}} i32 @bits(
; COUNTED-NOT: br i1
; COUNTED: ret i32
define i32 @bits(i32 %x) {
entry:
  br label %loop
loop:
  %bits = phi i32 [ %x, %entry ], [ %next, %loop ]
  %count = phi i32 [ 0, %entry ], [ %more, %loop ]
  %less = add i32 %bits, -1
  %next = and i32 %less, %bits
  %more = add i32 %count, 1
  %end = icmp eq i32 %next, 0
  br i1 %end, label %exit, label %loop
exit:
  ret i32 %more
}

; The other way round, 64 bits, with work of its own in each round.
; CHECK-LABEL: define void @each_bit(
; CHECK: call i64 @llvm.ctpop.i64(i64 %x)
define void @each_bit(i64 %x, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %bits = phi i64 [ %x, %entry ], [ %next, %loop ]
  %first = call i64 @llvm.cttz.i64(i64 %bits, i1 false)
  %at = getelementptr i8, ptr addrspace(1) %out, i64 %first
  store i8 1, ptr addrspace(1) %at
  %less = add i64 %bits, -1
  %next = and i64 %bits, %less
  %end = icmp ne i64 %next, 0
  br i1 %end, label %loop, label %exit
exit:
  ret void
}

; Not a count: `x & (x - 2)`, an end at another value, an end while bits are left.
; CHECK-LABEL: define i32 @no_count(
; CHECK-NOT: ctpop
define i32 @no_count(i32 %x) {
entry:
  br label %loop
loop:
  %bits = phi i32 [ %x, %entry ], [ %next, %loop ]
  %less = add i32 %bits, -2
  %next = and i32 %less, %bits
  %end = icmp eq i32 %next, 0
  br i1 %end, label %second, label %loop
second:
  br label %loop2
loop2:
  %bits2 = phi i32 [ %x, %second ], [ %next2, %loop2 ]
  %less2 = add i32 %bits2, -1
  %next2 = and i32 %less2, %bits2
  %end2 = icmp eq i32 %next2, 8
  br i1 %end2, label %third, label %loop2
third:
  br label %loop3
loop3:
  %bits3 = phi i32 [ %x, %third ], [ %next3, %loop3 ]
  %less3 = add i32 %bits3, -1
  %next3 = and i32 %less3, %bits3
  %end3 = icmp eq i32 %next3, 0
  br i1 %end3, label %loop3, label %exit
exit:
  ret i32 %next3
}

; CHECK-LABEL: define void @private_array(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[FULL:![0-9]+]]
define void @private_array(ptr addrspace(1) %out) {
entry:
  %array = alloca [8 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [8 x float], ptr %array, i32 0, i32 %i
  store float 1.0, ptr %at
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 8
  br i1 %end, label %exit, label %loop
exit:
  %last = getelementptr [8 x float], ptr %array, i32 0, i32 7
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

; Too many rounds for registers.
; CHECK-LABEL: define void @long_array(
; CHECK: br i1 %end, label %exit, label %loop{{$}}
define void @long_array() {
entry:
  %array = alloca [4096 x float]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr [4096 x float], ptr %array, i32 0, i32 %i
  store volatile float 1.0, ptr %at
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 4096
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define float @sum(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[FOUR:![0-9]+]]
define float @sum(ptr addrspace(1) %in, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %value = load float, ptr addrspace(1) %at
  %more = fadd float %total, %value
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret float %more
}

; Chains of double in several blocks, with a number of rounds that is known when
; the loop begins; with one that is not.
; CHECK-LABEL: define double @series(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[FOUR2:![0-9]+]]
define double @series(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %total = phi double [ 0.0, %entry ], [ %more, %latch ]
  %a = fmul double %total, %x
  %b = fadd double %a, 1.0
  %c = fmul double %b, %x
  %d = fadd double %c, 1.0
  %e = fmul double %d, %x
  %f = fadd double %e, 1.0
  %g = fmul double %f, %x
  %big = fcmp ogt double %g, 1.0e10
  br i1 %big, label %rare, label %latch
rare:
  %h = fdiv double 1.0, %g
  br label %latch
latch:
  %more = phi double [ %g, %loop ], [ %h, %rare ]
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret double %more
}
; CHECK-LABEL: define double @until_small(
; CHECK: br i1 %end, label %exit, label %loop{{$}}
define double @until_small(double %x) {
entry:
  br label %loop
loop:
  %total = phi double [ 1.0, %entry ], [ %h, %loop ]
  %a = fmul double %total, %x
  %b = fadd double %a, 1.0
  %c = fmul double %b, %x
  %d = fadd double %c, 1.0
  %e = fmul double %d, %x
  %f = fadd double %e, 1.0
  %g = fmul double %f, %x
  %h = fadd double %g, 1.0
  %end = fcmp olt double %h, 1.0e-3
  br i1 %end, label %exit, label %loop
exit:
  ret double %h
}

; The program says itself how often.
; CHECK-LABEL: define float @own_sum(
; CHECK: br i1 %end, label %exit, label %loop, !llvm.loop [[OWN:![0-9]+]]
define float @own_sum(ptr addrspace(1) %in, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %value = load float, ptr addrspace(1) %at
  %more = fadd float %total, %value
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop, !llvm.loop !0
exit:
  ret float %more
}

; Work-items meet in it: rounds are what the program says.
; CHECK-LABEL: define float @meeting(
; CHECK: br i1 %end, label %exit, label %loop{{$}}
define float @meeting(ptr addrspace(1) %in, i32 %n) convergent {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %in, i32 %i
  %value = load float, ptr addrspace(1) %at
  call void @meet() convergent
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret float %value
}

; What was unrolled here may be unrolled further; what the program says stays.
; LEFT-LABEL: define void @unrolled(
; LEFT: br i1 %end, label %second, label %loop, !llvm.loop [[LEFT:![0-9]+]]
; LEFT: br i1 %end2, label %exit, label %second, !llvm.loop [[STAYS:![0-9]+]]
define void @unrolled(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %second, label %loop, !llvm.loop !2
second:
  %j = phi i32 [ 0, %loop ], [ %next2, %second ]
  %next2 = add nuw nsw i32 %j, 1
  %end2 = icmp eq i32 %next2, %n
  br i1 %end2, label %exit, label %second, !llvm.loop !0
exit:
  ret void
}
; LEFT-DAG: [[STAYS]] = distinct !{[[STAYS]], [[DISABLED:![0-9]+]]}
; LEFT-DAG: [[DISABLED]] = !{!"llvm.loop.unroll.disable"}
; LEFT-DAG: [[LEFT]] = distinct !{[[LEFT]], [[PROGRESS:![0-9]+]]}
; LEFT-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}

declare void @meet() convergent
declare i64 @llvm.cttz.i64(i64, i1)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1, !3, !4}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"facet.loop.may_be_unrolled"}

; CHECK-DAG: [[FULL]] = distinct !{[[FULL]], [[F:![0-9]+]]}
; CHECK-DAG: [[F]] = !{!"llvm.loop.unroll.full", i32 0}
; CHECK-DAG: [[FOUR]] = distinct !{[[FOUR]], [[N:![0-9]+]], [[THEN:![0-9]+]]}
; CHECK-DAG: [[THEN]] = !{!"llvm.loop.unroll.followup_unrolled", {{![0-9]+}}, [[MORE:![0-9]+]]}
; CHECK-DAG: [[MORE]] = !{!"facet.loop.may_be_unrolled"}
; CHECK-DAG: [[N]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: [[FOUR2]] = distinct !{[[FOUR2]], [[N]], [[THEN]]}
; CHECK-DAG: [[OWN]] = distinct !{[[OWN]], [[O:![0-9]+]]}
; CHECK-DAG: [[O]] = !{!"llvm.loop.unroll.disable"}
