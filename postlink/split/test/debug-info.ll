; Debug information follows its functions: each module has its own source's
; compile unit only.
;
; RUN: rm -rf %t && mkdir %t
; RUN: sycl-post-link -split=per_source -S -o=%t/t.table %s
; RUN: cat %t/*.ll | FileCheck %s

; CHECK:     !llvm.dbg.cu = !{![[#]]}
; CHECK-COUNT-1: !DICompileUnit(
; CHECK:     !llvm.dbg.cu = !{![[#]]}
; CHECK-COUNT-1: !DICompileUnit(
; CHECK-NOT: !DICompileUnit(

target triple = "spirv64-unknown-unknown"

define spir_kernel void @a() #0 !dbg !5 {
  ret void, !dbg !7
}
define spir_kernel void @b() #1 !dbg !6 {
  ret void, !dbg !8
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
!llvm.dbg.cu = !{!0, !1}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "")
!3 = !DIFile(filename: "b.cpp", directory: "")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "a", file: !2, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "b", file: !3, line: 1, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 2, scope: !5)
!8 = !DILocation(line: 3, scope: !6)
!9 = !{i32 2, !"Debug Info Version", i32 3}
