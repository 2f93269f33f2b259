; Where a driver may have no half_ functions, those of full accuracy are called.
;
; RUN: retarget-opt --target=spirv --steps=precise-for-half %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_func float @all(
; CHECK: %a = call spir_func float @_Z15__spirv_ocl_cosf(float %x)
; CHECK: %b = call spir_func float @_Z15__spirv_ocl_cosf(float %a)
; CHECK: %c = call spir_func float @_Z17__spirv_ocl_log10f(float %b)
; CHECK: %d = call spir_func float @_Z16__spirv_ocl_powrff(float %c, float %x)
; CHECK: [[E:%.*]] = fdiv float %d, %x
; CHECK: [[F:%.*]] = fdiv float 1.000000e+00, [[E]]
; CHECK: ret float [[F]]
define spir_func float @all(float %x) {
  %a = call spir_func float @_Z20__spirv_ocl_half_cosf(float %x)
  %b = call spir_func float @_Z15__spirv_ocl_cosf(float %a)
  %c = call spir_func float @_Z22__spirv_ocl_half_log10f(float %b)
  %d = call spir_func float @_Z21__spirv_ocl_half_powrff(float %c, float %x)
  %e = call spir_func float @_Z23__spirv_ocl_half_divideff(float %d, float %x)
  %f = call spir_func float @_Z22__spirv_ocl_half_recipf(float %e)
  ret float %f
}

declare spir_func float @_Z20__spirv_ocl_half_cosf(float)
declare spir_func float @_Z15__spirv_ocl_cosf(float)
declare spir_func float @_Z22__spirv_ocl_half_log10f(float)
declare spir_func float @_Z21__spirv_ocl_half_powrff(float, float)
declare spir_func float @_Z23__spirv_ocl_half_divideff(float, float)
declare spir_func float @_Z22__spirv_ocl_half_recipf(float)
