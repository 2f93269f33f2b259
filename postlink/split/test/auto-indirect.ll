; Where device code calls through pointers, auto is off.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t -split=auto %s
; RUN: ls %t | count 1

target triple = "spirv64-unknown-unknown"

define spir_kernel void @a(ptr %f) "sycl-module-id"="a.cpp" {
  call spir_func void %f()
  ret void
}
define spir_kernel void @b() "sycl-module-id"="b.cpp" {
  ret void
}
