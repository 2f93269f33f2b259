; Groups have loops over the dimensions that their kernel has: none for one of
; single_task. Images say how many these are.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-DAG: @__sycl_dimensions.task = protected constant i8 0
; CHECK-DAG: @__sycl_dimensions.line = protected constant i8 1
; CHECK-DAG: @__sycl_dimensions.plane = protected constant i8 2
; CHECK-NOT: @__sycl_dimensions.any

; CHECK-LABEL: define void @task(
; CHECK-NOT: add nuw nsw i64 %local
; CHECK-NOT: !range
; CHECK: store i32
define spir_kernel void @task(ptr addrspace(1) %p) #0 {
  %n = load i32, ptr addrspace(1) %p
  %next = add i32 %n, 1
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %next, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @line(
; CHECK: !range
; CHECK-NOT: !range
; CHECK: icmp ult i64 %{{.*}}, %{{[0-9]+}}
; CHECK: icmp ult i64 %{{.*}}, 1
; CHECK: icmp ult i64 %{{.*}}, 1
define spir_kernel void @line(ptr addrspace(1) %p) #1 {
  %n = load i32, ptr addrspace(1) %p
  %next = add i32 %n, 1
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %next, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @plane(
; CHECK-COUNT-2: !range
; CHECK-NOT: !range
; CHECK: ret void
define spir_kernel void @plane(ptr addrspace(1) %p) #2 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %id, ptr addrspace(1) %a
  ret void
}

; What a kernel asks of a dimension that it does not have: an id is 0, a size is
; 1.
; CHECK-LABEL: define void @beyond(
; CHECK: [[ID:%[0-9]+]] = add nuw i64 0, %local.y
; CHECK: add i64 [[ID]], 1
define spir_kernel void @beyond(ptr addrspace(1) %p) #1 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 1)
  %size = call i64 @llvm.spv.global.size.i64(i32 1)
  %sum = add i64 %id, %size
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @any(
; CHECK-COUNT-3: !range
define spir_kernel void @any(ptr addrspace(1) %p) {
  %n = load i32, ptr addrspace(1) %p
  %next = add i32 %n, 1
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %next, ptr addrspace(1) %p
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.global.size.i64(i32)

attributes #0 = { "sycl-dimensions"="0" }
attributes #1 = { "sycl-dimensions"="1" }
attributes #2 = { "sycl-dimensions"="2" }
