; The optimizer neither inlines an action nor loses its condition, moves no call
; across a branch that depends on the work-item, and keeps actions. Without a
; prefix the names follow from the contents.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes='sycl-conditional-call-on-device,default<O3>' -S %s | FileCheck %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S < %s > %t.1
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S < %s > %t.2
; RUN: diff %t.1 %t.2
; RUN: sed s/other/changed/ %s | opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S > %t.3
; RUN: not diff %t.1 %t.3

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%Lambda = type { ptr addrspace(1) }

; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK: call spir_func void @call_if_on_device_conditionally_[[P:[0-9a-f]+]]_1(ptr nonnull @action, ptr addrspace(4) {{.*}}, i32 -1, i32 5)
; CHECK: br i1
; CHECK: call spir_func void @call_if_on_device_conditionally_[[P]]_1(ptr nonnull @action, ptr addrspace(4) {{.*}}, i32 -1, i32 5)
; CHECK: br label
; CHECK: call spir_func void @call_if_on_device_conditionally_[[P]]_1(ptr nonnull @action, ptr addrspace(4) {{.*}}, i32 -1, i32 5)
define spir_kernel void @kernel(ptr addrspace(1) %p, i1 %c) convergent {
  %a = alloca %Lambda
  store ptr addrspace(1) %p, ptr %a
  call spir_func void @caller(ptr byval(%Lambda) %a, i32 -1, i32 5) convergent
  br i1 %c, label %yes, label %no
yes:
  %b = alloca %Lambda
  store ptr addrspace(1) %p, ptr %b
  call spir_func void @caller(ptr byval(%Lambda) %b, i32 -1, i32 5) convergent
  call spir_func void @other()
  br label %end
no:
  %d = alloca %Lambda
  store ptr addrspace(1) %p, ptr %d
  call spir_func void @caller(ptr byval(%Lambda) %d, i32 -1, i32 5) convergent
  br label %end
end:
  ret void
}
define internal spir_func void @caller(ptr byval(%Lambda) %fn, i32 %n, i32 %m) convergent alwaysinline "sycl-call-if-on-device-conditionally"="true" {
  %fn.generic = addrspacecast ptr %fn to ptr addrspace(4)
  call spir_func void @action(ptr addrspace(4) %fn.generic) convergent
  ret void
}
; CHECK: define internal spir_func void @action(
; CHECK: call spir_func void @barrier()
define internal spir_func void @action(ptr addrspace(4) %this) convergent alwaysinline {
  %p = load ptr addrspace(1), ptr addrspace(4) %this
  store i32 1, ptr addrspace(1) %p
  call spir_func void @barrier() convergent
  ret void
}
declare spir_func void @barrier() convergent
declare spir_func void @other()
