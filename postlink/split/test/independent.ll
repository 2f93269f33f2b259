; A module does not change with code it has nothing of: here a second source
; comes first in the link and its types have the same names, and
; linking repeats llvm.ident for it.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/common.ll %t/main.ll > %t/alone.ll
; RUN: cat %t/common.ll %t/more.ll %t/main.ll > %t/both.ll
; RUN: sycl-post-link -split=source --modules-dir=%t/alone.modules %t/alone.ll
; RUN: sycl-post-link -split=source --modules-dir=%t/both.modules %t/both.ll
; RUN: ls %t/alone.modules | count 1
; RUN: ls %t/both.modules | count 2
; RUN: cp %t/alone.modules/* %t/both.modules
; RUN: ls %t/both.modules | count 2

;--- common.ll
target triple = "spirv64-unknown-unknown"
!llvm.ident = !{!0}
!0 = !{!"compiler"}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
;--- more.ll
%class.other = type { float }
%class.point = type { i64 }
define spir_kernel void @b(ptr byval(%class.point) %p) #1 !sycl_declared_aspects !{i32 6} {
  fence syncscope("workgroup") seq_cst
  %x = alloca %class.other
  ret void
}
;--- main.ll
%class.point.0 = type { i32 }
define spir_kernel void @a(ptr byval(%class.point.0) %p) #0 !sycl_used_aspects !{i32 5} {
  fence syncscope("device") seq_cst
  %x = alloca %class.point.0
  ret void
}
