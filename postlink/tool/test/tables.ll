; File tables: for each target what it cannot run has the empty module as its
; code; properties and symbols stay.
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sycl-post-link -split=off -properties -symbols -device-config-file=%S/Inputs/targets.toml \
; RUN:   -o=spirv.table -o=test_big,big.table -o=test_small,small.table %s
; RUN: FileCheck --check-prefix=ALL %s < spirv.table
; RUN: FileCheck --check-prefix=ALL %s < big.table
; RUN: FileCheck --check-prefix=SMALL %s < small.table
; RUN: llvm-dis empty.bc -o - | FileCheck --check-prefix=EMPTY %s
; RUN: ls | count 13
;
; An alias is the target.
; RUN: sycl-post-link -split=off -properties -symbols -device-config-file=%S/Inputs/targets.toml -o=test_small_alias,alias.table %s
; RUN: cmp alias.table small.table
;
; Columns as asked for, text as asked for.
; RUN: sycl-post-link -split=off -S -o=text.table %s
; RUN: FileCheck --check-prefix=TEXT %s < text.table

; ALL:      {{^}}[Code|Properties|Symbols]{{$}}
; ALL-NEXT: [[INT:int-[0-9a-f]+]].bc|[[INT]].prop|[[INT]].sym
; ALL-NEXT: [[FP64:fp64-[0-9a-f]+]].bc|[[FP64]].prop|[[FP64]].sym
; ALL-NEXT: [[SG:sub_group-[0-9a-f]+]].bc|[[SG]].prop|[[SG]].sym
; ALL-NOT:  {{.}}

; SMALL:      {{^}}[Code|Properties|Symbols]{{$}}
; SMALL-NEXT: [[INT:int-[0-9a-f]+]].bc|[[INT]].prop|[[INT]].sym
; SMALL-NEXT: empty.bc|[[FP64:fp64-[0-9a-f]+]].prop|[[FP64]].sym
; SMALL-NEXT: empty.bc|[[SG:sub_group-[0-9a-f]+]].prop|[[SG]].sym
; SMALL-NOT:  {{.}}

; EMPTY-NOT: define
; EMPTY: target triple = "spirv64-unknown-unknown"
; EMPTY-NOT: define

; TEXT: {{^}}[Code]{{$}}
; TEXT-COUNT-3: {{^[a-z0-9_-]+}}.ll{{$}}

target triple = "spirv64-unknown-unknown"

define spir_kernel void @int() {
  ret void
}
define spir_kernel void @fp64() !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @sub_group() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{i32 6}
!1 = !{i32 32}
