; Phases with their times, on stderr and only when asked for.
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sycl-post-link -ftime-report --modules-dir=m %s 2>&1 | FileCheck %s
; RUN: sycl-post-link --modules-dir=m %s 2>&1 | count 0

; CHECK: ===-- sycl-post-link: time report --===
; CHECK-NEXT: phase seconds % times peak MiB
; CHECK-NEXT: {{^  read }}
; CHECK-NEXT: {{^  group }}
; CHECK-NEXT: {{^  check }}
; CHECK-NEXT: {{^  extract }}
; CHECK-NEXT: {{^  verify }}
; CHECK-NEXT: {{^  bitcode }}
; CHECK-NEXT: {{^  write .* 2 }}
; CHECK-NEXT: {{^  other }}
; CHECK-NEXT: {{^  total }}

target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
