; A function that is not inlined has scratch memory of its own: its caller may
; keep variables of the work-group in what it asked for.
;
; RUN: retarget-opt --target=spirv --steps=constants,arena-argument,group-scratch %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-DAG: @kernels.group_scratch.512 = internal addrspace(3) global [512 x i8] undef, align 128
; CHECK-DAG: @functions.group_scratch.512 = internal addrspace(3) global [512 x i8] undef, align 128
; CHECK-LABEL: @k(
; CHECK: store volatile i8 8, ptr addrspace(3) @kernels.group_scratch.512
define spir_kernel void @k() {
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 512)
  store volatile i8 8, ptr addrspace(3) %p
  call spir_func void @stays()
  ret void
}

; CHECK-LABEL: @stays(
; CHECK: store volatile i8 5, ptr addrspace(3) @functions.group_scratch.512
define internal spir_func void @stays() #0 {
  %p = call ptr addrspace(3) @__sycl_group_scratch(i64 512)
  store volatile i8 5, ptr addrspace(3) %p
  ret void
}

declare ptr addrspace(3) @__sycl_group_scratch(i64)

attributes #0 = { noinline "facet-stays-function" }
