; Kernels with different requirements in one module (SPEC 000): the module
; requires nothing, each kernel and exported function has an entry. What no
; condition speaks of still splits: internal aspects.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-post-link -split=off --modules-dir=split code.ll
; RUN: sycl-image-dump split | grep -c '^module' | grep -x 4
; RUN: sycl-post-link -split=off -optional-features=conditional --modules-dir=m code.ll
; RUN: sycl-image-dump m > dump
; RUN: grep -c '^module' dump | grep -x 2
; RUN: FileCheck --check-prefix=ENTRIES %s < dump
; RUN: not sycl-post-link -optional-features=maybe --modules-dir=no code.ll 2>&1 | FileCheck --check-prefix=MODE %s
;
; A file table with a target has what the target can run.
; RUN: sycl-post-link -S -split=off -optional-features=conditional -device-config-file=t.toml -o=none,t.table code.ll
; RUN: bash -c 'cat $(sed -n "s/[|].*//;2,3p" t.table)' | FileCheck --check-prefix=TABLE %s
;
; A function uses what [[sycl::requires]] of its caller, in another source,
; does not list: an error in either mode.
; RUN: not sycl-post-link --modules-dir=no error.ll 2>&1 | FileCheck --check-prefix=ERROR %s
; RUN: not sycl-post-link -optional-features=conditional --modules-dir=no error.ll 2>&1 | FileCheck --check-prefix=ERROR %s
; The same for a function that is inlined by now: its source has noted whom it
; called. What a later source of the same names has noted is not mixed with it.
; RUN: not sycl-post-link --modules-dir=no inlined.ll 2>&1 | FileCheck --check-prefix=INLINED %s
; RUN: not sycl-post-link -optional-features=conditional --modules-dir=no inlined.ll 2>&1 | FileCheck --check-prefix=INLINED %s
; RUN: not ls no
; RUN: sed 's/!sycl_used_aspects !1//' inlined.ll > allowed.ll
; RUN: sycl-post-link --modules-dir=yes allowed.ll
; RUN: sycl-image-dump yes | FileCheck --check-prefix=ALLOWED %s

; ENTRIES: symbol exported
; ENTRIES: [SYCL/exported symbols]
; ENTRIES: [SYCL/requirements]
; ENTRIES-NEXT: {{^ *}}both = aspect 5 (fp16) constant 0, aspect 6 (fp64) constant 0, work-group size 4x8 constant 0, sub-group size 16 constant 0{{$}}
; ENTRIES-NEXT: {{^ *}}exported = aspect 6 (fp64) constant 0{{$}}
; ENTRIES-NEXT: {{^ *}}plain = nothing{{$}}

; MODE: invalid value 'maybe' of option '-optional-features'; expected split or conditional

; TABLE-DAG: define spir_kernel void @plain()
; TABLE-DAG: define spir_kernel void @precise()
; TABLE-NOT: @both

; ERROR: sycl-post-link: error: function 'kernel' uses aspect 'fp64' not listed in 'sycl::requires'
; ERROR-NEXT: use is from this call chain:
; ERROR-NEXT:   kernel()
; ERROR-NEXT:   middle()
; ERROR-NEXT:   leaf()
; ERROR: error.ll

; INLINED: sycl-post-link: error: function 'helper' uses aspect 'fp64' not listed in 'sycl::requires'
; INLINED-NEXT: use is from this call chain:
; INLINED-NEXT:   helper()
; INLINED-NEXT:   between()
; INLINED-NEXT:   middle()
; INLINED-NEXT:   leaf()
; INLINED: inlined.ll

; ALLOWED: symbol kernel

;--- code.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @plain() #0 {
  ret void
}
define spir_kernel void @both() #0 !sycl_used_aspects !0 !reqd_work_group_size !3 !intel_reqd_sub_group_size !2 {
  call spir_func void @exported()
  ret void
}
define spir_func void @exported() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @precise() #0 !sycl_used_aspects !4 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="2" }
!0 = !{i32 5}
!1 = !{i32 6}
!2 = !{i32 16}
!3 = !{i32 8, i32 4, i32 1}
!4 = !{i32 -1}
;--- error.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_required_aspects !0 !sycl_declared_aspects !0 {
  call spir_func void @middle()
  ret void
}
define spir_func void @middle() #1 {
  call spir_func void @leaf()
  ret void
}
define spir_func void @leaf() !sycl_used_aspects !1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!0 = !{i32 5}
!1 = !{i32 6}
;--- inlined.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  call spir_func void @middle()
  ret void
}
define spir_func void @middle() #1 {
  call spir_func void @leaf()
  ret void
}
define spir_func void @leaf() !sycl_used_aspects !1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!sycl_unchecked_calls = !{!10, !20}
!0 = !{i32 5}
!1 = !{i32 6}
!10 = !{!11, !12, !13}
!11 = !{!"again", !14, null}
!12 = !{!"helper", !15, !0}
!13 = !{!"between", !16, null}
!14 = !{!"between", !"again"}
!15 = !{!"again", !"nowhere", !"between"}
!16 = !{!"again", !"middle"}
!20 = !{!21}
!21 = !{!"between", !22, !2}
!22 = !{!"nowhere"}
!2 = !{}
;--- t.toml
[[target]]
name = "none"
target_aspect = 4001
aspects = []
may_support_other_aspects = false
sub_group_sizes = [32]
local_memory_size = 65536
aot_toolchain = "nvptx"
aot_device = "sm_80"
