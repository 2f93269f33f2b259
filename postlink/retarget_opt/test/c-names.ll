; Definitions of functions of the C library are not taken for the library's.
;
; RUN: retarget-opt --target=spirv --steps=c-names %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK: define internal ptr @__sycl_c_strcat(
define internal ptr @strcat(ptr %to, ptr %from) {
  ret ptr %to
}
; CHECK: define internal i32 @own(
define internal i32 @own(i32 %a) {
  ret i32 %a
}
; What another image calls keeps its name, and what is only declared.
; CHECK: define i32 @ilogb(double
define i32 @ilogb(double %x) {
  ret i32 0
}
; CHECK: declare i64 @strlen(
declare i64 @strlen(ptr)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call ptr @__sycl_c_strcat(
; CHECK: call i32 @own(
define spir_kernel void @k(ptr %p) {
  %q = call ptr @strcat(ptr %p, ptr %p)
  %n = call i64 @strlen(ptr %q)
  %i = call i32 @own(i32 1)
  ret void
}

; RUN: retarget-opt --target=spirv --steps=simplify %s | FileCheck --check-prefix=LOOP %s
; A loop is not made a call of the library.
; LOOP-LABEL: define {{.*}} @length(
; LOOP-NOT: @strlen
; LOOP: ret i64
define i64 @length(ptr addrspace(4) %s) {
entry:
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr addrspace(4) %s, i64 %n
  %c = load i8, ptr addrspace(4) %at
  %done = icmp eq i8 %c, 0
  %next = add i64 %n, 1
  br i1 %done, label %end, label %loop
end:
  ret i64 %n
}
