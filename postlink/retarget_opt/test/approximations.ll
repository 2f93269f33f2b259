; Calls that the source may have approximated (-ffast-math) are of native
; functions, by each of their names.
;
; RUN: retarget-opt --target=nvptx --steps=approximations %s | FileCheck %s --implicit-check-not='call {{.*}}native'

target triple = "spirv64-unknown-unknown"

declare spir_func float @_Z15__spirv_ocl_sinf(float)
declare spir_func float @_Z17__spirv_ocl_rsqrtf(float)
declare spir_func float @_Z15__spirv_ocl_powff(float, float)
declare spir_func float @_Z15__spirv_ocl_erff(float)
declare spir_func double @_Z15__spirv_ocl_sind(double)
declare spir_func half @_Z15__spirv_ocl_expDF16_(half)
declare spir_func float @expf(float)
declare spir_func double @exp(double)
declare float @llvm.cos.f32(float)
declare <2 x float> @llvm.cos.v2f32(<2 x float>)
declare float @llvm.log2.f32(float)

; CHECK-LABEL: define float @fast(
; CHECK-NEXT: %a = call fast spir_func float @_Z22__spirv_ocl_native_sinf(float %x)
; CHECK-NEXT: %b = call afn spir_func float @_Z24__spirv_ocl_native_rsqrtf(float %a)
; CHECK-NEXT: %c = call fast spir_func float @_Z22__spirv_ocl_native_expf(float %b)
; CHECK-NEXT: %d = tail call fast spir_func float @_Z22__spirv_ocl_native_cosf(float %c)
; CHECK-NEXT: %e = call reassoc afn spir_func float @_Z23__spirv_ocl_native_log2f(float %d)
define float @fast(float %x) {
  %a = call fast spir_func float @_Z15__spirv_ocl_sinf(float %x)
  %b = call afn spir_func float @_Z17__spirv_ocl_rsqrtf(float %a)
  %c = call fast spir_func float @expf(float %b)
  %d = tail call fast float @llvm.cos.f32(float %c)
  %e = call reassoc afn float @llvm.log2.f32(float %d)
  ret float %e
}

; Without the flag, without a native form, of other types, with an accuracy that
; was asked for.
; CHECK-LABEL: define float @exact(
; CHECK: call spir_func float @_Z15__spirv_ocl_sinf(float %x)
; CHECK: call reassoc nnan ninf nsz arcp contract float @llvm.cos.f32(float %a)
; CHECK: call fast spir_func float @_Z15__spirv_ocl_powff(
; CHECK: call fast spir_func float @_Z15__spirv_ocl_erff(
; CHECK: call fast spir_func double @_Z15__spirv_ocl_sind(
; CHECK: call fast spir_func double @exp(
; CHECK: call fast spir_func half @_Z15__spirv_ocl_expDF16_(
; CHECK: call fast <2 x float> @llvm.cos.v2f32(
; CHECK: call fast spir_func float @_Z15__spirv_ocl_sinf(float %d) #
define float @exact(float %x, double %y, half %h, <2 x float> %v, ptr %p) {
  %a = call spir_func float @_Z15__spirv_ocl_sinf(float %x)
  %b = call nnan ninf nsz arcp contract reassoc float @llvm.cos.f32(float %a)
  %c = call fast spir_func float @_Z15__spirv_ocl_powff(float %b, float %b)
  %d = call fast spir_func float @_Z15__spirv_ocl_erff(float %c)
  %e = call fast spir_func double @_Z15__spirv_ocl_sind(double %y)
  %f = call fast spir_func double @exp(double %e)
  store double %f, ptr %p
  %g = call fast spir_func half @_Z15__spirv_ocl_expDF16_(half %h)
  store half %g, ptr %p
  %w = call fast <2 x float> @llvm.cos.v2f32(<2 x float> %v)
  store <2 x float> %w, ptr %p
  %i = call fast spir_func float @_Z15__spirv_ocl_sinf(float %d) #0
  ret float %i
}

attributes #0 = { "sycl-fp-accuracy"="high" }
