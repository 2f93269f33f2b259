; Kernels with loops in which sub-groups meet as often as their size asks for: in groups
; of whole sub-groups the size is a constant.
;
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; One after the other in tiles, as the loop has no rounds left (three are unrolled).
; CHECK-LABEL: define internal void @steps.full.tile(
; CHECK-COUNT-3: shufflevector <8 x i32>
; CHECK-NOT: shufflevector
; CHECK-LABEL: define internal void @steps.full.whole(
; CHECK-COUNT-3: shufflevector <8 x i32>
; CHECK-NOT: shufflevector
; CHECK-LABEL: define internal void @steps.full(
; CHECK: call void @steps.full.tile(
; CHECK-LABEL: define void @block(
; CHECK-COUNT-6: shufflevector <8 x i32>
; CHECK-NOT: @block.
; CHECK: ret void
; CHECK-LABEL: define internal void @steps.any(
; CHECK-NOT: @known.full
; CHECK-NOT: @once.full
; CHECK-LABEL: define void @steps(ptr {{.*}}, ptr {{.*}})
; CHECK: [[REST:%.*]] = urem i64 {{.*}}, 8
; CHECK-NEXT: [[WHOLE:%.*]] = icmp eq i64 [[REST]], 0
; CHECK-NEXT: br i1 [[WHOLE]], label %full, label %any
; CHECK: full:
; CHECK-NEXT: tail call void @steps.full(ptr %0, ptr %1)
; CHECK: any:
; CHECK-NEXT: tail call void @steps.any(ptr %0, ptr %1)
define spir_kernel void @steps(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %size = call i32 @llvm.spv.subgroup.size()
  %half = lshr i32 %size, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %less, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %more, %loop ]
  %from = xor i32 %lane, %d
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %sum, i32 %from) #0
  %more = add i32 %sum, %y
  %less = lshr i32 %d, 1
  %end = icmp eq i32 %less, 0
  br i1 %end, label %exit, label %loop
exit:
  store i32 %more, ptr addrspace(1) %q
  ret void
}

; The size of all groups is known: no version.
define spir_kernel void @known(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 !reqd_work_group_size !1 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %size = call i32 @llvm.spv.subgroup.size()
  %half = lshr i32 %size, 1
  br label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %less, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %more, %loop ]
  %from = xor i32 %lane, %d
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %sum, i32 %from) #0
  %more = add i32 %sum, %y
  %less = lshr i32 %d, 1
  %end = icmp eq i32 %less, 0
  br i1 %end, label %exit, label %loop
exit:
  store i32 %more, ptr addrspace(1) %q
  ret void
}

; No rounds of a loop depend on it.
define spir_kernel void @once(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %size = call i32 @llvm.spv.subgroup.size()
  %last = sub i32 %size, 1
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %last) #0
  store i32 %y, ptr addrspace(1) %q
  ret void
}

; Of work-groups in which work-items meet: rounds are unrolled, what is left of them
; has no way around it, and all groups take the version where their size is known.
define spir_kernel void @block(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 !reqd_work_group_size !1 {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @llvm.spv.subgroup.local.invocation.id()
  %which = call i32 @llvm.spv.subgroup.id()
  %size = call i32 @llvm.spv.subgroup.size()
  %half = lshr i32 %size, 1
  %none = icmp eq i32 %half, 0
  br i1 %none, label %meet, label %loop
loop:
  %d = phi i32 [ %half, %entry ], [ %less, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %more, %loop ]
  %from = xor i32 %lane, %d
  %y = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %sum, i32 %from) #0
  %more = add i32 %sum, %y
  %less = lshr i32 %d, 1
  %end = icmp eq i32 %less, 0
  br i1 %end, label %meet, label %loop
meet:
  %total = phi i32 [ %x, %entry ], [ %more, %loop ]
  store i32 %total, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272) #0
  %first = icmp eq i32 %which, 0
  br i1 %first, label %again, label %exit
again:
  %z = load i32, ptr addrspace(1) %q
  br i1 %none, label %last, label %second
second:
  %e = phi i32 [ %half, %again ], [ %lesser, %second ]
  %part = phi i32 [ %z, %again ], [ %grown, %second ]
  %other = xor i32 %lane, %e
  %w = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %part, i32 %other) #0
  %grown = add i32 %part, %w
  %lesser = lshr i32 %e, 1
  %done = icmp eq i32 %lesser, 0
  br i1 %done, label %last, label %second
last:
  %whole = phi i32 [ %z, %again ], [ %grown, %second ]
  store i32 %whole, ptr addrspace(1) %q
  br label %exit
exit:
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i32 @llvm.spv.subgroup.local.invocation.id()
declare i32 @llvm.spv.subgroup.size()
declare i32 @llvm.spv.subgroup.id()
declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32) #0
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
attributes #0 = { convergent nounwind }

!0 = !{i32 8}
!1 = !{i32 32, i32 1, i32 1}
