; What a user's device configuration says of an architecture takes part in
; proofs: of the built-in architecture number 21 (intel_gpu_dg1, which has fp16,
; number 5), and of number 177, of which nothing else is known.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device,sycl-propagate-aspects-usage -fsycl-unique-prefix=GUID -S code.ll | FileCheck --check-prefix=BUILTIN %s
; RUN: cat code.ll facts.ll > both.ll
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-conditional-call-on-device,sycl-propagate-aspects-usage -fsycl-unique-prefix=GUID -S both.ll | FileCheck --check-prefix=USERS %s

; "dg1 && !fp16" never holds, unless some user's dg1 has no fp16.
; BUILTIN-LABEL: define void @lacking(
; BUILTIN-NEXT: ret void
; USERS-LABEL: define void @lacking(
; USERS-NEXT: call {{.*}}@call_if_on_device_conditionally_GUID_{{[0-9]}}(ptr @other, ptr %p, i32 -4

; fp16 follows from dg1, unless some user's dg1 has none.
; BUILTIN-LABEL: define void @architecture(ptr %p) {
; USERS-LABEL: define void @architecture(ptr %p) !sycl_conditionally_used_aspects

; It follows from number 177 if the user says that these devices have it.
; BUILTIN-LABEL: define void @own(ptr %p) !sycl_conditionally_used_aspects
; USERS-LABEL: define void @own(ptr %p) {

; fp64 does not: that is no fact about either.
; BUILTIN-LABEL: define void @unknown(ptr %p) !sycl_conditionally_used_aspects
; USERS-LABEL: define void @unknown(ptr %p) !sycl_conditionally_used_aspects

;--- code.ll
target triple = "spirv64-unknown-unknown"

define void @lacking(ptr %p) {
  call void @caller7(ptr %p, i32 -4, i32 -2, i32 21, i32 -3, i32 -1, i32 5)
  ret void
}
define void @architecture(ptr %p) {
  call void @caller2(ptr %p, i32 -2, i32 21)
  ret void
}
define void @own(ptr %p) {
  call void @caller2(ptr %p, i32 -2, i32 177)
  ret void
}
define void @unknown(ptr %p) {
  call void @caller2.double(ptr %p, i32 -2, i32 177)
  ret void
}
define internal void @caller2(ptr %fn, i32 %a, i32 %b) #0 {
  call void @half(ptr %fn)
  ret void
}
define internal void @caller2.double(ptr %fn, i32 %a, i32 %b) #0 {
  call void @double(ptr %fn)
  ret void
}
define internal void @caller7(ptr %fn, i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f) #0 {
  call void @other(ptr %fn)
  ret void
}
define internal void @half(ptr %this) !sycl_used_aspects !0 {
  ret void
}
define internal void @double(ptr %this) !sycl_used_aspects !1 {
  ret void
}
define internal void @other(ptr %this) {
  ret void
}
attributes #0 = { "sycl-call-if-on-device-conditionally"="true" }
!0 = !{i32 5}
!1 = !{i32 6}
;--- facts.ll
!sycl_architecture_facts = !{!2, !3}
!2 = !{i32 21, i32 1, !4}
!3 = !{i32 177, i32 0, !5}
!4 = !{i32 2}
!5 = !{i32 2, i32 5}
