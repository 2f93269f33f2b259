; Kernels share a module if what they need under conditions follows from the
; conditions. Once a target has decided, each needs what it would in a module of
; its own, and not what its neighbours need.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off -device-if-jit=spec-constants --modules-dir=m code.ll
; RUN: bash -c 'cp m/*.module.cl main.module.cl'
; RUN: cat head.toml fp16.toml > has.toml && cat head.toml plain.toml > lacks.toml
; RUN: sycl-aot --target-config=has.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c main.module.cl -o has.img
; RUN: sycl-image-dump has.img | FileCheck --check-prefix=HAS %s
; RUN: sycl-aot --target-config=lacks.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c main.module.cl -o lacks.img
; RUN: sycl-image-dump lacks.img | FileCheck --check-prefix=LACKS %s
;
; A target that is of a known architecture and lacks what the built-in one of
; that architecture has (so that nothing followed from the condition) loses the
; kernel that needs it, and no other.
; RUN: sycl-aot --target-config=odd.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c main.module.cl -o odd.img
; RUN: sycl-image-dump odd.img | FileCheck --check-prefix=ODD %s
; RUN: sycl-image-dump -extract=odd.ptx odd.img
; RUN: FileCheck --check-prefix=ODD-CODE %s < odd.ptx
;
; File tables say the same.
; RUN: sycl-post-link -split=off -properties -device-config-file=has.toml -o=has,has.table code.ll
; RUN: bash -c 'cat $(sed -n "2s/.*[|]//p" has.table)' | FileCheck --check-prefix=TABLE %s

; HAS:      symbol plain
; HAS-NEXT: symbol half
; HAS-NEXT: symbol nested
; HAS-NEXT: symbol architecture
; HAS-NEXT: symbol exported
; HAS-NEXT: [SYCL/device requirements]
; HAS-NEXT:   aspect = 13{{$}}
; HAS-NEXT: [SYCL/exported symbols]
; HAS-NEXT:   exported = 1
; HAS-NEXT: [SYCL/requirements]
; HAS-NEXT:   architecture = aspect 13 (usm_device_allocations) constant 0{{$}}
; HAS-NEXT:   exported = aspect 5 (fp16) constant 0, aspect 13 (usm_device_allocations) constant 0{{$}}
; HAS-NEXT:   half = aspect 5 (fp16) constant 0, aspect 13 (usm_device_allocations) constant 0{{$}}
; HAS-NEXT:   nested = aspect 5 (fp16) constant 0, aspect 6 (fp64) constant 0, aspect 13 (usm_device_allocations) constant 0{{$}}
; HAS-NEXT:   plain = aspect 13 (usm_device_allocations) constant 0{{$}}

; LACKS: [SYCL/device requirements]
; LACKS-NEXT: aspect = 13{{$}}
; LACKS-NOT: SYCL/requirements

; ODD: format ptx
; ODD: symbol architecture
; ODD: [SYCL/requirements]
; ODD: architecture = aspect 6 (fp64)
; ODD: plain = aspect 13
; ODD-CODE-NOT: .entry architecture
; ODD-CODE: .entry plain
; ODD-CODE-NOT: .entry architecture

; TABLE-DAG: SYCL/requirements

;--- code.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @plain(ptr addrspace(1) %p) #0 !sycl_used_aspects !13 {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @half(ptr addrspace(1) %p) #0 !sycl_used_aspects !13 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @use_half, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define spir_kernel void @nested(ptr addrspace(1) %p) #0 !sycl_used_aspects !13 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @half_then_double, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define spir_kernel void @architecture(ptr addrspace(1) %p) #0 !sycl_used_aspects !13 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @use_double, ptr addrspace(4) %g, i32 -2, i32 96)
  ret void
}
define spir_func void @exported(ptr addrspace(4) %g) #0 !sycl_used_aspects !13 {
  call void @call_if_on_device_conditionally_x_1(ptr @use_half, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define internal spir_func void @use_half(ptr addrspace(4) %p) !sycl_used_aspects !15 {
  store i32 111, ptr addrspace(4) %p
  ret void
}
define internal spir_func void @half_then_double(ptr addrspace(4) %p) !sycl_used_aspects !15 {
  call void @call_if_on_device_conditionally_x_1(ptr @use_double, ptr addrspace(4) %p, i32 -1, i32 6)
  ret void
}
define internal spir_func void @use_double(ptr addrspace(4) %p) !sycl_used_aspects !16 {
  store i32 333, ptr addrspace(4) %p
  ret void
}
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }

!13 = !{i32 13}
!15 = !{i32 5}
!16 = !{i32 6}
;--- head.toml
[[target]]
target_aspect = 4001
may_support_other_aspects = true
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
;--- fp16.toml
name = "has"
aspects = ["fp16", "fp64", "usm_device_allocations"]
;--- plain.toml
name = "lacks"
aspects = ["usm_device_allocations"]
;--- odd.toml
[[target]]
name = "odd"
architecture = "nvidia_gpu_sm_80"
target_aspect = 4003
aspects = ["usm_device_allocations"]
may_support_other_aspects = false
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
