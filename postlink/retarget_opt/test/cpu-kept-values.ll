; What regions keep for each other lies in one array where one is enough.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; A sum goes round a loop and is needed behind it: one array, which nobody copies.
; The ways to the end without a round compute row * n, which is no sum of two ways.
; CHECK-LABEL: define internal void @sum.any(
; CHECK: [[SUM:%array.*]] = getelementptr i8, ptr %arrays, i64 0
; CHECK-NOT: getelementptr i8, ptr %arrays
; CHECK: getelementptr inbounds i8, ptr [[SUM]]
; CHECK-NEXT: store float 0.000000e+00
; CHECK-NOT: store float
; CHECK: [[NEXT:%.*]] = fadd float
; CHECK-NOT: store float
; CHECK: getelementptr inbounds i8, ptr [[SUM]]
; CHECK-NEXT: store float [[NEXT]]
; CHECK-NOT: store float
; CHECK: mul i64
; CHECK-NEXT: [[PLACE:%place]] = getelementptr
; CHECK-NEXT: store float {{%.*}}, ptr [[PLACE]]
; CHECK: ret void
define spir_kernel void @sum(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %before, label %none

none:
  %row.0 = mul i64 %i, %n
  br label %end

before:
  %row.1 = mul nuw i64 %i, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %before ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %before ], [ %next, %loop ]
  %at = add i64 %row.1, %k
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  %next = fadd float %sum, %v
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %row = phi i64 [ %row.0, %none ], [ %row.1, %loop ]
  %all = phi float [ 0.0, %none ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %p, i64 %row
  store float %all, ptr addrspace(1) %place
  ret void
}

; Two values that change places in each round need an array each.
; CHECK-LABEL: define internal void @exchanged.any(
; CHECK: [[FIRST:%array.*]] = getelementptr i8, ptr %arrays, i64 0
; CHECK: [[SECOND:%array.*]] = getelementptr i8, ptr %arrays,
; CHECK-NOT: getelementptr i8, ptr %arrays
; CHECK: store i32 1, ptr
; CHECK: getelementptr inbounds i8, ptr [[FIRST]]
; CHECK-NEXT: [[A:%.*]] = load i32
; CHECK: getelementptr inbounds i8, ptr [[SECOND]]
; CHECK-NEXT: [[B:%.*]] = load i32
; CHECK: getelementptr inbounds i8, ptr [[SECOND]]
; CHECK-NEXT: store i32 [[A]]
; CHECK: getelementptr inbounds i8, ptr [[FIRST]]
; CHECK-NEXT: store i32 [[B]]
; CHECK: ret void
define spir_kernel void @exchanged(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %first = trunc i64 %i to i32
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %a = phi i32 [ %first, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %a, %loop ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %a, ptr addrspace(1) %q
  ret void
}

; The value of the round before is needed behind the barrier that follows the next
; one.
; CHECK-LABEL: define internal void @last.any(
; CHECK: [[FIRST:%array.*]] = getelementptr i8, ptr %arrays, i64 0
; CHECK: [[SECOND:%array.*]] = getelementptr i8, ptr %arrays,
; CHECK: getelementptr inbounds i8, ptr [[FIRST]]
; CHECK-NEXT: store i32
; CHECK: getelementptr inbounds i8, ptr [[FIRST]]
; CHECK-NEXT: [[A:%.*]] = load i32
; CHECK: getelementptr inbounds i8, ptr [[SECOND]]
; CHECK-NEXT: store i32 [[A]]
; CHECK-NEXT: [[B:%.*]] = load i32
; CHECK: getelementptr inbounds i8, ptr [[FIRST]]
; CHECK-NEXT: store i32 [[B]]
; CHECK: ret void
define spir_kernel void @last(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %first = load i32, ptr addrspace(1) %q
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %a = phi i32 [ %first, %entry ], [ %b, %loop ]
  %b = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %sum = mul i32 %a, %b
  store i32 %sum, ptr addrspace(1) %q
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; One way takes what is kept there already, behind a store for the other.
; CHECK-LABEL: define void @first_has_none(
; CHECK: [[ARRAY:%array.*]] = getelementptr i8, ptr %arrays, i64 0
; CHECK-NOT: getelementptr i8, ptr %arrays
; CHECK: behind:
; CHECK: getelementptr inbounds i8, ptr [[ARRAY]]
; CHECK-NEXT: [[KEPT:%.*]] = load i32
; CHECK: store i32 0, ptr
; CHECK: others:
; CHECK: store i32 [[KEPT]], ptr %left
; CHECK: getelementptr inbounds i8, ptr [[ARRAY]]
; CHECK-NEXT: store i32 [[KEPT]]
; CHECK: ret void
define spir_kernel void @first_has_none(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %meet, label %load

load:
  %before = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %before
  br label %meet

meet:
  %own = phi i32 [ 7, %entry ], [ %v, %load ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  br i1 %first, label %end, label %others

others:
  %left = getelementptr i32, ptr addrspace(1) %p, i64 -1
  store i32 %own, ptr addrspace(1) %left
  br label %end

end:
  %last = phi i32 [ 0, %meet ], [ %own, %others ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %last, ptr addrspace(1) %q
  ret void
}

declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
