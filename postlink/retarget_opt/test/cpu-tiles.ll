; Kernels whose work-items meet in sub-groups only execute one sub-group after the
; other, if the rows of the group consist of whole ones: their loops have a
; constant length, and words that are read at constant places change places as one
; vector.
;
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; p[i] += p of lane ^ 3
; CHECK-LABEL: define internal void @xor.tile(ptr {{.*}}, ptr {{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: [[WORDS:%array.*]] = alloca [32 x i8], align 64
; CHECK: [[ALL:%.*]] = load <8 x i32>, ptr [[WORDS]]
; CHECK-NEXT: [[NEW:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> {{.*}}, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4>
; CHECK-NEXT: store <8 x i32> [[NEW]], ptr [[WORDS]]
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK-NOT: call void @__facet_permute
; CHECK-LABEL: define internal void @xor.whole(
; CHECK-LABEL: define void @xor(ptr {{.*}}, ptr {{.*}})
; CHECK: urem i64 {{.*}}, 8
; CHECK: call void @xor.whole(
; CHECK: call void @xor.tile(ptr %0, ptr %1, i64 [[X:%first.*]], i64 [[Y:%first.*]], i64 [[Z:%first.*]])
; CHECK: add nuw i64 [[X]], 8
; CHECK: add nuw i64 [[Y]], 1
; CHECK: add nuw i64 [[Z]], 1
define spir_kernel void @xor(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %size = call i32 @llvm.spv.subgroup.size()
  %other = xor i32 %lane, 3
  %in = icmp ult i32 %other, %size
  %from = select i1 %in, i32 %other, i32 %lane
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %from) #0
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

; The place is not known: nothing for tiles.
; CHECK-NOT: @any.tile
; CHECK: define void @any(
define spir_kernel void @any(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %x) #0
  store i32 %y, ptr addrspace(1) %q
  ret void
}

; Sub-groups wait for each other.
; CHECK-NOT: @barrier.tile
; CHECK: define void @barrier(
define spir_kernel void @barrier(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 0) #0
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272) #0
  store i32 %y, ptr addrspace(1) %q
  ret void
}

; Each function has a description of its own.
; CHECK: define internal void @described.tile({{.*}} !dbg [[TILE:![0-9]+]]
; CHECK: define internal void @described.whole({{.*}} !dbg [[WHOLE:![0-9]+]]
; CHECK: define void @described({{.*}} !dbg [[BOTH:![0-9]+]]
; CHECK: call void @described.whole({{.*}} !dbg [[PLACE:![0-9]+]]
; CHECK: call void @described.tile({{.*}} !dbg [[PLACE]]
; CHECK-DAG: [[BOTH]] = distinct !DISubprogram(name: "described"
; CHECK-DAG: [[WHOLE]] = distinct !DISubprogram(name: "described"
; CHECK-DAG: [[TILE]] = distinct !DISubprogram(name: "described"
; CHECK-DAG: [[PLACE]] = !DILocation(line: 7, scope: [[BOTH]])
define spir_kernel void @described(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 !dbg !4 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0), !dbg !7
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i, !dbg !7
  %x = load i32, ptr addrspace(1) %q, !dbg !7
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 1) #0, !dbg !7
  store i32 %y, ptr addrspace(1) %q, !dbg !7
  ret void, !dbg !7
}

declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32) #0
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
declare i64 @llvm.spv.thread.id.i64(i32)
declare i32 @llvm.spv.subgroup.local.invocation.id()
declare i32 @llvm.spv.subgroup.size()
attributes #0 = { convergent nounwind }
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{i32 8}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "described", file: !2, line: 7, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 8, scope: !4)
