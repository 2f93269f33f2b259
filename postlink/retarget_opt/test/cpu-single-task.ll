; A kernel of single_task is executed by one work-item: there are no loops.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define void @task(
; CHECK-NOT: add nuw nsw i64 %local
; CHECK-NOT: !range
; CHECK: store i32
; CHECK-LABEL: define void @range(
; CHECK: !range
; CHECK: add nuw nsw i64 %local.x, 1
define spir_kernel void @task(ptr addrspace(1) %p) #0 {
  %n = load i32, ptr addrspace(1) %p
  %next = add i32 %n, 1
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %next, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @range(ptr addrspace(1) %p) {
  %n = load i32, ptr addrspace(1) %p
  %next = add i32 %n, 1
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %next, ptr addrspace(1) %p
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

attributes #0 = { "sycl-single-task" }
