; Aspects of types: members, arrays, vectors, allocas, GEPs, parameters, byval,
; returns, globals, bases, and double without any decoration.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -S %s | FileCheck %s

%A = type { i32 }
%B = type { %A, i8 }
%C = type { [4 x %B] }
%D.base = type <{ i64, i8 }>
%Plain = type { i32 }

@global = internal addrspace(1) global %A zeroinitializer

; CHECK: define void @alloca_direct() !sycl_used_aspects ![[#A:]]
define void @alloca_direct() {
  %a = alloca %A
  ret void
}
; CHECK: define void @alloca_nested() !sycl_used_aspects ![[#A]]
define void @alloca_nested() {
  %a = alloca [2 x %C]
  ret void
}
; CHECK: define void @gep(ptr %p) !sycl_used_aspects ![[#A]]
define void @gep(ptr %p) {
  %q = getelementptr inbounds %B, ptr %p, i64 0, i32 1
  ret void
}
; CHECK: define void @by_value(ptr byval(%B) %p) !sycl_used_aspects ![[#A]]
define void @by_value(ptr byval(%B) %p) {
  ret void
}
; CHECK: define void @parameter(%A %p) !sycl_used_aspects ![[#A]]
define void @parameter(%A %p) {
  ret void
}
; CHECK: define %A @result() !sycl_used_aspects ![[#A]]
define %A @result() {
  ret %A zeroinitializer
}
; CHECK: define i32 @global_user() !sycl_used_aspects ![[#A]]
define i32 @global_user() {
  %v = load i32, ptr addrspace(1) @global
  ret i32 %v
}
; CHECK: define void @base(ptr %p) !sycl_used_aspects ![[#D:]]
define void @base(ptr %p) {
  %q = getelementptr %D.base, ptr %p, i32 1
  ret void
}
; CHECK: define i32 @double_inside(i32 %x) !sycl_used_aspects ![[#FP64:]]
define i32 @double_inside(i32 %x) {
  %d = sitofp i32 %x to double
  %r = fptosi double %d to i32
  ret i32 %r
}
; CHECK: define void @double_vector() !sycl_used_aspects ![[#FP64]]
define void @double_vector() {
  %a = alloca <4 x double>
  ret void
}
; CHECK: define float @double_constant(float %x) !sycl_used_aspects ![[#FP64]]
define float @double_constant(float %x) {
  %d = fpext float %x to double
  %m = fmul double %d, 2.0
  %r = fptrunc double %m to float
  ret float %r
}
; CHECK: define void @nothing(ptr %p) {
define void @nothing(ptr %p) {
  %a = alloca %Plain
  %q = getelementptr float, ptr %p, i32 1
  ret void
}
; CHECK: define void @on_an_instruction(i32 %x) !sycl_used_aspects ![[#I:]]
define void @on_an_instruction(i32 %x) {
  %y = add i32 %x, 1, !sycl_used_aspects !7
  ret void
}

; CHECK: define void @struct_return(ptr sret(%B) %p) !sycl_used_aspects ![[#A]]
define void @struct_return(ptr sret(%B) %p) {
  ret void
}
; CHECK: define void @passes_by_value(ptr %p) !sycl_used_aspects ![[#A]]
define void @passes_by_value(ptr %p) {
  call void @plain_declaration(ptr byval(%B) %p)
  ret void
}
declare void @plain_declaration(ptr)
; CHECK: define i8 @extracts(ptr %p) !sycl_used_aspects ![[#A]]
define i8 @extracts(ptr %p) {
  %v = load %B, ptr %p
  %r = extractvalue %B %v, 1
  ret i8 %r
}
; CHECK: define void @vector_of_doubles(ptr %p) !sycl_used_aspects ![[#FP64]]
define void @vector_of_doubles(ptr %p) {
  store <2 x double> poison, ptr %p
  ret void
}
; CHECK: define void @indirect(ptr %f) !sycl_used_aspects ![[#FP64]]
define void @indirect(ptr %f) {
  call double %f()
  ret void
}
; CHECK: define void @packed(ptr %p) !sycl_used_aspects ![[#A]]
define void @packed(ptr %p) {
  %q = getelementptr <{ i8, { i8, [1 x %A] } }>, ptr %p, i64 1
  ret void
}

!sycl_types_that_use_aspects = !{!0, !1, !2}
!sycl_aspects = !{!3, !4}
!0 = !{!"A", i32 5, i32 3}
!1 = !{!"D", i32 9}
!2 = !{!"NotInThisModule", i32 10}
!3 = !{!"fp16", i32 5}
!4 = !{!"fp64", i32 6}
!7 = !{i32 -2, i32 12}

; CHECK-DAG: ![[#A]] = !{i32 3, i32 5}
; CHECK-DAG: ![[#D]] = !{i32 9}
; CHECK-DAG: ![[#FP64]] = !{i32 6}
; CHECK-DAG: ![[#I]] = !{i32 -2, i32 12}
