; On SPIR-V the local arena is one more argument of the kernels that use it,
; also when a helper does.
;
; RUN: retarget-opt --target=spirv --steps=internalize,arena-argument %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @uses_not(i32 %v)
define spir_kernel void @uses_not(i32 %v) {
  ret void
}

; CHECK: define spir_kernel void @uses(i32 %v, ptr addrspace(3) %local_arena)
; CHECK: store i32 %v, ptr addrspace(3) %local_arena
define spir_kernel void @uses(i32 %v) {
  call spir_func void @helper(i32 %v)
  ret void
}

define spir_func void @helper(i32 %v) noinline {
  %a = call spir_func ptr addrspace(3) @__sycl_local_arena()
  store i32 %v, ptr addrspace(3) %a
  ret void
}

declare spir_func ptr addrspace(3) @__sycl_local_arena()
