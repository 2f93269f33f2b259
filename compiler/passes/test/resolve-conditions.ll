; Conditional calls for one target: plain calls or none, and aspects of
; conditions that hold are used ones.
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=intel_gpu_pvc -S %s | FileCheck --check-prefixes=CHECK,PVC %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=emu_intel_gpu_dg1 -S %s | FileCheck --check-prefixes=CHECK,DG1 %s
; RUN: opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions,globaldce -sycl-resolve-conditions-for=intel_gpu_dg1 -S %s | FileCheck --check-prefix=DEAD %s
; RUN: not opt -load %plugin -load-pass-plugin %plugin -passes=sycl-resolve-conditions -sycl-resolve-conditions-for=intel_gpu_8086 -S %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s

; UNKNOWN: sycl-resolve-conditions: error: unknown target 'intel_gpu_8086'

; Aspect 6 is fp64, which a PVC has and a DG1 has not; 5 is fp16.
; CHECK-LABEL: define spir_kernel void @kernel(
; PVC-SAME: !sycl_used_aspects ![[#BOTH:]] {
; DG1-SAME: !sycl_used_aspects ![[#OTHER:]] {
; CHECK-NEXT: %a = alloca i64
; PVC-NEXT: %[[#A:]] = addrspacecast ptr %a to ptr addrspace(4), !dbg ![[#]]
; PVC-NEXT: call spir_func void @with_fp64(ptr addrspace(4) %[[#A]]), !dbg ![[#PLACE:]]
; DG1-NEXT: %[[#A:]] = addrspacecast ptr %a to ptr addrspace(4)
; DG1-NEXT: call spir_func void @without_fp64(ptr addrspace(4) %[[#A]]), !dbg ![[#]]
; CHECK-NEXT: call spir_func void @either(ptr %a), !dbg
; CHECK-NEXT: ret void
define spir_kernel void @kernel() !sycl_used_aspects !0 !sycl_conditionally_used_aspects !1 !dbg !12 {
  %a = alloca i64
  call spir_func void @call_1(ptr @with_fp64, ptr %a, i32 -1, i32 6), !dbg !14
  call spir_func void @call_2(ptr @without_fp64, ptr %a, i32 -3, i32 -1, i32 6)
  call spir_func void @call_3(ptr @either, ptr %a)
  ret void, !dbg !14
}
; CHECK-NOT: @call_
; DEAD-NOT: @with_fp64
; DEAD: define internal spir_func void @without_fp64
define internal spir_func void @with_fp64(ptr addrspace(4) %this) !dbg !15 {
  ret void
}
define internal spir_func void @without_fp64(ptr addrspace(4) %this) {
  ret void
}
define internal spir_func void @either(ptr %this) {
  ret void
}
declare spir_func void @call_1(ptr, ptr, i32, i32) #0
declare spir_func void @call_2(ptr, ptr, i32, i32, i32) #0
; A caller that goes may have anything attached.
declare !sycl_conditionally_used_aspects !1 spir_func void @call_3(ptr, ptr) #0

; A node without pairs is no condition either.
; CHECK: define void @no_pairs() {
define void @no_pairs() !sycl_conditionally_used_aspects !18 {
  ret void
}
; PVC-DAG: ![[#BOTH]] = !{i32 5, i32 6}
; DG1-DAG: ![[#OTHER]] = !{i32 5, i32 9}

attributes #0 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!16}
!0 = !{i32 5}
!1 = !{!2, !3}
!2 = !{!4, !5}
!3 = !{!6, !7}
!4 = !{i32 -1, i32 6}
!5 = !{i32 6}
!6 = !{i32 -3, i32 -1, i32 6}
!7 = !{i32 9}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !11)
!11 = !DIFile(filename: "a.cpp", directory: "/")
!12 = distinct !DISubprogram(name: "kernel", file: !11, line: 1, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!13 = !DISubroutineType(types: !17)
!14 = !DILocation(line: 2, column: 3, scope: !12)
!15 = distinct !DISubprogram(name: "with_fp64", file: !11, line: 5, type: !13, unit: !10, spFlags: DISPFlagDefinition)
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{null}
!18 = !{}
