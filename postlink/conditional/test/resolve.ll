; A target that gets its code now decides every condition now: the branch that
; it does not take is in neither code nor requirements.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off --modules-dir=m code.ll
; RUN: bash sort.sh
; RUN: sycl-aot --target-config=fp16.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c main.module.cl -o fp16.img
; RUN: sycl-image-dump fp16.img | FileCheck --check-prefix=FP16 %s
; RUN: sycl-image-dump -extract=fp16.ptx fp16.img
; RUN: FileCheck --check-prefix=FP16-CODE %s < fp16.ptx
; RUN: sycl-aot --target-config=plain.toml --device-library-dir=%{workspace}/postlink/aot/device_library -c main.module.cl -o plain.img
; RUN: sycl-image-dump plain.img | FileCheck --check-prefix=PLAIN %s
; RUN: sycl-image-dump -extract=plain.ptx plain.img
; RUN: FileCheck --check-prefix=PLAIN-CODE %s < plain.ptx
;
; A branch that is taken may need what the target lacks.
; RUN: sycl-aot --target-config=lacking.toml -c main.module.cl -o lacking.img
; RUN: sycl-image-dump lacking.img | FileCheck --check-prefix=LACKING %s
;
; Add-ons are not for such targets, and not in programs for them alone.
; RUN: sycl-aot --target-config=fp16.toml -c add_on.module.cl -o add_on.img
; RUN: sycl-image-dump add_on.img | FileCheck --check-prefix=ADDON %s
; RUN: sycl-offload-wrapper -o both.o fp16.img add_on.img
; RUN: sycl-offload-wrapper -o one.o fp16.img
; RUN: cmp both.o one.o
;
; File tables say the same, each with code of its own.
; RUN: cat fp16.toml plain.toml lacking.toml > all.toml
; RUN: sycl-post-link -split=off -S -properties -device-config-file=all.toml -o=spirv.table \
; RUN:   -o=fp16,fp16.table -o=plain,plain.table -o=lacking,lacking.table code.ll
; RUN: grep -c '[.]ll|' fp16.table | grep -x 1
; RUN: grep -c '[.]ll|' spirv.table | grep -x 7
; RUN: bash -c 'cat $(sed -n "2s/[|].*//p" fp16.table)' | FileCheck --check-prefix=FP16-IR %s
; RUN: bash -c 'cat $(sed -n "2s/[|].*//p" plain.table)' | FileCheck --check-prefix=PLAIN-IR %s
; RUN: grep '^empty.ll' lacking.table

; FP16:      format ptx
; FP16:      symbol k
; FP16-NEXT: [SYCL/device requirements]
; FP16-NEXT:   aspect = 5 13{{$}}
; FP16-NEXT: [SYCL/imported symbols]
; FP16-NEXT:   imported = 1
; FP16-NOT: {{.}}
; FP16-CODE: .entry k(
; FP16-CODE-NOT: 222
; FP16-CODE: 111
; FP16-CODE-NOT: 222

; The branch that is not taken imports nothing either.
; PLAIN:      symbol k
; PLAIN-NEXT: [SYCL/device requirements]
; PLAIN-NEXT:   aspect = 13{{$}}
; PLAIN-NOT: {{.}}
; PLAIN-CODE-NOT: imported
; PLAIN-CODE: .entry k(
; PLAIN-CODE-NOT: {{111|call}}
; PLAIN-CODE: 222
; PLAIN-CODE-NOT: {{111|call}}

; LACKING: format none
; LACKING: aspect = 6 13

; ADDON: format none
; ADDON: [SYCL/add on image]

; FP16-IR-NOT: else
; FP16-IR: call spir_func void @half(
; FP16-IR-NOT: {{call_if|else}}
; PLAIN-IR-NOT: half
; PLAIN-IR: call spir_func void @else(
; PLAIN-IR-NOT: {{call_if|half|import}}

;--- code.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) #0 !sycl_used_aspects !13 !sycl_conditionally_used_aspects !10 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @half, ptr addrspace(4) %g, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_2(ptr @else, ptr addrspace(4) %g, i32 -3, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_3(ptr @double, ptr addrspace(4) %g, i32 -2, i32 3)
  ret void
}
define internal spir_func void @half(ptr addrspace(4) %p) !sycl_used_aspects !15 {
  store i32 111, ptr addrspace(4) %p
  call spir_func void @imported(ptr addrspace(4) %p)
  ret void
}
define internal spir_func void @else(ptr addrspace(4) %p) {
  store i32 222, ptr addrspace(4) %p
  ret void
}
define internal spir_func void @double(ptr addrspace(4) %p) !sycl_used_aspects !16 {
  store i32 333, ptr addrspace(4) %p
  ret void
}
declare spir_func void @imported(ptr addrspace(4))
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_2(ptr, ptr addrspace(4), i32, i32, i32) #1
declare void @call_if_on_device_conditionally_x_3(ptr, ptr addrspace(4), i32, i32) #1

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }

!10 = !{!11}
!11 = !{!12, !16}
!12 = !{i32 -2, i32 3}
!13 = !{i32 13}
!15 = !{i32 5}
!16 = !{i32 6}
;--- fp16.toml
[[target]]
name = "fp16"
target_aspect = 4001
aspects = ["fp16", "usm_device_allocations"]
may_support_other_aspects = true
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
;--- plain.toml
[[target]]
name = "plain"
target_aspect = 4002
aspects = ["usm_device_allocations"]
may_support_other_aspects = true
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
;--- lacking.toml
[[target]]
name = "lacking"
architecture = "intel_cpu_gnr"
target_aspect = 4003
aspects = ["usm_device_allocations"]
may_support_other_aspects = false
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v3"

;--- sort.sh
for m in m/*.module.cl; do
  case $(sycl-image-dump $m) in
    *"symbol k"*) cp $m main.module.cl ;;
    *) cp $m add_on.module.cl ;;
  esac
done
