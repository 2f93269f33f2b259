; Calls of printf print floats as they are: what C promoted to double is not, and numbers that are one in either stay exact.
;
; RUN: opt -load-pass-plugin=%plugin -passes=print-calls -S %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-NOT: @printf
declare spir_func i32 @printf(ptr addrspace(4), ...)
@text = private addrspace(1) constant [4 x i8] c"%f\0A\00"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: fpext float
; CHECK: call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf({{.*}}, float %f, double %d, i32 7)
; CHECK-NEXT: [[H:%.*]] = fpext half %h to float
; CHECK-NEXT: call spir_func {{.*}} @__sycl_printf({{.*}}, float [[H]], float 5.000000e-01, double 1.000000e-01)
; CHECK: %used = fpext float %f to double
; CHECK-NEXT: call spir_func {{.*}} @__sycl_printf({{.*}}, float %f)
; CHECK-NEXT: store double %used
define spir_kernel void @k(float %f, double %d, half %h, ptr addrspace(1) %p) {
  %t = addrspacecast ptr addrspace(1) @text to ptr addrspace(4)
  %f2 = fpext float %f to double
  %a = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %t, double %f2, double %d, i32 7)
  %h2 = fpext half %h to double
  %b = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %t, double %h2, double 5.0e-01, double 1.0e-01)
  %used = fpext float %f to double
  %c = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %t, double %used)
  store double %used, ptr addrspace(1) %p
  ret void
}
; CHECK: declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
