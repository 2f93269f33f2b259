; A kernel without barriers becomes a loop over the group whose accesses are
; parallel; those to private memory are not.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; Groups of kernels that ask for nothing of them may be any.
; CHECK-DAG: @__sycl_any_group.k = protected constant i8 1
; CHECK-DAG: @__sycl_any_group.rows = protected constant i8 1
; CHECK-NOT: @__sycl_any_group.
; CHECK-LABEL: define void @k(ptr noalias noundef nonnull readonly align 64 dereferenceable(12) %0, ptr noalias noundef nonnull readonly align 8 dereferenceable(200) "facet-group" %1)
; CHECK: entry:
; CHECK: %tmp = alloca [2 x i32]
; The group's size is read once, and is never zero.
; CHECK: [[RANGE:%.*]] = load i64, ptr {{.*}}, align 8, !range [[NONZERO:![0-9]+]], !invariant.load
; CHECK: loop.z:
; CHECK: loop.y:
; CHECK: loop.x:
; CHECK: %local.x = phi i64 [ 0, %loop.y ], [ [[NEXT:%.*]], %item.end ]
; The arguments: a pointer, then an i32 behind it.
; CHECK: load ptr, ptr {{.*}}!invariant.load
; CHECK: getelementptr inbounds i8, ptr %0, i64 8
; CHECK: add nuw i64 {{.*}}, %local.x
; CHECK: store i32 {{.*}}, ptr %slot, align 4{{$}}
; CHECK: store i32 {{.*}}, ptr %q{{.*}}, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK: item.end:
; CHECK: [[NEXT]] = add nuw nsw i64 %local.x, 1
; CHECK: br i1 {{.*}}, label %loop.x, label %loop.end.x, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i32 %v) {
  %tmp = alloca [2 x i32]
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %slot = getelementptr [2 x i32], ptr %tmp, i64 0, i64 %i
  store i32 %v, ptr %slot
  %w = load i32, ptr %slot
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; A required size needs no load, a required sub-group size is a constant.
; CHECK-LABEL: define void @sized(
; CHECK: store i64 64, ptr
; CHECK: store i32 16, ptr
define spir_kernel void @sized(ptr addrspace(1) %p) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 {
  %s = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  store i64 %s, ptr addrspace(1) %p
  %g = call i32 @llvm.spv.subgroup.max.size()
  store i32 %g, ptr addrspace(1) %p
  ret void
}

; Without ids of the group, LLVM chooses how many vectors a round takes.
; CHECK-LABEL: define void @rows(
; CHECK: br i1 {{.*}}, label %loop.x, label %loop.end.x, !llvm.loop [[LONG:![0-9]+]]
define spir_kernel void @rows(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %j = call i64 @llvm.spv.thread.id.i64(i32 1)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %j, ptr addrspace(1) %q
  ret void
}

; Private memory is known through any number of steps.
; CHECK-LABEL: define void @far_private(
; CHECK: store i32 1, ptr %g11, align 4{{$}}
; CHECK: store i32 {{.*}}, ptr %q{{.*}}, !llvm.access.group
define spir_kernel void @far_private(ptr addrspace(1) %p, i64 %n) {
  %a = alloca [16 x i32]
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %g0 = getelementptr i32, ptr %a, i64 %n
  %g1 = getelementptr i32, ptr %g0, i64 %n
  %g2 = getelementptr i32, ptr %g1, i64 %n
  %g3 = getelementptr i32, ptr %g2, i64 %n
  %g4 = getelementptr i32, ptr %g3, i64 %n
  %g5 = getelementptr i32, ptr %g4, i64 %n
  %g6 = getelementptr i32, ptr %g5, i64 %n
  %g7 = getelementptr i32, ptr %g6, i64 %n
  %g8 = getelementptr i32, ptr %g7, i64 %n
  %g9 = getelementptr i32, ptr %g8, i64 %n
  %g10 = getelementptr i32, ptr %g9, i64 %n
  %g11 = getelementptr i32, ptr %g10, i64 %n
  store i32 1, ptr %g11
  %x = load i32, ptr %a
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; The row of a tile may be short.
; CHECK-LABEL: define void @tile(
; CHECK: br i1 {{.*}}, label %loop.x, label %loop.end.x, !llvm.loop [[SHORT:![0-9]+]]
define spir_kernel void @tile(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %j = call i64 @llvm.spv.thread.id.i64(i32 1)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %j, ptr addrspace(1) %q
  ret void
}

; One of a known size is not unrolled before it is vectorized.
; CHECK-LABEL: define void @sized_tile(
; CHECK: br i1 {{.*}}, label %loop.x, label %loop.end.x, !llvm.loop [[KNOWN:![0-9]+]]
define spir_kernel void @sized_tile(ptr addrspace(1) %p) !reqd_work_group_size !2 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %j = call i64 @llvm.spv.thread.id.i64(i32 1)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %j, ptr addrspace(1) %q
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.workgroup.size.i64(i32)
declare i32 @llvm.spv.subgroup.max.size()
!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 16}
!2 = !{i32 16, i32 16, i32 1}

; CHECK-DAG: [[NONZERO]] = !{i64 1, i64 2147483648}
; CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], {{![0-9]+}}, [[PARALLEL:![0-9]+]]}
; CHECK-DAG: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", [[GROUP]]}
; CHECK-DAG: [[LONG]] = distinct !{[[LONG]], {{![0-9]+}}, {{![0-9]+}}}
; CHECK-DAG: [[SHORT]] = distinct !{[[SHORT]], [[ONE:![0-9]+]],
; CHECK-DAG: [[ONE]] = !{!"llvm.loop.interleave.count", i32 1}
; CHECK-DAG: [[KNOWN]] = distinct !{[[KNOWN]], [[KEPT:![0-9]+]], [[WHOLE:![0-9]+]], {{![0-9]+}}, {{![0-9]+}}}
; CHECK-DAG: [[KEPT]] = !{!"facet.loop.kept"}
; CHECK-DAG: [[WHOLE]] = !{!"llvm.loop.unroll.disable"}
