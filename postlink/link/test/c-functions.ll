; memcmp and bcmp are defined where they are called; a definition of the
; program's own stays, and so does a function that only shares the name.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: sycl-device-link -S -o %t/used.out %t/used.ll && FileCheck --check-prefix=USED %s < %t/used.out
; RUN: sycl-device-link -S -o %t/own.out %t/own.ll && FileCheck --check-prefix=OWN %s < %t/own.out

; USED: define internal spir_func i32 @memcmp(ptr addrspace(4) {{.*}}, ptr addrspace(4) {{.*}}, i64 {{.*}})
; USED: icmp eq i8
; USED: sub i32
; USED: declare spir_func i32 @bcmp(i32)
; OWN: define spir_func i32 @memcmp(
; OWN-NEXT: ret i32 7
; OWN-NOT: bcmp

;--- used.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %p, ptr addrspace(4) %q, ptr addrspace(1) %r, i64 %n) {
  %c = call spir_func i32 @memcmp(ptr addrspace(4) %p, ptr addrspace(4) %q, i64 %n)
  %d = call spir_func i32 @bcmp(i32 %c)
  store i32 %d, ptr addrspace(1) %r
  ret void
}
; With -g declarations have debug information that definitions cannot have.
declare !dbg !3 spir_func i32 @memcmp(ptr addrspace(4), ptr addrspace(4), i64)
declare spir_func i32 @bcmp(i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !DISubprogram(name: "memcmp", scope: !1, file: !1, line: 64, type: !2, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!4 = !{i32 2, !"Debug Info Version", i32 3}
;--- own.ll
target triple = "spirv64-unknown-unknown"
define spir_func i32 @memcmp(ptr addrspace(4) %p, ptr addrspace(4) %q, i64 %n) {
  ret i32 7
}
