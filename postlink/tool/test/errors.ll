; One clear error each, exit code 1 for input and 2 for usage, nothing written.
;
; RUN: rm -rf %t && split-file %s %t && cd %t && mkdir out
; RUN: llvm-as ok.ll -o ok.bc && head -c 300 ok.bc > cut.bc && llvm-as host.ll -o host.bc
;
; RUN: not sycl-post-link --modules-dir=out/m cut.bc 2>&1 | FileCheck --check-prefix=CUT %s
; RUN: head -c 8 ok.bc > cut.bc && not sycl-post-link --modules-dir=out/m cut.bc 2>&1 | FileCheck --check-prefix=CUT %s
; RUN: truncate -s -4 ok.bc && mv ok.bc cut.bc && not sycl-post-link --modules-dir=out/m cut.bc 2>&1 | FileCheck --check-prefix=CUT %s
; RUN: llvm-as ok.ll -o ok.bc
; RUN: not sycl-post-link --modules-dir=out/m host.bc 2>&1 | FileCheck --check-prefix=HOST %s
; RUN: not sycl-post-link --modules-dir=out/m broken.ll 2>&1 | FileCheck --check-prefix=BROKEN %s
; RUN: not sycl-post-link --modules-dir=out/m fixed.ll 2>&1 | FileCheck --check-prefix=FIXED %s
; RUN: not sycl-post-link --modules-dir=out/m conditional.ll 2>&1 | FileCheck --check-prefix=CONDITIONAL %s
; RUN: not sycl-post-link --modules-dir=ok.bc/m ok.bc 2>&1 | FileCheck --check-prefix=DIRECTORY %s
; RUN: not sycl-post-link -o=no/such/x.table ok.bc 2>&1 | FileCheck --check-prefix=WRITE %s
; RUN: mkdir taken && not sycl-post-link -o=taken ok.bc 2>&1 | FileCheck --check-prefix=TAKEN %s
; RUN: not sycl-post-link -o=out/x.table -o=out/x.table ok.bc 2>&1 | FileCheck --check-prefix=TWICE %s
; RUN: not sycl-post-link -ir-output-only -o=out/x.bc two.ll 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: not sycl-post-link -ir-output-only -o=out/x.bc none.ll 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: not sycl-post-link -o=test_smal,out/x.table -device-config-file=%S/Inputs/targets.toml ok.bc 2>&1 | FileCheck --check-prefix=TARGET %s
; RUN: not sycl-post-link -o=test_small,out/x.table ok.bc 2>&1 | FileCheck --check-prefix=CONFIG %s
; RUN: not sycl-post-link -o=out/x.table -device-config-file=ok.ll ok.bc 2>&1 | FileCheck --check-prefix=TOML %s
;
; RUN: not sycl-post-link --modules-dir=out/m -split=often ok.bc 2>&1 | FileCheck --check-prefix=SPLIT %s
; RUN: not sycl-post-link --modules-dir=out/m -fast ok.bc 2>&1 | FileCheck --check-prefix=OPTION %s
; RUN: not sycl-post-link --modules-dir=out/m ok.bc ok.bc 2>&1 | FileCheck --check-prefix=INPUTS %s
; RUN: not sycl-post-link ok.bc 2>&1 | FileCheck --check-prefix=OUTPUT %s
; RUN: ls out | count 0

; CUT: sycl-post-link: error: damaged LLVM bitcode ({{.*}}): cut.bc{{$}}
; HOST: sycl-post-link: error: not device code: target triple is 'x86_64-unknown-linux-gnu', expected 'spirv64-unknown-unknown': host.bc{{$}}
; BROKEN: sycl-post-link: error: not LLVM IR ({{.*}}): broken.ll:2{{$}}
; CONDITIONAL: sycl-post-link: error: conditional use in 'k' is malformed: {{.+}}: conditional.ll{{$}}
; FIXED: sycl-post-link: error: unknown target 'no_such_gpu' in -fsycl-fixed-targets: fixed.ll{{$}}
; DIRECTORY: sycl-post-link: error: cannot create directory ({{.*}}): ok.bc/m{{$}}
; WRITE: sycl-post-link: error: cannot write ({{.*}}): no/such/{{.*}}{{$}}
; TAKEN: sycl-post-link: error: cannot write ({{.*}}): taken{{$}}
; TWICE: sycl-post-link: error: two -o options write this file: out/x.table{{$}}
; TWO: sycl-post-link: error: -ir-output-only needs exactly one module, but the input splits into 2{{$}}
; NONE: sycl-post-link: error: -ir-output-only needs exactly one module, but the input splits into 0{{$}}
; TARGET: sycl-post-link: error: unknown target 'test_smal'; did you mean 'test_small'
; CONFIG: sycl-post-link: error: a target needs -device-config-file: test_small{{$}}
; TOML: error:{{.*}}
; SPLIT: sycl-post-link: error: invalid value 'often' of option '-split'; expected auto, source, per_source, kernel, per_kernel, off or none{{$}}
; OPTION: sycl-post-link: error: unknown option '-fast'{{$}}
; INPUTS: sycl-post-link: error: expected one input file, got 2{{$}}
; OUTPUT: sycl-post-link: error: give either --modules-dir or -o{{$}}

;--- ok.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
;--- broken.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void k
;--- fixed.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() !sycl_fixed_targets !0 {
  ret void
}
!0 = !{!"no_such_gpu"}
;--- conditional.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr %p) {
  call void @if(ptr @act, ptr %p, i32 -4, i32 -1, i32 5)
  ret void
}
define spir_func void @act(ptr %p) {
  ret void
}
declare void @if(ptr, ptr, i32, i32, i32) "sycl-call-if-on-device-conditionally"="true"
;--- two.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k1() {
  ret void
}
define spir_kernel void @k2() !sycl_used_aspects !0 {
  ret void
}
!0 = !{i32 6}
;--- none.ll
target triple = "spirv64-unknown-unknown"
