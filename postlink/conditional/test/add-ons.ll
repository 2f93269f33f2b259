; Modules of conditional code for programs that decide conditions when they run:
; main modules keep kernels apart by what they use under which condition, each
; (condition, used aspects) is a pair of add-on modules, shared by all main
; modules that call the same actions; add-ons have add-ons.
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sycl-post-link -split=off --modules-dir=m %s
; RUN: sycl-image-dump m > dump
; RUN: grep -c '^module' dump | grep -x 10
; RUN: grep '^  symbol' dump | sort | FileCheck --check-prefix=SYMBOLS %s
; RUN: FileCheck --check-prefix=MAIN %s < dump
; RUN: FileCheck --check-prefix=OTHER %s < dump
; RUN: grep -B5 'aspect = 13$' dump | FileCheck --check-prefix=ELSE %s
; RUN: grep -B3 'aspect = 6$' dump | FileCheck --check-prefix=NESTED %s
; RUN: grep -c '^    [0-9]* = 1$' dump | grep -x 4
; RUN: grep -A1 '^    [0-9]* = 0$' dump | FileCheck --check-prefix=STUB %s
;
; The same bytes again; split further, the same add-ons are shared.
; RUN: sycl-post-link -split=off --modules-dir=again %s
; RUN: diff -r m again
; RUN: sycl-post-link -split=kernel --modules-dir=split %s
; RUN: sycl-image-dump split > split.dump
; RUN: grep -c '^module' split.dump | grep -x 11
;
; With specialization constants there are none.
; RUN: sycl-post-link -split=off -device-if-jit=spec-constants --modules-dir=sc %s
; RUN: sycl-image-dump sc | FileCheck --check-prefix=CONSTANTS %s
; RUN: not sycl-post-link -device-if-jit=both --modules-dir=no %s 2>&1 | FileCheck --check-prefix=MODE %s
;
; File tables without a target: calls of the add-ons' functions, actions only
; there.
; RUN: sycl-post-link -split=off -S -properties -o=jit.table %s
; RUN: grep -c '[.]ll|' jit.table | grep -x 10
; RUN: cat *.ll > all.txt
; RUN: FileCheck --check-prefix=CALLS %s < all.txt
; RUN: not grep call_if_on_device all.txt

; SYMBOLS-COUNT-3: symbol k
; SYMBOLS-NOT: symbol

; Two main modules: k1 and k3, and k2, which uses less under a condition.
; MAIN:      symbol k1
; MAIN-NEXT: symbol k3
; MAIN-NEXT: [SYCL/add on images]
; MAIN-DAG:    {{^ +[0-9]+}} = -3 -1 5 (!fp16){{$}}
; MAIN-DAG:    {{^ +[0-9]+}} = -1 5 (fp16){{$}}
; OTHER:      symbol k2
; OTHER-NEXT: [SYCL/add on images]
; OTHER-NEXT:   {{^ +[0-9]+}} = -1 5 (fp16){{$}}

; The action for !fp16 needs aspect 13 and has an add-on of its own, for fp64.
; ELSE:      [SYCL/add on image]
; ELSE-NEXT:   {{[0-9]+}} = 1{{$}}
; ELSE-NEXT: [SYCL/add on images]
; ELSE-NEXT:   {{[0-9]+}} = -1 6 (fp64){{$}}
; ELSE-NEXT: [SYCL/device requirements]
; ELSE-NEXT:   aspect = 13{{$}}
; NESTED:      [SYCL/add on image]
; NESTED-NEXT:   {{[0-9]+}} = 1{{$}}
; NESTED-NEXT: [SYCL/device requirements]
; NESTED-NEXT:   aspect = 6{{$}}
; STUB-COUNT-4: {{[0-9]+}} = 0{{$}}
; STUB-NOT: SYCL

; CONSTANTS-NOT: add on
; CONSTANTS: symbol k1
; CONSTANTS-NOT: add on
; MODE: invalid value 'both' of option '-device-if-jit'; expected add-on or spec-constants

; CALLS-DAG: call spir_func void @half.[[#]](ptr addrspace(4) %
; CALLS-DAG: declare spir_func void @half.[[#]](ptr addrspace(4))
; CALLS-DAG: define spir_func void @half.[[#]](ptr addrspace(4)
; CALLS-DAG: define spir_func void @other.[[#]](ptr addrspace(4)
; CALLS-DAG: call spir_func void @nested.[[#]](ptr addrspace(4)
; The one that is also called directly is in the main module too.
; CALLS-DAG: define internal spir_func void @half(ptr addrspace(4)

target triple = "spirv64-unknown-unknown"

define spir_kernel void @k1(ptr addrspace(1) %p) #0 !sycl_conditionally_used_aspects !10 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @half, ptr addrspace(4) %g, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_2(ptr @more_half, ptr addrspace(4) %g, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_3(ptr @other, ptr addrspace(4) %g, i32 -3, i32 -1, i32 5)
  ret void
}
define spir_kernel void @k2(ptr addrspace(1) %p) #0 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @half, ptr addrspace(4) %g, i32 -1, i32 5)
  ret void
}
define spir_kernel void @k3(ptr addrspace(1) %p) #0 !sycl_conditionally_used_aspects !10 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_3(ptr @other, ptr addrspace(4) %g, i32 -3, i32 -1, i32 5)
  call spir_func void @half(ptr addrspace(4) %g)
  ret void
}
define internal spir_func void @half(ptr addrspace(4) %p) {
  store i32 1, ptr addrspace(4) %p
  ret void
}
define internal spir_func void @more_half(ptr addrspace(4) %p) {
  call spir_func void @helper(ptr addrspace(4) %p)
  ret void
}
define internal spir_func void @other(ptr addrspace(4) %p) !sycl_used_aspects !20 {
  call spir_func void @helper(ptr addrspace(4) %p)
  call void @call_if_on_device_conditionally_x_4(ptr @nested, ptr addrspace(4) %p, i32 -1, i32 6)
  ret void
}
define internal spir_func void @nested(ptr addrspace(4) %p) !sycl_used_aspects !21 {
  store i64 4611686018427387904, ptr addrspace(4) %p
  ret void
}
define internal spir_func void @helper(ptr addrspace(4) %p) {
  store i32 77, ptr addrspace(4) %p
  ret void
}
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_2(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_3(ptr, ptr addrspace(4), i32, i32, i32) #1
declare void @call_if_on_device_conditionally_x_4(ptr, ptr addrspace(4), i32, i32) #1

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }

!10 = !{!11}
!11 = !{!12, !20}
!12 = !{i32 -3, i32 -1, i32 5}
!20 = !{i32 13}
!21 = !{i32 6}
