; Kernels whose work-items meet in sub-groups only execute one sub-group after the
; other, if the rows of the group consist of whole ones: their loops have a
; constant length, and words that are read at constant places change places as one
; vector.
;
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; What the sub-groups of a kernel that meets in the work-group read changes places in
; each of them, in groups that have whole ones only.
; CHECK-LABEL: define internal void @barrier.full(
; CHECK: [[SUBGROUP:%iv]] = phi i64
; CHECK: [[FIRST:%.*]] = mul nuw i64 [[SUBGROUP]], 8
; CHECK-NEXT: [[WORDS:%.*]] = getelementptr i32, ptr {{%.*}}, i64 [[FIRST]]
; CHECK-NEXT: [[ALL:%.*]] = load <8 x i32>, ptr [[WORDS]]
; CHECK-NEXT: [[NEW:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> {{.*}}, <8 x i32> zeroinitializer
; CHECK-NEXT: store <8 x i32> [[NEW]], ptr [[WORDS]]

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
define spir_kernel void @xor(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
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

; The halves of a number change places together; those of two do not.
; CHECK-LABEL: define internal void @halves.tile(
; CHECK: alloca [64 x i8], align 64
; CHECK: [[BOTH:%.*]] = load <8 x i64>, ptr [[WORDS:%.*]], align 8
; CHECK-NEXT: [[NEW:%.*]] = shufflevector <8 x i64> [[BOTH]], <8 x i64> {{.*}}, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7, i32 6, i32 5, i32 4>
; CHECK-NEXT: store <8 x i64> [[NEW]], ptr [[WORDS]], align 8
; CHECK: shufflevector <8 x i32>
; CHECK-NOT: shufflevector
; CHECK-LABEL: define void @halves(
define spir_kernel void @halves(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %x = load i64, ptr addrspace(1) %q
  %low = trunc i64 %x to i32
  %above = lshr i64 %x, 32
  %high = trunc nuw i64 %above to i32
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %from = xor i32 %lane, 3
  %a = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %low, i32 %from) #0
  %b = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %high, i32 %from) #0
  %c = zext i32 %a to i64
  %d = zext i32 %b to i64
  %e = shl i64 %d, 32
  %f = or i64 %e, %c
  %next = xor i32 %lane, 1
  %g = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %high, i32 %next) #0
  %h = zext i32 %g to i64
  %sum = add i64 %f, %h
  store i64 %sum, ptr addrspace(1) %q
  ret void
}

; The place is not known: the words are read where the others have put them.
; CHECK-LABEL: define internal void @any.tile(
; CHECK-NOT: shufflevector
; CHECK: [[DISTANCE:%.*]] = sub i32 {{%.*}}, {{%.*}}
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[DISTANCE]] to i64
; CHECK-NEXT: [[OTHER:%.*]] = getelementptr i32, ptr {{%.*}}, i64 [[WIDE]]
; CHECK-NEXT: load i32, ptr [[OTHER]]
; CHECK: ret void
; CHECK: define void @any(
define spir_kernel void @any(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %x) #0
  store i32 %y, ptr addrspace(1) %q
  ret void
}

; Which sub-group it is is the same for a tile: it is computed of where the tile
; begins, and nothing of it is kept for each work-item.
; CHECK-LABEL: define internal void @broadcasts.tile(
; CHECK: alloca [32 x i8]
; CHECK-NOT: alloca [64 x i8]
; CHECK: [[FIRST:%.*]] = add nuw i64 %{{.*}}, %2
; CHECK-NEXT: [[WHICH:%.*]] = udiv i64 [[FIRST]], 8
; CHECK-NEXT: [[NARROW:%.*]] = trunc i64 [[WHICH]] to i32
; CHECK-NEXT: mul i32 [[NARROW]], 100
; CHECK: ret void
define spir_kernel void @broadcasts(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %which = call i32 @llvm.spv.subgroup.id()
  %row = mul i32 %which, 100
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %k) #0
  %at = add i32 %row, %k
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %line = mul i32 %at, 1024
  %place = add i32 %line, %lane
  %far = zext i32 %place to i64
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %far
  store i32 %y, ptr addrspace(1) %to
  %next = add nuw nsw i32 %k, 1
  %end = icmp eq i32 %next, 8
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Sub-groups wait for each other.
; CHECK-NOT: @barrier.tile
; CHECK: define internal void @barrier.any(
define spir_kernel void @barrier(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
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
define spir_kernel void @described(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 !dbg !4 {
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
attributes #1 = { "sycl-dimensions"="1" }
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
