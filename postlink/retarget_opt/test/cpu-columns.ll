; Kernels whose work-items go through columns of memory say so: their groups are
; narrow.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; 1 and 64 times the dimension.
; CHECK-DAG: @__sycl_any_group.writes = protected constant i8 65
; CHECK-DAG: @__sycl_any_group.reads = protected constant i8 65
; CHECK-DAG: @__sycl_any_group.planes = protected constant i8 -127
; CHECK-DAG: @__sycl_any_group.row = protected constant i8 1
; CHECK-DAG: @__sycl_any_group.column_of_few = protected constant i8 1
; CHECK-DAG: @__sycl_any_group.scattered = protected constant i8 1

; out[x * n + y] = in[y * n + x], n known when it runs.
define spir_kernel void @writes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %yn = mul i64 %y, %n
  %from = add i64 %yn, %x
  %p = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %p
  %xn = mul i64 %x, %n
  %to = add i64 %xn, %y
  %q = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %v, ptr addrspace(1) %q
  ret void
}

; out[y * 512 + x] = in[x * 512 + y], in ints.
define spir_kernel void @reads(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %wx = call i64 @llvm.spv.thread.id.i64(i32 0)
  %wy = call i64 @llvm.spv.thread.id.i64(i32 1)
  %x = trunc i64 %wx to i32
  %y = trunc i64 %wy to i32
  %xn = shl nsw i32 %x, 9
  %from = add nsw i32 %xn, %y
  %wide = sext i32 %from to i64
  %p = getelementptr i64, ptr addrspace(1) %in, i64 %wide
  %v = load i64, ptr addrspace(1) %p
  %yn = shl nsw i32 %y, 9
  %to = add nsw i32 %yn, %x
  %wide.to = sext i32 %to to i64
  %q = getelementptr i64, ptr addrspace(1) %out, i64 %wide.to
  store i64 %v, ptr addrspace(1) %q
  ret void
}

; out[x][z].
define spir_kernel void @planes(ptr addrspace(1) %out, i64 %n) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %z = call i64 @llvm.spv.thread.id.i64(i32 2)
  %xn = mul i64 %x, %n
  %to = add i64 %xn, %z
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %to
  store i8 1, ptr addrspace(1) %q
  ret void
}

; out[y * n + x] += edge[y].
define spir_kernel void @row(ptr addrspace(1) %edge, ptr addrspace(1) %out, i64 %n) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %p = getelementptr float, ptr addrspace(1) %edge, i64 %y
  %v = load float, ptr addrspace(1) %p
  %yn = mul i64 %y, %n
  %to = add i64 %yn, %x
  %q = getelementptr float, ptr addrspace(1) %out, i64 %to
  %old = load float, ptr addrspace(1) %q
  %sum = fadd float %old, %v
  store float %sum, ptr addrspace(1) %q
  ret void
}

; Four numbers for each x: neighbours share lines.
define spir_kernel void @column_of_few(ptr addrspace(1) %out) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %xn = shl i64 %x, 2
  %to = add i64 %xn, %y
  %q = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; out[index[x] + y * n].
define spir_kernel void @scattered(ptr addrspace(1) %index, ptr addrspace(1) %out, i64 %n) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %p = getelementptr i64, ptr addrspace(1) %index, i64 %x
  %i = load i64, ptr addrspace(1) %p
  %yn = mul i64 %y, %n
  %to = add i64 %i, %yn
  %q = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float 1.0, ptr addrspace(1) %q
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
