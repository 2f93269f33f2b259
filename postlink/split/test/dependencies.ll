; A module has what its entry points reach, through calls, addresses and
; initializers, and nothing else; all of it but the entry points is internal.
;
; RUN: rm -rf %t && mkdir %t
; RUN: sycl-post-link -split=per_kernel -exports=none -S -symbols -o=%t/t.table %s
; RUN: FileCheck --check-prefix=TABLE %s < %t/t.table
; RUN: cat %t/*.ll | FileCheck %s --implicit-check-not=unused

; TABLE:      [Code|Symbols]
; TABLE-NEXT: a-one-[[ONE:[0-9a-f]+]].ll|a-one-[[ONE]].sym
; TABLE-NEXT: a-two-[[TWO:[0-9a-f]+]].ll|a-two-[[TWO]].sym
; TABLE-NOT:  |

; CHECK-DAG: @table = internal addrspace(1) constant [1 x ptr] [ptr @by_address]
; CHECK-DAG: @text = private unnamed_addr addrspace(1) constant [2 x i8] c"a\00"
; CHECK-DAG: define spir_kernel void @one()
; CHECK-DAG: define internal spir_func void @by_address()
; CHECK-DAG: define internal spir_func void @twice()
; CHECK-DAG: define spir_kernel void @two()
; CHECK-DAG: declare spir_func i64 @_Z7elsewhm(i64)
; CHECK-DAG: !opencl.ocl.version = !{![[#]]}
; CHECK-NOT: sycl_types_that_use_aspects
; CHECK-NOT: sycl_aspects

target triple = "spirv64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [2 x i8] c"a\00"
@unused_text = private unnamed_addr addrspace(1) constant [2 x i8] c"b\00"
@table = linkonce_odr addrspace(1) constant [1 x ptr] [ptr @by_address]
$twice = comdat any

define spir_func void @unused_function() #0 {
  call spir_func void @twice()
  ret void
}
define internal spir_func void @by_address() {
  call spir_func void @twice()
  ret void
}
define linkonce_odr spir_func void @twice() comdat {
  ret void
}
declare spir_func i64 @_Z7elsewhm(i64)
declare spir_func void @unused_declaration()

define spir_kernel void @one() #0 {
  %f = load ptr, ptr addrspace(1) @table
  %c = load i8, ptr addrspace(1) @text
  ret void
}
define spir_kernel void @two() #0 {
  call spir_func void @twice()
  %n = call spir_func i64 @_Z7elsewhm(i64 1)
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
!opencl.ocl.version = !{!0}
!sycl_types_that_use_aspects = !{!1}
!sycl_aspects = !{!2}
!0 = !{i32 2, i32 0}
!1 = !{!"class.unused", i32 5}
!2 = !{!"host", i32 0}
