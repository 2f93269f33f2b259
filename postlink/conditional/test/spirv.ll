; SPIR-V of main and add-on modules: imports and exports of one name and type.
; The validator takes all of them.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off --modules-dir=m code.ll
; RUN: bash all.sh
; RUN: FileCheck --check-prefix=MAIN %s < main.txt
; RUN: FileCheck --check-prefix=REAL %s < real.txt
; RUN: FileCheck --check-prefix=STUB %s < stub.txt

; MAIN: OpDecorate [[F:%.+]] LinkageAttributes "act.{{[0-9]+}}" Import
; MAIN-DAG: [[BYTE:%.+]] = OpTypeInt 8 0
; MAIN-DAG: [[POINTER:%.+]] = OpTypePointer Generic [[BYTE]]
; MAIN-NOT: OpConstant {{.*}} 4711
; MAIN: OpFunctionCall {{.*}} [[F]]
; REAL: OpDecorate [[F:%.+]] LinkageAttributes "act.{{[0-9]+}}" Export
; REAL: OpConstant {{.*}} 4711
; REAL: format spirv
; REAL-NOT: symbol
; STUB: OpDecorate [[F:%.+]] LinkageAttributes "act.{{[0-9]+}}" Export
; STUB: [[F]] = OpFunction
; STUB-NEXT: OpFunctionParameter
; STUB-NEXT: OpLabel
; STUB-NEXT: OpReturn
; STUB-NEXT: OpFunctionEnd

;--- code.ll
target triple = "spirv64-unknown-unknown"

%closure = type { ptr addrspace(4), i32 }

define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %c = alloca %closure
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store ptr addrspace(4) %g, ptr %c
  %n = getelementptr %closure, ptr %c, i32 0, i32 1
  store i32 5, ptr %n
  %a = addrspacecast ptr %c to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @act, ptr addrspace(4) %a, i32 -1, i32 5)
  ret void
}
define internal spir_func void @act(ptr addrspace(4) %c) {
  %p = load ptr addrspace(4), ptr addrspace(4) %c
  store i32 4711, ptr addrspace(4) %p
  ret void
}
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }
;--- all.sh
set -e
for m in m/*.module.cl; do
  sycl-aot --target-config=jit.toml -c $m -o x.img
  sycl-image-dump -extract=x.spv x.img
  spirv-val --target-env spv1.2 x.spv
  spirv-dis x.spv > x.txt
  sycl-image-dump x.img >> x.txt
  case $(sycl-image-dump $m) in
    *"symbol k"*) mv x.txt main.txt ;;
    *" = 1") mv x.txt real.txt ;;
    *" = 0") mv x.txt stub.txt ;;
  esac
done
;--- jit.toml
[[target]]
name = "jit"
target_aspect = 4001
aspects = []
may_support_other_aspects = true
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "spirv"
aot_device = ""
