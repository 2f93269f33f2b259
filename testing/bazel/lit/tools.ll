; The lit runner: tools by name, substitutions, FileCheck.
; RUN: opt -passes=instsimplify -S %s | FileCheck %s
; RUN: llvm-as %s -o %t.bc && llvm-dis %t.bc -o - | FileCheck %s --check-prefix=DIS
; RUN: not llvm-as %{workspace}/nowhere.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: echo %greeting | FileCheck %s --check-prefix=GREETING
; CHECK: ret i32 3
; DIS: add i32 1, 2
; MISSING: nowhere.ll
; GREETING: hello there
define i32 @f() {
  %r = add i32 1, 2
  ret i32 %r
}
