; SYCL_EXTERNAL functions are entry points unless nobody can import them.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t/all %s
; RUN: sycl-image-dump %t/all/*.module.cl | FileCheck --check-prefix=ALL %s
; RUN: sycl-post-link --modules-dir=%t/none -exports=none %s
; RUN: sycl-image-dump %t/none/*.module.cl | FileCheck --check-prefix=NONE %s

; ALL-DAG: symbol kernel{{$}}
; ALL-DAG: symbol _Z5scaled{{$}}
; ALL-DAG: _Z5scaled = 1{{$}}
; NONE-NOT: _Z5scaled
; NONE: symbol kernel{{$}}
; NONE-NOT: _Z5scaled

target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel() "sycl-module-id"="a.cpp" {
  call spir_func void @_Z5scaled()
  ret void
}
define spir_func void @_Z5scaled() "sycl-module-id"="b.cpp" {
  ret void
}
