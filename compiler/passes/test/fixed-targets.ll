; Entry points, and only they, get the value of -fsycl-fixed-targets; an empty
; list when there is none.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-fixed-targets=intel_gpu_pvc,intel_gpu_dg1 -S %s | FileCheck %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s | FileCheck --check-prefix=NONE %s

; CHECK: define spir_kernel void @kernel() !sycl_fixed_targets ![[#T:]]
; NONE: define spir_kernel void @kernel() !sycl_fixed_targets ![[#T:]]
define spir_kernel void @kernel() {
  ret void
}
; CHECK: define void @exported() #{{[0-9]+}} !sycl_fixed_targets ![[#T]]
define void @exported() #0 {
  ret void
}
; CHECK: define void @helper() {
define void @helper() {
  ret void
}
; CHECK: declare void @imported() #
; CHECK-NOT: !sycl_fixed_targets
declare void @imported() #0
attributes #0 = { "sycl-module-id"="a.cpp" }
; CHECK: ![[#T]] = !{!"intel_gpu_pvc", !"intel_gpu_dg1"}
; NONE: ![[#T]] = !{}
