; Loops around functions of sub-groups whose rounds are each sub-group's own: the
; rest of the kernel's groups takes coroutines, but groups of whole sub-groups
; execute one sub-group after the other.
;
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; In groups whose rows are not whole sub-groups a tile is across rows. It has arrays
; of the local ids of its work-items; id / 8 of the linear one is the tile's own.
; CHECK-LABEL: define internal void @lines.full.rows.tile(
; CHECK: alloca [32 x i8], align 64
; CHECK: add <8 x i32> {{%.*}}, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: fdiv <8 x float>
; CHECK: fptoui <8 x float> {{%.*}} to <8 x i32>
; CHECK: store <8 x i32> {{.*}}, ptr [[X:%.*]], align 64
; CHECK: store <8 x i32> {{.*}}, ptr [[Y:%.*]], align 64
; CHECK: lshr i64 %2, 3
; CHECK: getelementptr inbounds i32, ptr [[X]]
; CHECK: ret void
define spir_kernel void @lines(ptr addrspace(1) %p, ptr addrspace(1) %n) #2 !intel_reqd_sub_group_size !0 {
entry:
  %x = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  %range = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  %rows = mul i64 %y, %range
  %id = add i64 %rows, %x
  %which = lshr i64 %id, 3
  %at = getelementptr i32, ptr addrspace(1) %n, i64 %which
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %id
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  %other = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %sum, i32 %k) #0
  %next = add i32 %other, 1
  %k1 = add i32 %k, 1
  %rounds = load i32, ptr addrspace(1) %at
  %more = icmp ult i32 %k1, %rounds
  br i1 %more, label %loop, label %end

end:
  %wide = zext i32 %next to i64
  %place = add i64 %wide, %x
  store i64 %place, ptr addrspace(1) %q
  ret void
}

; for (k = 0; k < n[id / 8]; ++k) sum += x of lane k
; The tile begins where its id is a multiple of eight, and an int: a loop of the
; tile goes around those over its work-items.
; CHECK-LABEL: define internal void @loaded.tile(
; CHECK-NOT: item.resume
; CHECK: %agreed = alloca
; CHECK: [[ROW:%.*]] = lshr i64 {{%.*}}, 3
; CHECK: call i32 @llvm.umin.i32(i32 {{%.*}}, i32 7)
; CHECK: store i32 {{%.*}}, ptr %uniform
; CHECK: load i32, ptr %agreed
; CHECK: ret void
define spir_kernel void @loaded(ptr addrspace(1) %p, ptr addrspace(1) %n) #1 !intel_reqd_sub_group_size !0 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %row = lshr i64 %i, 3
  %at = getelementptr i32, ptr addrspace(1) %n, i64 %row
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %k) #0
  %next = add i32 %sum, %y
  %k1 = add i32 %k, 1
  %rounds = load i32, ptr addrspace(1) %at
  %more = icmp ult i32 %k1, %rounds
  br i1 %more, label %loop, label %end

end:
  store i32 %next, ptr addrspace(1) %q
  ret void
}

; Two words that do not wait for each other change places between the same
; barriers: one loop before and one behind.
; CHECK-LABEL: define internal void @pair.tile(
; CHECK: shufflevector <8 x i32>
; CHECK: store <8 x i32>
; CHECK-NEXT: load <8 x i32>
; CHECK-NEXT: shufflevector <8 x i32>
; CHECK-NEXT: store <8 x i32>
; CHECK: ret void
define spir_kernel void @pair(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %i
  %r = getelementptr i8, ptr addrspace(1) %q, i64 4
  %x = load i32, ptr addrspace(1) %q
  %y = load i32, ptr addrspace(1) %r
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %other = xor i32 %lane, 1
  %a = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %other) #0
  %b = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %y, i32 %other) #0
  store i32 %a, ptr addrspace(1) %q
  store i32 %b, ptr addrspace(1) %r
  ret void
}

; One word is what another shuffle gave: it waits for it.
; CHECK-LABEL: define internal void @in_turn.tile(
; CHECK: shufflevector <8 x i32>
; CHECK-NEXT: store <8 x i32>
; CHECK: load i32
; CHECK: store i32
; CHECK: shufflevector <8 x i32>
; CHECK-NEXT: store <8 x i32>
; CHECK: ret void
define spir_kernel void @in_turn(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %other = xor i32 %lane, 1
  %a = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %other) #0
  %b = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %a, i32 %other) #0
  store i32 %b, ptr addrspace(1) %q
  ret void
}

; A number of which nothing is left is the same for all of a tile, but what it is
; made of is not computed again: an atomic operation, and the phi of a loop.
; CHECK-LABEL: define internal void @nothing_left.tile(
; CHECK: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: ret void
define spir_kernel void @nothing_left(ptr addrspace(1) %p) #1 !intel_reqd_sub_group_size !0 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  br label %loop

loop:
  %k = phi i32 [ %x, %entry ], [ %k1, %loop ]
  %high = shl i32 %k, 8
  %none = and i32 %high, 255
  %other = shl i32 %x, 4
  %sum = add i32 %other, %other
  %few = and i32 %sum, 15
  %lane = add i32 %none, %few
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %k, i32 %lane) #0
  store i32 %y, ptr addrspace(1) %q
  %k1 = add i32 %none, 1
  %more = icmp ult i32 %k1, 1
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Behind such a loop the sub-groups wait for each other: each is a coroutine.
; CHECK-LABEL: define internal fastcc void @waits.full.tile.item.resume(
; CHECK-LABEL: define void @waits(
; CHECK: call void @waits.full.tile(
define spir_kernel void @waits(ptr addrspace(1) %p, ptr addrspace(1) %n) #1 !intel_reqd_sub_group_size !0 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %which = call i32 @llvm.spv.subgroup.id()
  %at = getelementptr i32, ptr addrspace(1) %n, i32 %which
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %x = load i32, ptr addrspace(1) %q
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %k) #0
  store i32 %y, ptr addrspace(1) %q
  %k1 = add i32 %k, 1
  %rounds = load i32, ptr addrspace(1) %at
  %more = icmp ult i32 %k1, %rounds
  br i1 %more, label %loop, label %end

end:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %k1, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define void @loaded(
; CHECK: urem i64 {{%.*}}, 8
; CHECK: urem i64 {{%.*}}, 8
; CHECK: icmp ule i64 {{%.*}}, 2147483648
; CHECK: call void @loaded.whole(

!0 = !{i32 8}

declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32) #0
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.workgroup.size.i64(i32)
declare i32 @llvm.spv.subgroup.id()
declare i32 @llvm.spv.subgroup.local.invocation.id()
attributes #0 = { convergent nounwind }
attributes #1 = { "sycl-dimensions"="1" }
attributes #2 = { "sycl-dimensions"="2" }
