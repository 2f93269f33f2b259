; Before and after optimization: a double that the optimizer removes needs no
; fp64, one that stays does; the second run is silent.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-exclude-aspects=fp64 %s -o %t.first.bc 2>%t.err
; RUN: FileCheck --check-prefix=WARN %s < %t.err
; RUN: opt -passes=default\<O2\> %t.first.bc -o %t.opt.bc
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -sycl-propagate-aspects-usage-silent -S %t.opt.bc -o %t.ll 2>&1 | count 0
; RUN: FileCheck %s < %t.ll

%Half = type { half }
; WARN: function 'folded' uses aspect 'fp64'
; WARN: function 'kept' uses aspect 'fp64'
; WARN-NOT: warning

; CHECK: define {{.*}}@folded
; CHECK-NOT: !sycl_used_aspects
; CHECK-SAME: {
define spir_kernel void @folded(ptr addrspace(1) %p) !sycl_declared_aspects !1 {
  %d = fpext float 1.5 to double
  %f = fptrunc double %d to float
  store float %f, ptr addrspace(1) %p
  ret void
}
; CHECK: define {{.*}}@kept{{.*}} !sycl_used_aspects ![[#FP64:]]
define spir_kernel void @kept(ptr addrspace(1) %p) !sycl_declared_aspects !1 {
  %f = load float, ptr addrspace(1) %p
  %d = fpext float %f to double
  %m = fmul double %d, 1.1
  %r = fptrunc double %m to float
  store float %r, ptr addrspace(1) %p
  ret void
}
; What was saved by the first run stays, also when its type is gone.
; CHECK: define {{.*}}@saved{{.*}} !sycl_used_aspects ![[#FP16:]]
define spir_kernel void @saved(ptr addrspace(1) %p) {
  %h = alloca %Half
  ret void
}
!sycl_aspects = !{!0, !3}
!sycl_types_that_use_aspects = !{!2}
!0 = !{!"fp64", i32 6}
!1 = !{}
!2 = !{!"Half", i32 5}
!3 = !{!"fp16", i32 5}
; CHECK-DAG: ![[#FP64]] = !{i32 6}
; CHECK-DAG: ![[#FP16]] = !{i32 5}
