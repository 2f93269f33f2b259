; -split is the coarsest grouping; requirements split further.
;
; RUN: rm -rf %t && sycl-post-link --modules-dir=%t/off -split=off %s
; RUN: ls %t/off | count 2
; RUN: sycl-post-link --modules-dir=%t/source -split=per_source %s
; RUN: ls %t/source | count 3
; RUN: sycl-image-dump %t/source/*.module.cl | FileCheck --check-prefix=SOURCE %s
; RUN: sycl-post-link --modules-dir=%t/kernel -split=per_kernel %s
; RUN: ls %t/kernel | count 4
;
; auto is per_source, and the names are those of the content.
; RUN: sycl-post-link --modules-dir=%t/auto -split=auto %s
; RUN: diff -r %t/source %t/auto
;
; The short names; without the option nothing but requirements splits.
; RUN: sycl-post-link --modules-dir=%t/source2 -split=source %s
; RUN: diff -r %t/source %t/source2
; RUN: sycl-post-link --modules-dir=%t/kernel2 -split=kernel %s
; RUN: diff -r %t/kernel %t/kernel2
; RUN: sycl-post-link --modules-dir=%t/absent %s
; RUN: diff -r %t/off %t/absent
;
; A second run leaves no stale modules.
; RUN: sycl-post-link --modules-dir=%t/kernel -split=off %s
; RUN: diff -r %t/off %t/kernel

; SOURCE-DAG: symbol a1{{$[[:space:]]+}}symbol a2{{$}}
; SOURCE-DAG: symbol a3{{$}}
; SOURCE-DAG: symbol b1{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @a1() #0 {
  ret void
}
define spir_kernel void @b1() #1 {
  ret void
}
define spir_kernel void @a2() #0 {
  ret void
}
define spir_kernel void @a3() #0 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 6}
