; Conditional callers of several sources are declarations that nobody defines;
; their actions stay, those that only their source can see too. An action that
; two sources have is one.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: sycl-device-link -S -o linked.ll a.ll b.ll
; RUN: FileCheck %s < linked.ll

; CHECK: define spir_kernel void @k1()
; CHECK-NEXT: call spir_func void @call_if_on_device_conditionally_A_1(ptr @action, ptr null, i32 -1, i32 5)
; CHECK-NEXT: call spir_func void @call_if_on_device_conditionally_A_2(ptr @shared, ptr null, i32 -1, i32 6)
; CHECK: define {{.*}}@action(
; CHECK: define linkonce_odr spir_func void @shared(
; CHECK: define spir_kernel void @k2()
; CHECK-NEXT: call spir_func void @call_if_on_device_conditionally_B_1(ptr @[[OTHER:action[^,]+]], ptr null, i32 -1, i32 5)
; CHECK-NEXT: call spir_func void @call_if_on_device_conditionally_B_2(ptr @shared, ptr null, i32 -1, i32 6)
; CHECK: define internal spir_func void @[[OTHER]](
; CHECK-NOT: define

;--- a.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k1() "sycl-module-id"="a.cpp" {
  call spir_func void @call_if_on_device_conditionally_A_1(ptr @action, ptr null, i32 -1, i32 5)
  call spir_func void @call_if_on_device_conditionally_A_2(ptr @shared, ptr null, i32 -1, i32 6)
  ret void
}
define internal spir_func void @action(ptr %this) {
  ret void
}
define linkonce_odr spir_func void @shared(ptr %this) {
  ret void
}
declare spir_func void @call_if_on_device_conditionally_A_1(ptr, ptr, i32, i32) convergent nounwind "sycl-call-if-on-device-conditionally"="true"
declare spir_func void @call_if_on_device_conditionally_A_2(ptr, ptr, i32, i32) convergent nounwind "sycl-call-if-on-device-conditionally"="true"
;--- b.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k2() "sycl-module-id"="b.cpp" {
  call spir_func void @call_if_on_device_conditionally_B_1(ptr @action, ptr null, i32 -1, i32 5)
  call spir_func void @call_if_on_device_conditionally_B_2(ptr @shared, ptr null, i32 -1, i32 6)
  ret void
}
define internal spir_func void @action(ptr %this) {
  store i32 1, ptr %this
  ret void
}
define linkonce_odr spir_func void @shared(ptr %this) {
  ret void
}
declare spir_func void @call_if_on_device_conditionally_B_1(ptr, ptr, i32, i32) convergent nounwind "sycl-call-if-on-device-conditionally"="true"
declare spir_func void @call_if_on_device_conditionally_B_2(ptr, ptr, i32, i32) convergent nounwind "sycl-call-if-on-device-conditionally"="true"
