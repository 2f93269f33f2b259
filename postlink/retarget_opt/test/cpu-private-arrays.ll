; Loops over private arrays are unrolled where the arrays are values then, and what
; a loop leaves for another region is stored behind it.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; Two sums, of neighbours' elements: the array is gone. The sums are kept for what
; is behind the barrier once, where the loop has ended.
; CHECK-LABEL: define void @sums(
; CHECK-NOT: alloca [2 x float]
; CHECK: [[FIRST:%.*]] = fadd float
; CHECK-NOT: store
; CHECK: [[SECOND:%.*]] = fadd float
; CHECK-NOT: store
; CHECK: br i1
; CHECK-DAG: store float [[FIRST]],
; CHECK-DAG: store float [[SECOND]],
; CHECK-LABEL: define void @own(
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %n) {
entry:
  %array = alloca [2 x float]
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 8, i1 false)
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %inner.end ]
  br label %inner

inner:
  %i = phi i64 [ 0, %loop ], [ %i1, %inner ]
  %e = getelementptr [2 x float], ptr %array, i64 0, i64 %i
  %row = mul i64 %i, 100
  %at = add i64 %row, %id
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  %old = load float, ptr %e
  %sum = fadd float %old, %v
  store float %sum, ptr %e
  %i1 = add nuw nsw i64 %i, 1
  %ic = icmp ult i64 %i1, 2
  br i1 %ic, label %inner, label %inner.end

inner.end:
  %k1 = add nuw nsw i32 %k, 1
  call spir_func void @anything(ptr addrspace(1) %p)
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %end

end:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %a = load float, ptr %array
  %second = getelementptr i8, ptr %array, i64 4
  %b = load float, ptr %second
  %to = getelementptr float, ptr addrspace(1) %o, i64 %id
  %ab = fsub float %a, %b
  store float %ab, ptr addrspace(1) %to
  ret void
}

; A work-item's own elements lie side by side: the array stays.
; CHECK: alloca [2 x float]
define spir_kernel void @own(ptr addrspace(1) %p) {
entry:
  %array = alloca [2 x float]
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  br label %inner

inner:
  %i = phi i64 [ 0, %entry ], [ %i1, %inner ]
  %e = getelementptr [2 x float], ptr %array, i64 0, i64 %i
  %row = mul i64 %id, 2
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  store float %v, ptr %e
  %i1 = add nuw nsw i64 %i, 1
  %ic = icmp ult i64 %i1, 2
  br i1 %ic, label %inner, label %end

end:
  %a = load float, ptr %array
  store float %a, ptr addrspace(1) %p
  ret void
}

; An index that is in memory: the array stays, and the loop is not unrolled.
; CHECK-LABEL: define void @unknown(
; CHECK: alloca [2 x float]
define spir_kernel void @unknown(ptr addrspace(1) %p, ptr addrspace(1) %where) {
entry:
  %array = alloca [2 x float]
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  br label %inner

inner:
  %i = phi i64 [ 0, %entry ], [ %i1, %inner ]
  %e = getelementptr [2 x float], ptr %array, i64 0, i64 %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %q
  store float %v, ptr %e
  %i1 = add nuw nsw i64 %i, 1
  %ic = icmp ult i64 %i1, 2
  br i1 %ic, label %inner, label %end

end:
  %n = load i64, ptr addrspace(1) %where
  %l = getelementptr [2 x float], ptr %array, i64 0, i64 %n
  %a = load float, ptr %l
  store float %a, ptr addrspace(1) %p
  ret void
}

define internal spir_func void @anything(ptr addrspace(1) %p) noinline {
  store volatile i32 0, ptr addrspace(1) %p
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
