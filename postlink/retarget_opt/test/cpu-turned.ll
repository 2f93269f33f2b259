; Kernels whose work-items ask for one dimension alone are along x, and say which dimension it was.
;
; RUN: retarget-opt --target=x86_64 --steps=turned-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-NOT: @__sycl_turned.
; CHECK: @__sycl_turned.z = protected constant i8 2
; CHECK-NEXT: @__sycl_turned.y = protected constant i8 1
; CHECK-NOT: @__sycl_turned.

; Sizes of all dimensions are those that they were.
; CHECK-LABEL: define spir_kernel void @z(
; CHECK: call i64 @llvm.spv.thread.id.i64(i32 0)
; CHECK: call i64 @llvm.spv.global.size.i64(i32 2)
; CHECK: call i64 @llvm.spv.global.size.i64(i32 1)
; CHECK: call i64 @llvm.spv.workgroup.size.i64(i32 0)
define spir_kernel void @z(ptr addrspace(1) %out) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 2)
  %x = call i64 @llvm.spv.global.size.i64(i32 0)
  %y = call i64 @llvm.spv.global.size.i64(i32 1)
  %s = call i64 @llvm.spv.workgroup.size.i64(i32 2)
  %xy = mul i64 %x, %y
  %v = mul i64 %xy, %s
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %v, ptr addrspace(1) %p
  ret void
}

; With a barrier.
; CHECK-LABEL: define spir_kernel void @y(
; CHECK: call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
; CHECK: call i64 @llvm.spv.group.id.i64(i32 0)
define spir_kernel void @y(ptr addrspace(1) %out) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 400)
  %g = call i64 @llvm.spv.group.id.i64(i32 1)
  %at = add i64 %i, %g
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %at
  store i64 %i, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @two(
; CHECK: call i64 @llvm.spv.thread.id.i64(i32 2)
define spir_kernel void @two(ptr addrspace(1) %out) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 2)
  %j = call i64 @llvm.spv.thread.id.i64(i32 1)
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %j, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @sub_group(
; CHECK: call i64 @llvm.spv.thread.id.i64(i32 2)
define spir_kernel void @sub_group(ptr addrspace(1) %out) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 2)
  %j = call i32 @llvm.spv.subgroup.id()
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %j, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @required(
; CHECK: call i64 @llvm.spv.thread.id.i64(i32 2)
define spir_kernel void @required(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 2)
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %p
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.group.id.i64(i32)
declare i64 @llvm.spv.global.size.i64(i32)
declare i64 @llvm.spv.workgroup.size.i64(i32)
declare i32 @llvm.spv.subgroup.id()
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

!0 = !{i32 1, i32 1, i32 64}
