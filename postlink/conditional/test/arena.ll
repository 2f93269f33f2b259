; Local accessors in conditional code. An action stays a function, so its caller
; gives it the local arena, in main, real and stub modules alike; where no such
; function is left (a target that decides conditions now) nothing is passed.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off --modules-dir=m code.ll
; RUN: env LIBRARY=%{workspace}/postlink/aot/device_library bash all.sh
; RUN: FileCheck --check-prefix=MAIN %s < main.txt
; RUN: FileCheck --check-prefixes=ADDON,REAL %s < real.txt
; RUN: FileCheck --check-prefixes=ADDON,STUB %s < stub.txt
; RUN: FileCheck --check-prefix=PTX %s < main.ptx

; MAIN: OpDecorate [[F:%.+]] LinkageAttributes "act.{{[0-9]+}}" Import
; MAIN-DAG: [[LOCAL:%.+]] = OpTypePointer Workgroup
; MAIN: [[F]] = OpFunction
; MAIN-NEXT: OpFunctionParameter %_ptr_Generic
; MAIN-NEXT: OpFunctionParameter %_ptr_Workgroup
; MAIN-NEXT: OpFunctionEnd
; MAIN: OpFunction
; MAIN-NEXT: OpFunctionParameter %_ptr_CrossWorkgroup
; MAIN-NEXT: [[ARENA:%.+]] = OpFunctionParameter %_ptr_Workgroup
; MAIN: OpFunctionCall %void [[F]] %{{[^ ]+}} %{{.+}}
; MAIN: k@uses_local_arena = 1

; ADDON: OpDecorate [[F:%.+]] LinkageAttributes "act.{{[0-9]+}}" Export
; ADDON: [[F]] = OpFunction
; ADDON-NEXT: OpFunctionParameter %_ptr_Generic
; ADDON-NEXT: [[ARENA:%.+]] = OpFunctionParameter %_ptr_Workgroup
; REAL: [[ARENA]]
; STUB: OpReturn
; STUB-NEXT: OpFunctionEnd

; PTX: .extern .shared
; PTX: .entry k(
; PTX-NOT: k_param_1

;--- code.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @act, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define internal spir_func void @act(ptr addrspace(4) %p) {
  call spir_func void @helper(ptr addrspace(4) %p)
  ret void
}
define internal spir_func void @helper(ptr addrspace(4) %p) noinline {
  %a = call spir_func ptr addrspace(3) @__sycl_local_arena()
  %n = load i32, ptr addrspace(4) %p
  store i32 %n, ptr addrspace(3) %a
  call void @use(ptr addrspace(3) %a)
  ret void
}
define internal void @use(ptr addrspace(3) %a) noinline {
  store volatile i32 4711, ptr addrspace(3) %a
  ret void
}
declare spir_func ptr addrspace(3) @__sycl_local_arena()
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
    *"symbol k"*)
      mv x.txt main.txt
      sycl-aot --target-config=ptx.toml --device-library-dir=$LIBRARY -c $m -o y.img
      sycl-image-dump -extract=main.ptx y.img ;;
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
;--- ptx.toml
[[target]]
name = "ptx"
target_aspect = 4002
aspects = ["fp16"]
may_support_other_aspects = true
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
