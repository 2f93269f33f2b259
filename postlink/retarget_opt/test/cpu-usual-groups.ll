; Kernels with barriers and rows have a version for groups of 16 x 16, those with
; steps that end in barriers one for groups of 256.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; The kernel has its name, and asks for the size of the group.
; CHECK-LABEL: define internal void @rows.any(
; CHECK: load i64, {{.*}}!range
; CHECK-LABEL: define internal void @rows.usual(
; CHECK: [[NEXT:%.*]] = add nuw nsw i64 %local.x, 1
; CHECK-NEXT: icmp ult i64 [[NEXT]], 16
; The rows stay a loop: unrolled, they are thousands of instructions.
; CHECK: add nuw nsw i64 %local.y, 1
; CHECK-NEXT: icmp ult i64 {{.*}}, 16
; CHECK-NEXT: br i1 {{.*}}, !llvm.loop [[ROWS:![0-9]+]]
; CHECK-LABEL: define void @rows(
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr %1, i64 48
; CHECK-NEXT: [[SIZE:%.*]] = load i64, ptr [[X]]
; CHECK-NEXT: icmp eq i64 [[SIZE]], 16
; CHECK: i64 56
; CHECK: , 16
; CHECK: i64 64
; CHECK: , 1
; CHECK: br i1 {{.*}}, label %usual, label %any
; CHECK: usual:
; CHECK-NEXT: tail call void @rows.usual(ptr %0, ptr %1)
; CHECK: any:
; CHECK-NEXT: tail call void @rows.any(ptr %0, ptr %1)
define spir_kernel void @rows(ptr addrspace(1) %p) {
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %row = mul i64 %y, 1000
  %at = add i64 %row, %x
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define internal void @steps.any(
; CHECK-LABEL: define internal void @steps.usual(
; CHECK: icmp ult i64 {{.*}}, 256
; CHECK-LABEL: define void @steps(
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr %1, i64 48
; CHECK-NEXT: [[SIZE:%.*]] = load i64, ptr [[X]]
; CHECK-NEXT: icmp eq i64 [[SIZE]], 256
; CHECK: i64 56
; CHECK: , 1
; CHECK: i64 64
; CHECK: , 1
; CHECK: tail call void @steps.usual(ptr %0, ptr %1)
; CHECK: tail call void @steps.any(ptr %0, ptr %1)
define spir_kernel void @steps(ptr addrspace(1) %p, i32 %n) {
entry:
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %x
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %next, %step ]
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %q
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %step, label %end
end:
  ret void
}

; Not others of one dimension, of a required size, or without barriers.
; CHECK-NOT: .usual
define spir_kernel void @line(ptr addrspace(1) %p) {
  %x = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @required(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %y
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @no_barrier(ptr addrspace(1) %p) {
  %y = call i64 @llvm.spv.thread.id.i64(i32 1)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %y
  store i32 7, ptr addrspace(1) %q
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

!0 = !{i32 8, i32 8, i32 1}
; CHECK: [[ROLLED:![0-9]+]] = !{!"llvm.loop.unroll.disable"}
; CHECK: [[ROWS]] = distinct !{[[ROWS]], [[ROLLED]]}
