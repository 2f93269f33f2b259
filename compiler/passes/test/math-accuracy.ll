; -ffp-accuracy=: calls of the functions that it asks for get an attribute, and
; what calls them an internal aspect of the level, which kernels get from what
; they reach. Inline functions that have one are the source's own.
;
; RUN: opt -load=%plugin -load-pass-plugin=%plugin -passes='math-accuracy,sycl-propagate-aspects-usage,separate-accuracies' -fp-accuracy=low:sincos -fp-accuracy=high -fp-accuracy=medium:pow -S %s | FileCheck %s
; Without the option nothing is changed.
; RUN: opt -load=%plugin -load-pass-plugin=%plugin -passes='math-accuracy,separate-accuracies' -S %s | FileCheck --check-prefix=NOTHING --implicit-check-not=sycl-fp-accuracy --implicit-check-not='define internal' %s

target triple = "spirv64-unknown-unknown"

declare spir_func float @_Z15__spirv_ocl_sinf(float) #0
declare spir_func double @_Z15__spirv_ocl_powdd(double, double) #0
declare spir_func half @_Z15__spirv_ocl_expDF16_(half) #0
declare spir_func float @_Z22__spirv_ocl_native_sinf(float) #0
declare spir_func float @cosf(float) #0
declare float @llvm.sqrt.f32(float)
declare float @llvm.floor.f32(float)
declare spir_func float @not_known(float) #0

; CHECK-LABEL: define internal spir_func float @inline_function(
; CHECK-SAME: !sycl_used_aspects [[LOW:![0-9]+]]
; CHECK-NEXT: call spir_func float @_Z15__spirv_ocl_sinf(float %x) [[ATTRLOW:#[0-9]+]]
; NOTHING: define linkonce_odr spir_func float @inline_function(float %x) {
define linkonce_odr spir_func float @inline_function(float %x) {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x)
  ret float %s
}

; It reaches one.
; CHECK-LABEL: define internal spir_func float @caller(
; CHECK-SAME: !sycl_used_aspects [[LOW]]
define weak_odr spir_func float @caller(float %x) {
  %s = call spir_func float @inline_function(float %x)
  ret float %s
}

; CHECK-LABEL: define linkonce_odr spir_func float @other(
; CHECK-NOT: !sycl_used_aspects
; CHECK: call float @llvm.floor.f32(float %n){{$}}
define linkonce_odr spir_func float @other(float %x) {
  %n = call spir_func float @_Z22__spirv_ocl_native_sinf(float %x)
  %f = call float @llvm.floor.f32(float %n)
  %u = call spir_func float @not_known(float %f)
  ret float %u
}

; CHECK-LABEL: define spir_kernel void @each(
; CHECK-SAME: !sycl_used_aspects [[ALL:![0-9]+]]
; CHECK: call spir_func double @_Z15__spirv_ocl_powdd(double %d, double %d) [[MEDIUM:#[0-9]+]]
; CHECK: call spir_func half @_Z15__spirv_ocl_expDF16_(half %h) [[HIGH:#[0-9]+]]
; CHECK: call spir_func float @cosf(float %x) [[ATTRLOW]]
; CHECK: call float @llvm.sqrt.f32(float %x) [[HIGH]]
define spir_kernel void @each(ptr addrspace(1) %p, double %d, half %h, float %x) {
  %a = call spir_func double @_Z15__spirv_ocl_powdd(double %d, double %d)
  store volatile double %a, ptr addrspace(1) %p
  %b = call spir_func half @_Z15__spirv_ocl_expDF16_(half %h)
  store volatile half %b, ptr addrspace(1) %p
  %c = call spir_func float @cosf(float %x)
  store volatile float %c, ptr addrspace(1) %p
  %e = call float @llvm.sqrt.f32(float %x)
  store volatile float %e, ptr addrspace(1) %p
  %f = call spir_func float @caller(float %x)
  store volatile float %f, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @none(
; CHECK-NOT: !sycl_used_aspects
; CHECK: ret void
define spir_kernel void @none(ptr addrspace(1) %p, float %x) {
  %a = call spir_func float @other(float %x)
  store volatile float %a, ptr addrspace(1) %p
  ret void
}

; CHECK-DAG: attributes [[ATTRLOW]] = { "sycl-fp-accuracy"="low" }
; CHECK-DAG: attributes [[MEDIUM]] = { "sycl-fp-accuracy"="medium" }
; CHECK-DAG: attributes [[HIGH]] = { "sycl-fp-accuracy"="high" }
; CHECK-DAG: [[LOW]] = !{i32 -3}
; CHECK-DAG: [[ALL]] = !{i32 -3, i32 -2, i32 -1{{.*}}}
attributes #0 = { nounwind willreturn memory(none) }
