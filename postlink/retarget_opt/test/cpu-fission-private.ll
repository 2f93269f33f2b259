; What belongs to one work-item stays its own on both sides of a barrier, however
; small it is and however its address is made.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s 2>&1 | FileCheck %s
;
; The proof of the result holds for all of them.
; CHECK-NOT: remark:

target triple = "spirv64-unknown-unknown"

; A flag that a loop with a barrier carries: one byte for each work-item, and no
; variable of the group but the loop's counter (two) and its conditions.
; CHECK-LABEL: define internal void @flag.any(
; CHECK: alloca i32
; CHECK-NOT: alloca i1
; CHECK: %arrays = call
; CHECK: [[FLAG:%array[0-9]*]] = getelementptr i8, ptr %arrays
; CHECK: [[FIRST:%.*]] = getelementptr inbounds i8, ptr [[FLAG]]
; CHECK: store i8 {{%.*}}, ptr [[FIRST]]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr [[FLAG]]
; CHECK: [[BYTE:%.*]] = load i8, ptr [[AT]]
; CHECK: trunc i8 [[BYTE]] to i1
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @flag(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %first = trunc i32 %v to i1
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %f = phi i1 [ %first, %entry ], [ %f1, %next ]
  store i32 %k, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  br label %next

next:
  %w = load i32, ptr addrspace(1) %q
  %odd = trunc i32 %w to i1
  %f1 = xor i1 %f, %odd
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = zext i1 %f1 to i32
  store i32 %r, ptr addrspace(1) %q
  ret void
}

; The address of an element, made before the barrier, is computed again behind it
; from the second region's own element of the array.
; CHECK-LABEL: define void @address(
; CHECK: [[MEMORY:%array[0-9]*]] = getelementptr i8, ptr %arrays
; CHECK: getelementptr inbounds i8, ptr [[MEMORY]]
; CHECK: store volatile i32
; CHECK: loop.x{{[0-9]+}}:
; CHECK: [[MINE:%.*]] = getelementptr inbounds i8, ptr [[MEMORY]]
; CHECK: [[E:%.*]] = getelementptr i32, ptr [[MINE]]
; CHECK: load volatile i32, ptr [[E]]
define spir_kernel void @address(ptr addrspace(1) %p, i32 %n) {
  %a = alloca [4 x i32]
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %w = and i64 %i, 3
  %e = getelementptr [4 x i32], ptr %a, i64 0, i64 %w
  store volatile i32 %n, ptr %e
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load volatile i32, ptr %e
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; What one round leaves for the next in private memory is the work-item's own,
; though all accesses are in one region. Memory whose life begins in each round
; is not handed on and stays one for all.
; CHECK-LABEL: define internal void @ring.any(
; CHECK: alloca [8 x i32]
; CHECK-NOT: alloca [4 x i32]
; CHECK: [[RING:%array[0-9]*]] = getelementptr i8, ptr %arrays
; CHECK: [[MINE:%.*]] = getelementptr inbounds i8, ptr [[RING]]
; CHECK: getelementptr {{.*}}, ptr [[MINE]]
define spir_kernel void @ring(ptr addrspace(1) %p, i32 %n) {
entry:
  %ring = alloca [4 x i32]
  %fresh = alloca [8 x i32]
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  call void @llvm.lifetime.start.p0(ptr %fresh)
  %at = and i32 %k, 3
  %e = getelementptr [4 x i32], ptr %ring, i32 0, i32 %at
  %g = getelementptr [8 x i32], ptr %fresh, i32 0, i32 %at
  store volatile i32 %k, ptr %g
  %x = load volatile i32, ptr %g
  %v = load volatile i32, ptr %e
  %w = add i32 %v, %x
  store volatile i32 %w, ptr %e
  store i32 %w, ptr addrspace(1) %q
  call void @llvm.lifetime.end.p0(ptr %fresh)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; A functor that the kernel writes to is the work-item's own, too: an address in
; it that lives across a barrier is kept for each.
; CHECK-LABEL: define void @functor(
; CHECK-NOT: alloca { i32, i32 }
; CHECK: [[COPIES:%array[0-9]*]] = getelementptr i8, ptr %arrays
; CHECK: loop.x{{[0-9]+}}:
; CHECK: [[COPY:%.*]] = getelementptr inbounds i8, ptr [[COPIES]]
; CHECK: getelementptr i32, ptr [[COPY]]
define spir_kernel void @functor(ptr byval({ i32, i32 }) %f, ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %w = trunc i64 %i to i32
  store volatile i32 %w, ptr %f
  %e = getelementptr i32, ptr %f, i64 %n
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load volatile i32, ptr %e
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Over-aligned private memory stays so in the array.
; CHECK-LABEL: define void @aligned(
; CHECK: call noalias align 256 ptr {{%.*}}(i64 {{%.*}}, i64 256)
define spir_kernel void @aligned(ptr addrspace(1) %p, i64 %n) {
  %a = alloca [4 x i32], align 256
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %e = getelementptr i32, ptr %a, i64 %n
  store volatile i64 %i, ptr %e
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load volatile i32, ptr %e
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %q
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
