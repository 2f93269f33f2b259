; What -ffp-accuracy= asks of calls outlives inlining; calls that differ in it,
; which a link of several sources brings together, are not merged.
;
; RUN: opt -passes='default<O2>' -S %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

declare spir_func float @_Z15__spirv_ocl_sinf(float) #0
declare float @llvm.cos.f32(float)

define internal spir_func float @of_one_source(float %x) {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x) "sycl-fp-accuracy"="high"
  %c = call float @llvm.cos.f32(float %s) "sycl-fp-accuracy"="high"
  ret float %c
}
define internal spir_func float @of_another(float %x) {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x) "sycl-fp-accuracy"="low"
  %c = call float @llvm.cos.f32(float %s) "sycl-fp-accuracy"="low"
  ret float %c
}
define internal spir_func float @of_a_third(float %x) {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x)
  ret float %s
}

; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK-NEXT: {{.*}}call spir_func float @_Z15__spirv_ocl_sinf(float %x) [[HIGH:#[0-9]+]]
; CHECK-NEXT: {{.*}}call float @llvm.cos.f32(float {{.*}}) [[HIGH]]
; CHECK-NEXT: {{.*}}call spir_func float @_Z15__spirv_ocl_sinf(float %x) [[LOW:#[0-9]+]]
; CHECK-NEXT: {{.*}}call float @llvm.cos.f32(float {{.*}}) [[LOW]]
; CHECK-NEXT: {{.*}}call spir_func float @_Z15__spirv_ocl_sinf(float %x){{$}}
define spir_kernel void @kernel(ptr addrspace(1) %p, float %x, i1 %b) {
  %1 = call spir_func float @of_one_source(float %x)
  %2 = call spir_func float @of_another(float %x)
  %3 = call spir_func float @of_a_third(float %x)
  %4 = fadd float %1, %2
  %5 = fadd float %4, %3
  store float %5, ptr addrspace(1) %p
  ret void
}

; Neither in the two branches of a condition.
; CHECK-LABEL: define spir_kernel void @branches(
; CHECK: call spir_func float @_Z15__spirv_ocl_sinf(float %x) [[HIGH]]
; CHECK: call spir_func float @_Z15__spirv_ocl_sinf(float %x) [[LOW]]
; CHECK: attributes [[HIGH]] = { "sycl-fp-accuracy"="high" }
; CHECK: attributes [[LOW]] = { "sycl-fp-accuracy"="low" }
define spir_kernel void @branches(ptr addrspace(1) %p, float %x, i1 %b) {
  br i1 %b, label %t, label %f
t:
  %1 = call spir_func float @of_one_source(float %x)
  store float %1, ptr addrspace(1) %p
  ret void
f:
  %2 = call spir_func float @of_another(float %x)
  store float %2, ptr addrspace(1) %p
  ret void
}

attributes #0 = { nounwind willreturn memory(none) }
