; Code whose conditions were decided when it was compiled is for that target.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-device-link -S -targets=pvc,emu_pvc -o - a.ll b.ll late.ll | FileCheck --check-prefix=ONE %s
; RUN: sycl-device-link -S -o - late.ll | FileCheck --check-prefix=LATE %s
; RUN: sycl-device-link -targets=pvc,dg1 -o late.bc late.ll
; RUN: not sycl-device-link -targets=pvc,dg1 -o x.bc late.ll a.ll 2>&1 | FileCheck --check-prefix=OTHER %s
; RUN: not sycl-device-link -targets=dg1 -o x.bc b.ll 2>&1 | FileCheck --check-prefix=WRONG %s
; RUN: not sycl-device-link -o x.bc a.ll late.ll other.ll 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: not ls x.bc

; ONE: !sycl_decided_for = !{[[DECIDED:![0-9]+]]}
; ONE: [[DECIDED]] = !{!"pvc"}
; ONE-NOT: a.cpp
; LATE-NOT: sycl_decided_for
; OTHER: sycl-device-link: error: conditional code of 'a.cpp' was decided for target 'pvc' when it was compiled and cannot be linked for target 'dg1'; compile it with '-fsycl-device-if=late'{{$}}
; WRONG: sycl-device-link: error: conditional code of 'b.cpp' was decided for target 'pvc' when it was compiled and cannot be linked for target 'dg1'; compile it with '-fsycl-device-if=late'{{$}}
; TWO: sycl-device-link: error: conditional code of 'a.cpp' was decided for target 'pvc' when it was compiled, that of 'other.cpp' for target 'dg1'; compile them with '-fsycl-device-if=late'{{$}}

;--- a.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @a() {
  ret void
}
!sycl_decided_for = !{!0}
!0 = !{!"pvc", !"a.cpp"}
;--- b.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @b() {
  ret void
}
!sycl_decided_for = !{!0}
!0 = !{!"pvc", !"b.cpp"}
;--- late.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @late() {
  ret void
}
;--- other.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @other() {
  ret void
}
!sycl_decided_for = !{!0}
!0 = !{!"dg1", !"other.cpp"}
