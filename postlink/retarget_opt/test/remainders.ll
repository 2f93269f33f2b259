; What Clang makes of fmod becomes a call: back ends compute it by a quotient.
;
; RUN: retarget-opt --target=nvptx --steps=library-names %s | FileCheck %s
; RUN: retarget-opt --target=amdgcn --steps=library-names %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-NOT: frem
; CHECK-LABEL: @scalars(
; CHECK: call float @_Z16__spirv_ocl_fmodff(float %a, float %a)
; CHECK: call double @_Z16__spirv_ocl_fmoddd(double %b, double %b)
; CHECK: [[X:%.*]] = fpext half %c to float
; CHECK: [[Y:%.*]] = fpext half %c to float
; CHECK: [[R:%.*]] = call float @_Z16__spirv_ocl_fmodff(float [[X]], float [[Y]])
; CHECK: fptrunc float [[R]] to half
; CHECK: call float @_Z16__spirv_ocl_fmodff
; CHECK: fptrunc float {{.*}} to bfloat
define void @scalars(float %a, double %b, half %c, bfloat %d, ptr %p) {
  %1 = frem float %a, %a
  store float %1, ptr %p
  %2 = frem double %b, %b
  store double %2, ptr %p
  %3 = frem half %c, %c
  store half %3, ptr %p
  %4 = frem bfloat %d, %d
  store bfloat %4, ptr %p
  ret void
}

; CHECK-LABEL: @vectors(
; CHECK: [[X:%.*]] = extractelement <2 x double> %a, i64 0
; CHECK: [[Y:%.*]] = extractelement <2 x double> %b, i64 0
; CHECK: [[R:%.*]] = call double @_Z16__spirv_ocl_fmoddd(double [[X]], double [[Y]])
; CHECK: [[V:%.*]] = insertelement <2 x double> poison, double [[R]], i64 0
; CHECK: [[S:%.*]] = call double @_Z16__spirv_ocl_fmoddd
; CHECK: [[W:%.*]] = insertelement <2 x double> [[V]], double [[S]], i64 1
; CHECK: ret <2 x double> [[W]]
define <2 x double> @vectors(<2 x double> %a, <2 x double> %b) {
  %1 = frem <2 x double> %a, %b
  ret <2 x double> %1
}
