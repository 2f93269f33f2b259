; Functions that nobody defines, where no shared library that is linked can.
;
; RUN: sycl-post-link --modules-dir=%t/shared -Werror %s 2>&1 | count 0
; RUN: sycl-post-link --modules-dir=%t/none -imports=none -exports=none %s 2>&1 | FileCheck %s
; RUN: sycl-post-link --modules-dir=%t/off -imports=none -Wno-sycl-undefined -Werror %s 2>&1 | count 0
; RUN: sycl-post-link --modules-dir=%t/other -imports=none -exports=none -Wno-sycl-aspects %s 2>&1 | FileCheck %s
; RUN: sycl-post-link --modules-dir=%t/w -imports=none -w %s 2>&1 | count 0
; RUN: not sycl-post-link --modules-dir=%t/error -imports=none -Werror=sycl-undefined %s 2>&1 | FileCheck --check-prefix=ERROR %s
; RUN: sycl-post-link --modules-dir=%t/exports -imports=none -exports=all %s 2>&1 | FileCheck --check-prefix=EXPORTED %s
; RUN: not ls %t/error/
; RUN: sycl-image-dump %t/none/*.module.cl | FileCheck --check-prefix=IMPORT %s

; CHECK: sycl-post-link: warning: {{.*}}undefined function 'missing', called by kernel 'Direct': no object defines it, and no shared library that is linked has device code [-Wsycl-undefined]
; CHECK-NEXT: sycl-post-link: warning: {{.*}}undefined function 'deep', called by kernel 'Direct': no object
; CHECK-NOT: warning
; ERROR: sycl-post-link: error: {{.*}}undefined function 'missing', called by kernel 'Direct'
; EXPORTED: undefined function 'behind_export', called by function 'exported'
; IMPORT: _Z7missingi = 1

target triple = "spirv64-unknown-unknown"

@table = internal constant [1 x ptr] [ptr @_Z4deepv]

define spir_kernel void @_ZTS6Direct() "sycl-module-id"="a.cpp" {
  call spir_func void @_Z7missingi(i32 1)
  call spir_func void @_Z6helperv()
  %size = call spir_func i64 @_Z17__spirv_BuiltInGlobalSizei(i32 0)
  call void @llvm.trap()
  ret void
}
define spir_kernel void @_ZTS6Second() "sycl-module-id"="a.cpp" {
  call spir_func void @_Z7missingi(i32 1)
  ret void
}
define internal spir_func void @_Z6helperv() {
  %f = load ptr, ptr @table
  call spir_func void %f()
  ret void
}
; Exported, if anything is, but of no kernel.
define spir_func void @_Z8exportedv() "sycl-module-id"="b.cpp" {
  call spir_func void @_Z13behind_exportv()
  ret void
}
; Nobody calls it.
declare spir_func void @_Z6unusedv()
declare spir_func void @_Z7missingi(i32)
declare spir_func void @_Z4deepv()
declare spir_func void @_Z13behind_exportv()
declare spir_func i64 @_Z17__spirv_BuiltInGlobalSizei(i32)
declare void @llvm.trap()
