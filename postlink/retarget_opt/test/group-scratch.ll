; Group algorithms: how they combine values, and where.
;
; RUN: retarget-opt --target=spirv --steps=constants,arena-argument,group-scratch %s | FileCheck --check-prefixes=CHECK,SPIRV %s
; RUN: retarget-opt --target=nvptx --steps=constants,address-spaces,attributes,inline-scratch-users,group-scratch %s | FileCheck --check-prefixes=CHECK,GPU %s
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck --check-prefix=CPU %s

target triple = "spirv64-unknown-unknown"

; One variable for the kernels that need as much, of the most each asks for.
; CHECK-DAG: @kernels.group_scratch.512 = internal addrspace(3) global [512 x i8] undef, align 128
; CHECK-DAG: @kernels.group_scratch.64 = internal addrspace(3) global [64 x i8] undef, align 128
; CHECK-NOT: group_scratch{{.*}} = internal
; CHECK-LABEL: @k(
; SPIRV: store i32 1, ptr addrspace(3) @kernels.group_scratch.512
; GPU: store i32 2, ptr addrspace(3) @kernels.group_scratch.512
; CHECK: store volatile i8 7, ptr addrspace(3) @kernels.group_scratch.512
; CPU-LABEL: define void @k(
; CPU: %group_scratch = alloca [512 x i8], align 128
; CPU: store i32 0, ptr %group_scratch
; CPU: store volatile i8 7, ptr %group_scratch
define spir_kernel void @k() {
  %s = call i32 @__sycl_group_strategy()
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 64)
  store i32 %s, ptr addrspace(3) %p
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  call spir_func void @helper()
  ret void
}

; The headers' functions ask not to be inlined: kernels share one copy until
; now.
define internal spir_func void @helper() noinline {
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 512)
  store volatile i8 7, ptr addrspace(3) %p
  ret void
}

; CHECK-LABEL: @same(
; CHECK: store volatile i8 8, ptr addrspace(3) @kernels.group_scratch.512
define spir_kernel void @same() {
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 512)
  store volatile i8 8, ptr addrspace(3) %p
  ret void
}

; CHECK-LABEL: @less(
; CHECK: store volatile i8 9, ptr addrspace(3) @kernels.group_scratch.64
define spir_kernel void @less() {
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 64)
  store volatile i8 9, ptr addrspace(3) %p
  ret void
}

define spir_kernel void @none() {
  ret void
}

declare ptr addrspace(3) @__sycl_group_scratch(i64)
declare i32 @__sycl_group_strategy()
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
