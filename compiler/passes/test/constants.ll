; Uses through constants: casts and GEPs of globals, aliases, initializers,
; tables of functions, constants nested in constants, personalities.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s | FileCheck %s

%A = type { i32, i32 }
%D = type { i64 }

@a = internal addrspace(1) global %A zeroinitializer
@alias = internal alias i32, ptr addrspace(1) @a
@pointer = internal addrspace(1) constant ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4))
@table = internal addrspace(1) constant [2 x { i32, ptr }] [{ i32, ptr } { i32 1, ptr @plain }, { i32, ptr } { i32 2, ptr @user }]
@numbers = internal addrspace(1) constant [2 x double] [double 1.0, double 2.0]
@cycle1 = internal global ptr @cycle2
@cycle2 = internal global { ptr, ptr } { ptr @cycle1, ptr @user }

; CHECK: define i32 @through_cast() !sycl_used_aspects ![[#A:]] {
define i32 @through_cast() {
  %v = load i32, ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4))
  ret i32 %v
}
; CHECK: define i64 @through_integer() !sycl_used_aspects ![[#A]] {
define i64 @through_integer() {
  ret i64 ptrtoint (ptr addrspace(1) @a to i64)
}
; CHECK: define ptr addrspace(1) @through_element() !sycl_used_aspects ![[#A]] {
define ptr addrspace(1) @through_element() {
  ret ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @a, i64 4)
}
; CHECK: define ptr @element_type_only() !sycl_used_aspects ![[#D:]] {
define ptr @element_type_only() {
  ret ptr getelementptr (%D, ptr @plain, i64 1)
}
; CHECK: define i32 @through_alias() !sycl_used_aspects ![[#A]] {
define i32 @through_alias() {
  %v = load i32, ptr addrspace(1) @alias
  ret i32 %v
}
; CHECK: define ptr addrspace(4) @through_initializer() !sycl_used_aspects ![[#A]] {
define ptr addrspace(4) @through_initializer() {
  %v = load ptr addrspace(4), ptr addrspace(1) @pointer
  ret ptr addrspace(4) %v
}
; CHECK: define void @plain() {
define void @plain() {
  ret void
}
; CHECK: define void @user() !sycl_used_aspects ![[#FP16:]] {
define void @user() !sycl_used_aspects !5 {
  ret void
}
; CHECK: define ptr @through_table() !sycl_used_aspects ![[#FP16]] {
define ptr @through_table() {
  %v = load ptr, ptr addrspace(1) @table
  ret ptr %v
}
; CHECK: define float @array_of_double() !sycl_used_aspects ![[#FP64:]] {
define float @array_of_double() {
  %v = load float, ptr addrspace(1) @numbers
  ret float %v
}
; CHECK: define ptr @through_cycle() !sycl_used_aspects ![[#FP16]] {
define ptr @through_cycle() {
  ret ptr @cycle1
}
; CHECK: define %A @through_aggregate() !sycl_used_aspects ![[#A]] {
define %A @through_aggregate() {
  ret %A { i32 1, i32 2 }
}
; CHECK: define void @with_personality() {{.*}}!sycl_used_aspects ![[#FP16]]
define void @with_personality() personality ptr @user {
  ret void
}

!sycl_types_that_use_aspects = !{!0, !1}
!sycl_aspects = !{!2, !3}
!0 = !{!"A", i32 3}
!1 = !{!"D", i32 9}
!2 = !{!"fp16", i32 5}
!3 = !{!"fp64", i32 6}
!5 = !{i32 5}
; CHECK-DAG: ![[#A]] = !{i32 3}
; CHECK-DAG: ![[#D]] = !{i32 9}
; CHECK-DAG: ![[#FP16]] = !{i32 5}
; CHECK-DAG: ![[#FP64]] = !{i32 6}
