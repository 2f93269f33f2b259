; Phis and selects of aggregates become those of their elements, so that nothing
; but the instructions beside it sees the pair of a compare-and-exchange.
;
; RUN: retarget-opt --target=spirv --steps=split-aggregates %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_func i32 @pairs(
; CHECK: end:
; CHECK-NEXT: [[OLD:%.*]] = phi i32 [ [[A0:%.*]], %a ], [ [[B0:%.*]], %b ], [ 7, %entry ], [ 7, %entry ]
; CHECK-NEXT: [[OK:%.*]] = phi i1 [ [[A1:%.*]], %a ], [ [[B1:%.*]], %b ], [ true, %entry ], [ true, %entry ]
; CHECK-NEXT: [[RESULT:%.*]] = select i1 [[OK]], i32 [[OLD]], i32 3
; CHECK-NEXT: ret i32 [[RESULT]]
define spir_func i32 @pairs(ptr addrspace(1) %p, i32 %x) {
entry:
  switch i32 %x, label %a [ i32 1, label %b
                            i32 2, label %end
                            i32 3, label %end ]
a:
  %m = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 acq_rel acquire
  br label %end
b:
  %n = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic
  br label %end
end:
  %pair = phi { i32, i1 } [ %m, %a ], [ %n, %b ], [ { i32 7, i1 true }, %entry ], [ { i32 7, i1 true }, %entry ]
  %old = extractvalue { i32, i1 } %pair, 0
  %ok = extractvalue { i32, i1 } %pair, 1
  %result = select i1 %ok, i32 %old, i32 3
  ret i32 %result
}

; A loop's phi uses what comes of it.
; CHECK-LABEL: define spir_func { i32, [2 x float] } @loop(
; CHECK: again:
; CHECK-NEXT: [[I:%.*]] = phi i32 [ %{{.*}}, %entry ], [ %j, %again ]
; CHECK-NEXT: [[F:%.*]] = phi float [ %{{.*}}, %entry ], [ {{.*}}, %again ]
; CHECK-NEXT: [[G:%.*]] = phi float [ %{{.*}}, %entry ], [ {{.*}}, %again ]
; CHECK: %j = add i32 [[I]], 1
; CHECK-NOT: phi
; CHECK: end:
; CHECK: select i1 %c, float [[F]], float %
; CHECK: select i1 %c, float [[G]], float %
; CHECK: ret { i32, [2 x float] } %
define spir_func { i32, [2 x float] } @loop({ i32, [2 x float] } %start, i1 %c, [2 x float] %other, float %h) {
entry:
  br label %again
again:
  %v = phi { i32, [2 x float] } [ %start, %entry ], [ %next, %again ]
  %i = extractvalue { i32, [2 x float] } %v, 0
  %j = add i32 %i, 1
  %k = insertvalue { i32, [2 x float] } %v, i32 %j, 0
  %next = insertvalue { i32, [2 x float] } %k, float %h, 1, 1
  %more = icmp ult i32 %j, 10
  br i1 %more, label %again, label %end
end:
  %f = extractvalue { i32, [2 x float] } %v, 1
  %chosen = select i1 %c, [2 x float] %f, [2 x float] %other
  %result = insertvalue { i32, [2 x float] } %v, [2 x float] %chosen, 1
  ret { i32, [2 x float] } %result
}
