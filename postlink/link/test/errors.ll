; One clear error each, and nothing written.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: llvm-as f.ll -o f.bc
; RUN: llvm-as g.ll -o g.bc
; RUN: llvm-as host.ll -o host.bc
; RUN: head -c 300 f.bc > cut.bc
;
; RUN: not sycl-device-link -o x.bc f.bc g.bc 2>&1 | FileCheck --check-prefix=TWICE %s
; RUN: not sycl-device-link -o x.bc f.bc k.ll k2.ll 2>&1 | FileCheck --check-prefix=KERNEL %s
; RUN: not sycl-device-link -o x.bc f.bc host.bc 2>&1 | FileCheck --check-prefix=TRIPLE %s
; RUN: not sycl-device-link -o x.bc f.bc cut.bc 2>&1 | FileCheck --check-prefix=CUT %s
; RUN: not sycl-device-link -o x.bc f.bc other.txt 2>&1 | FileCheck --check-prefix=OTHER %s
; RUN: not sycl-device-link -o x.bc absent.bc 2>&1 | FileCheck --check-prefix=ABSENT %s
; RUN: not sycl-device-link -o no/such/x.bc f.bc 2>&1 | FileCheck --check-prefix=OUTPUT %s
; RUN: not sycl-device-link -o x.bc -fast f.bc 2>&1 | FileCheck --check-prefix=OPTION %s
; RUN: not sycl-device-link -o x.bc 2>&1 | FileCheck --check-prefix=INPUT %s
; RUN: not ls x.bc

; TWICE: sycl-device-link: error: 'f(int)' is defined more than once: f.bc, g.bc{{$}}
; KERNEL: sycl-device-link: error: kernel 'k' is defined more than once, differently; a kernel name must be unique in a program: k.ll, k2.ll{{$}}
; TRIPLE: sycl-device-link: error: not device code: target triple is 'x86_64-unknown-linux-gnu', expected 'spirv64-unknown-unknown': host.bc{{$}}
; CUT: sycl-device-link: error: damaged LLVM bitcode ({{.*}}): cut.bc{{$}}
; OTHER: sycl-device-link: error: not LLVM bitcode: other.txt{{$}}
; ABSENT: sycl-device-link: error: cannot read (No such file or directory): absent.bc{{$}}
; OUTPUT: sycl-device-link: error: cannot write ({{.*}}No such file or directory): no/such/x.bc{{$}}
; OPTION: sycl-device-link: error: unknown option '-fast'
; INPUT: sycl-device-link: error: no input files

;--- f.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @_Z1fi() {
  ret void
}
;--- g.ll
target triple = "spirv64-unknown-unknown"
define spir_func void @_Z1fi() {
  ret void
}
;--- k.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %n) {
  ret void
}
;--- k2.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
;--- other.txt
no code
