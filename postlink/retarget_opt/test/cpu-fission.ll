; Kernels whose work-items agree on the path around each barrier become loops
; over the work-items between the barriers.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; A value that lives across the barrier lies in an array with one element for
; each work-item; the id is computed again.
; CHECK-LABEL: define void @across(
; CHECK: %arrays = call noalias align 64 ptr {{%.*}}(i64 {{%.*}}, i64 64)
; CHECK: [[ARRAY:%array.*]] = getelementptr i8, ptr %arrays, i64 0
; CHECK: loop.x:
; CHECK: [[V:%.*]] = load i32, ptr %q, align 4, !llvm.access.group
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr [[ARRAY]], i64 {{%.*}}
; CHECK: store i32 [[V]], ptr [[AT]]
; CHECK: br i1 {{.*}}!llvm.loop
; CHECK-NOT: ControlBarrier
; CHECK: loop.x{{[0-9]+}}:
; CHECK: load i32, ptr
; CHECK: store i32
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @across(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; A loop around a barrier: the loop is the group's, its work-items inside. The
; counter is a variable of the group, which the region's end does not change
; under the feet of the next work-item.
; CHECK-LABEL: define internal void @round.any(
; CHECK: store i32 0, ptr [[NEXT:%uniform[0-9]*]]
; CHECK: region{{[0-9]+}}:
; CHECK: [[K:%.*]] = load i32, ptr [[NEXT]]
; CHECK-NEXT: store i32 [[K]], ptr [[NOW:%uniform[0-9]*]]
; CHECK: loop{{[0-9]*}}:
; CHECK: load i32, ptr [[NOW]]
; CHECK: store i32 {{.*}}, ptr {{.*}}!llvm.access.group
; CHECK: add i32 {{.*}}, 1
; CHECK: store i32 {{.*}}, ptr [[NEXT]]
; CHECK: store i8 {{%.*}}, ptr [[CONDITION:%uniform[0-9]*]]
; CHECK: load i8, ptr [[CONDITION]]
; CHECK-NEXT: trunc i8
; CHECK-NEXT: br i1 {{%.*}}, label %region{{.*}}, label %region{{.*}}
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @round(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  store i32 %k, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; A sub-group's barrier that the whole group comes to is one of the group. Each
; work-item has a word that the others read.
; CHECK-LABEL: define internal void @lanes.whole(
; CHECK: [[WORDS:%array[0-9]+]] = getelementptr i8, ptr %arrays,
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr [[WORDS]],
; CHECK: store i32 {{.*}}, ptr [[AT]]
; CHECK: br i1 {{.*}}!llvm.loop
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr [[WORDS]],
; CHECK: [[OTHER:%.*]] = getelementptr i32, ptr [[AT]],
; CHECK: load i32, ptr [[OTHER]]
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @lanes(ptr addrspace(1) %p) #0 {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %w = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %v, i32 0)
  store i32 %w, ptr addrspace(1) %q
  ret void
}

; To a barrier behind a branch the others come, too, and skip what is before
; and behind it: the condition is kept, and what is used behind the barrier.
; CHECK-LABEL: define internal void @first_lanes.whole(
; CHECK: [[FEW:%.*]] = icmp ult i64 {{%.*}}, 32
; CHECK: br i1 [[FEW]], label
; CHECK: br i1 {{.*}}!llvm.loop
; CHECK: [[AGAIN:%.*]] = icmp ult i64 {{%.*}}, 32
; CHECK: br i1 [[AGAIN]], label
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @first_lanes(ptr addrspace(1) %p) #0 {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %few = icmp ult i64 %i, 32
  br i1 %few, label %meet, label %end

meet:
  %v = load i32, ptr addrspace(1) %q
  %w = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %v, i32 0)
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; So do they where the condition was read from memory, and within others.
; CHECK-LABEL: define void @some_lanes(
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @some_lanes(ptr addrspace(1) %p) #0 {
  %n = load i32, ptr addrspace(1) %p
  %outer = icmp eq i32 %n, 0
  br i1 %outer, label %more, label %end

more:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %few = icmp ult i64 %i, 32
  br i1 %few, label %end, label %meet

meet:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 144)
  br label %end

end:
  %r = phi i32 [ 1, %0 ], [ 2, %more ], [ 3, %meet ]
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; The steps of a reduction are unrolled for that.
; CHECK-LABEL: define void @steps(
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @steps(ptr addrspace(1) %p) #0 {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %few = icmp ult i64 %i, 32
  br i1 %few, label %loop, label %end

loop:
  %lane = phi i32 [ 4, %entry ], [ %next, %loop ]
  %v = phi i32 [ 7, %entry ], [ %sum, %loop ]
  %w = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %v, i32 %lane)
  %sum = add i32 %v, %w
  %next = lshr i32 %lane, 1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %store, label %loop

store:
  store i32 %sum, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; A kernel that asks for no id is nearly always one of a single work-item: its
; loops stay as they are.
; CHECK-LABEL: define void @alike(
; CHECK-NOT: %arrays = call
; CHECK: ret void
define spir_kernel void @alike(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %at = getelementptr float, ptr addrspace(1) %from, i64 %k
  %v = load float, ptr addrspace(1) %at
  %sum1 = fadd float %sum, %v
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  store float %sum1, ptr addrspace(1) %to
  ret void
}

; Work-items that may disagree keep their coroutines, if they do not just return
; (cpu-departures.ll).
; CHECK-LABEL: define void @early(
; CHECK: call ptr @early.item(
define spir_kernel void @early(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  br label %wait

wait:
  %k = phi i64 [ 0, %entry ], [ %k1, %wait ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i64 %k, ptr addrspace(1) %p
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %i
  br i1 %more, label %wait, label %end

end:
  ret void
}

; So do those that read what they depend on from memory of their own. What they
; read from one address is the group's: cpu-convergence.ll.
; CHECK-LABEL: define void @memory(
; CHECK: call ptr @memory.item(
define spir_kernel void @memory(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br label %wait

wait:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 0, ptr addrspace(1) %p
  %v = load i32, ptr addrspace(1) %q
  %few = icmp ult i32 %v, 5
  br i1 %few, label %end, label %wait

end:
  ret void
}

; Private memory that is used on both sides is the work-item's own.
; CHECK-LABEL: define void @private(
; CHECK-NOT: alloca [4 x i32]
; CHECK: %arrays = call
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @private(ptr addrspace(1) %p, i32 %n) {
  %a = alloca [4 x i32]
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %w = and i64 %i, 3
  %e = getelementptr [4 x i32], ptr %a, i64 0, i64 %w
  store volatile i32 %n, ptr %e
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load volatile i32, ptr %e
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; A loop of the same length for all, without a barrier: the loop over the
; work-items becomes the inner one, where it can be a vector loop.
; CHECK-LABEL: define void @inner(
; CHECK: store float 0.000000e+00, ptr
; CHECK: loop.x
; CHECK: fadd float
; CHECK: br i1 {{.*}}!llvm.loop
; CHECK: loop.end.z
define spir_kernel void @inner(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; Functions that touch no memory do not stand in the way.
; CHECK-LABEL: define void @fused(
; CHECK: store float 0.000000e+00, ptr
; CHECK: loop.x
; CHECK: call float @llvm.fmuladd.f32(
; CHECK: br i1 {{.*}}!llvm.loop
; CHECK: loop.end.z
define spir_kernel void @fused(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = call float @llvm.fmuladd.f32(float %x, float %x, float %sum)
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; Where neighbours' accesses are far apart, each work-item takes its own path,
; whichever way round the product is written.
; CHECK-LABEL: define void @strided(
; CHECK-NOT: %arrays = call
; CHECK: ret void
define spir_kernel void @strided(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %row = mul i64 %i, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %at = add i64 %row, %k
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; CHECK-LABEL: define void @strided_too(
; CHECK-NOT: %arrays = call
; CHECK: ret void
define spir_kernel void @strided_too(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %row = mul i64 %n, %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %at = add i64 %row, %k
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; A loop that work-items leave after different numbers of rounds: its counter,
; the same for all in each round, is the work-item's own behind the barrier.
; CHECK-LABEL: define void @rounds(
; CHECK: %arrays = call
; CHECK: [[ARRAY:%array[0-9]*]] = getelementptr i8, ptr %arrays
; CHECK: getelementptr inbounds i8, ptr [[ARRAY]]
; CHECK: store i32
; CHECK: getelementptr inbounds i8, ptr [[ARRAY]]
; CHECK: load i32
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @rounds(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, %v
  br i1 %more, label %loop, label %wait

wait:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %n1, ptr addrspace(1) %q
  ret void
}

; What is computed again behind a second barrier needs the work-item's own
; value of the first region, which the second has not made one of the group's.
; CHECK-LABEL: define void @twice(
; CHECK-NOT: ptr %uniform
; CHECK: ret void
define spir_kernel void @twice(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %r = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %w, ptr addrspace(1) %r
  ret void
}

; The sum of a loop of its own has one place, which holds the last round's too.
; CHECK-LABEL: define void @once(
; CHECK: %arrays = call
; CHECK-COUNT-3: store float {{.*}}, ptr
; CHECK-NOT: store float
; CHECK: ret void
define spir_kernel void @once(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; A tile's few rounds are unrolled, by each work-item for itself.
; CHECK-LABEL: define void @tile(
; CHECK-NOT: %arrays = call
; CHECK: br i1 %more, {{.*}}!llvm.loop [[UNROLL:![0-9]+]]
; CHECK: br i1 {{.*}}!llvm.loop [[ITEMS:![0-9]+]]
; CHECK: ret void
define spir_kernel void @tile(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 32
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

; As many vectors of work-items as there are of a known number, not more.
; CHECK-LABEL: define void @small_tile(
; CHECK: br i1 {{.*}}!llvm.loop [[FEW:![0-9]+]]
; CHECK: br i1 {{.*}}!llvm.loop [[ITEMS_OF_FEW:![0-9]+]]
; CHECK: ret void
define spir_kernel void @small_tile(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) !reqd_work_group_size !9 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %x
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 32
  br i1 %more, label %loop, label %end

end:
  %r = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum1, ptr addrspace(1) %r
  ret void
}

!9 = !{i32 32, i32 1, i32 1}

; CHECK-DAG: [[UNROLL]] = distinct !{[[UNROLL]]{{.*}}, [[FULL:![0-9]+]]
; CHECK-DAG: [[FULL]] = !{!"llvm.loop.unroll.full"{{.*}}}
; CHECK-DAG: [[ITEMS]] = distinct !{[[ITEMS]], [[INTERLEAVE:![0-9]+]],
; CHECK-DAG: [[INTERLEAVE]] = !{!"llvm.loop.interleave.count", i32 4}
; CHECK-DAG: [[ITEMS_OF_FEW]] = distinct !{[[ITEMS_OF_FEW]], {{![0-9]+, ![0-9]+}}, [[TWO:![0-9]+]],
; CHECK-DAG: [[TWO]] = !{!"llvm.loop.interleave.count", i32 2}
attributes #0 = { "sycl-dimensions"="1" }
declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.thread.id.i64(i32)
declare float @llvm.fmuladd.f32(float, float, float)
