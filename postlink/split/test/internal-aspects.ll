; -ffp-accuracy=: two kernels of one source whose functions have other levels are
; in two images, however images are split; kernels without are in a third. The
; runtime is told nothing of it.
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sycl-post-link --modules-dir=auto %s
; RUN: sycl-image-dump auto > auto.dump
; RUN: FileCheck --implicit-check-not='aspect' --implicit-check-not='requirements]' %s < auto.dump
; RUN: grep -c '^module' auto.dump | grep -x 3
; RUN: sycl-post-link -split=off --modules-dir=off %s
; RUN: sycl-image-dump off | FileCheck --implicit-check-not='aspect' --implicit-check-not='requirements]' %s
; RUN: sed 's/#0 !sycl/#0 !sycl_fixed_targets !2 !sycl/' %s > fixed.ll
; RUN: sycl-post-link -split=off --modules-dir=fixed fixed.ll
; RUN: sycl-image-dump fixed | grep -c '^module' | grep -x 3
; RUN: sycl-post-link -split=off -optional-features=conditional --modules-dir=one %s
; RUN: sycl-image-dump one | grep -c '^module' | grep -x 3
; RUN: sycl-image-dump one | not grep aspect
;
; Modules are in the order of what is in them.
; CHECK-DAG: symbol high
; CHECK-DAG: symbol same
; CHECK-DAG: symbol low
; CHECK-DAG: symbol plain
; RUN: grep -A1 'symbol high' auto.dump | grep 'symbol same'

target triple = "spirv64-unknown-unknown"

declare spir_func float @_Z15__spirv_ocl_sinf(float)

define spir_kernel void @high(ptr addrspace(1) %p, float %x) #0 !sycl_used_aspects !0 {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x) "sycl-fp-accuracy"="high"
  store float %s, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @low(ptr addrspace(1) %p, float %x) #0 !sycl_used_aspects !1 {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x) "sycl-fp-accuracy"="low"
  store float %s, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @plain(ptr addrspace(1) %p, float %x) #0 {
  store float %x, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @same(ptr addrspace(1) %p, float %x) #0 !sycl_used_aspects !0 {
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x) "sycl-fp-accuracy"="high"
  store float %s, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 -1}
!1 = !{i32 -3}
!2 = !{!"x86_64"}
