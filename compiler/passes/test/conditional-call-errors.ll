; Conditional Callers that cannot be one: an error each, and no output.
; RUN: split-file %s %t
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=POINTER %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/none.ll 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/two.ll 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/signature.ll 2>&1 | FileCheck --check-prefix=SIGNATURE %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/kernel.ll 2>&1 | FileCheck --check-prefix=KERNEL %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/variable.ll 2>&1 | FileCheck --check-prefix=VARIABLE %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/malformed.ll 2>&1 | FileCheck --check-prefix=MALFORMED %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device -S %t/address.ll 2>&1 | FileCheck --check-prefix=ADDRESS %s

; POINTER: error: 'caller' is given a pointer to a function, but device code cannot call through pointers; pass a lambda or a function object
; POINTER-NOT: define
;--- pointer.ll
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void %fn()
  ret void
}
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; NONE: error: conditional caller 'caller' must call its callable and nothing else, but its body has 0 calls
;--- none.ll
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  ret void
}
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; TWO: error: conditional caller 'caller' must call its callable and nothing else, but its body has 2 calls
;--- two.ll
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void @action(ptr %fn)
  call void @action(ptr %fn)
  ret void
}
declare void @action(ptr)
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; SIGNATURE: error: conditional caller 'caller' must take a callable by value, then integers of 32 bits, and return nothing
;--- signature.ll
define void @caller(ptr %fn, i64 %0) #0 {
  ret void
}
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; Nobody can call a kernel.
; KERNEL: error: conditional caller 'caller' must take a callable by value, then integers of 32 bits, and return nothing
; KERNEL-NOT: define
;--- kernel.ll
define spir_kernel void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void @action(ptr %fn)
  ret void
}
declare void @action(ptr)
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; VARIABLE: error: conditional caller 'caller' is called with an invalid condition: argument 3 is not a constant
;--- variable.ll
define void @f(i32 %n) {
  call void @caller(ptr null, i32 -1, i32 %n)
  ret void
}
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void @action(ptr %fn)
  ret void
}
declare void @action(ptr)
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; MALFORMED: error: conditional caller 'caller' is called with an invalid condition: {{.+}}
;--- malformed.ll
define void @f() {
  call void @caller(ptr null, i32 -4, i32 -1)
  ret void
}
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void @action(ptr %fn)
  ret void
}
declare void @action(ptr)
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
; ADDRESS: error: conditional caller 'caller' can only be called, directly
;--- address.ll
@table = constant ptr @caller
define void @caller(ptr %fn, i32 %0, i32 %1) #0 {
  call void @action(ptr %fn)
  ret void
}
declare void @action(ptr)
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
