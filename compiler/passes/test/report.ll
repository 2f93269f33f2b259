; The texts of the specification, with and without debug information.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-propagate-aspects-usage -disable-output %s 2>&1 | FileCheck %s

; CHECK: warning: function 'foo' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: use is from this call chain:
; CHECK-NEXT: foo()
; CHECK-NEXT: bar()
; CHECK-NEXT: boo()
; CHECK-NEXT: compile with '-g' to get source location
define void @_Z3foov() !sycl_declared_aspects !2 {
  call void @_Z3barv()
  ret void
}
define void @_Z3barv() {
  call void @_Z3boov()
  ret void
}
define void @_Z3boov() {
  %d = alloca double
  ret void
}

; CHECK: warning: hw.cpp:27:4: function 'located' uses aspect 'fp64' not listed in 'sycl::device_has'
; CHECK-NEXT: use is from this call chain:
; CHECK-NEXT: located()
; CHECK-NEXT: user() hw.cpp:15:3
; CHECK-NOT: compile with
define void @located() !sycl_declared_aspects !2 !dbg !5 {
  call void @user(), !dbg !8
  ret void
}
define void @user() !dbg !9 {
  %d = alloca double, !dbg !10
  ret void
}

; The call operator is reported, its kernel not again.
; CHECK: warning: function 'operator' uses
; CHECK-NOT: warning: function 'kernel'
define spir_kernel void @kernel() !sycl_declared_aspects !2 {
  call void @operator()
  ret void
}
define void @operator() !sycl_declared_aspects !2 {
  %d = alloca double
  ret void
}
; CHECK-NOT: warning
define void @listed() !sycl_declared_aspects !1 {
  call void @user()
  ret void
}

!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!11}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 6}
!2 = !{}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !4)
!4 = !DIFile(filename: "hw.cpp", directory: "/")
!5 = distinct !DISubprogram(name: "located", file: !4, line: 14, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 15, column: 3, scope: !5)
!9 = distinct !DISubprogram(name: "user", file: !4, line: 26, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 27, column: 4, scope: !9)
!11 = !{i32 2, !"Debug Info Version", i32 3}
