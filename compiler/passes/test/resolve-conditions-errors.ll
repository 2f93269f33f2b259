; What is not formed as the specification says is an error.
; RUN: split-file %s %t
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/condition.ll 2>&1 | FileCheck --check-prefix=CONDITION %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/action.ll 2>&1 | FileCheck --check-prefix=ACTION %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/callable.ll 2>&1 | FileCheck --check-prefix=CALLABLE %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/address.ll 2>&1 | FileCheck --check-prefix=ADDRESS %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/metadata.ll 2>&1 | FileCheck --check-prefix=METADATA %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=x86_64 -S %t/kernel.ll 2>&1 | FileCheck --check-prefix=ACTION %s

; CONDITION: error: conditional use in 'call' is malformed: {{.+}}
;--- condition.ll
define void @f() {
  call void @call(ptr @action, ptr null, i32 -4)
  ret void
}
declare void @action(ptr)
declare void @call(ptr, ptr, i32) "sycl-call-if-on-device-conditionally"="true"
;--- kernel.ll
define void @f() {
  call void @call(ptr @action, ptr null, i32 -1, i32 5)
  ret void
}
declare spir_kernel void @action(ptr)
declare void @call(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
; ACTION: error: conditional use in 'call' is malformed: its action is no function of one address
;--- action.ll
define void @f(ptr %p) {
  call void @call(ptr %p, ptr null, i32 -1, i32 5)
  ret void
}
declare void @call(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
; CALLABLE: error: conditional use in 'call' is malformed: it takes no action and callable
;--- callable.ll
define void @f(ptr %p) {
  call void @call(ptr %p)
  ret void
}
declare void @call(ptr) "sycl-call-if-on-device-conditionally"="true"
; ADDRESS: error: conditional use in 'call' is malformed: it is not called
;--- address.ll
define ptr @f() {
  ret ptr @call
}
declare void @call(ptr, ptr) "sycl-call-if-on-device-conditionally"="true"
; METADATA: error: conditional use in 'f' is malformed: an operand is no pair
;--- metadata.ll
define void @f() !sycl_conditionally_used_aspects !0 {
  ret void
}
!0 = !{!"text"}
