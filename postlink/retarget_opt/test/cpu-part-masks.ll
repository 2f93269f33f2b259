; Work-items that wait for a part of their sub-group say for whom, and look at
; what the others say. Those that have not begun wait for nobody, whatever
; another kernel left in the memory.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define void @k(
; CHECK: [[FRAMES:%frames]] = call ptr {{%.*}}(i64 {{%.*}}, i64 64)
; CHECK: [[STATES:%.*]] = getelementptr i8, ptr %frames, i64
; CHECK: [[MASKS:%.*]] = getelementptr i8, ptr [[STATES]], i64
; CHECK: [[BYTES:%.*]] = mul nuw i64 {{.*}}, 8
; CHECK: call void @llvm.memset.p0.i64(ptr align 8 [[MASKS]], i8 0, i64 [[BYTES]], i1 false)
; CHECK: call ptr @k.item(
define spir_kernel void @k(ptr addrspace(1) %p, i64 %members) {
  %slot = call ptr @__facet_wait_slot()
  store volatile i64 %members, ptr %slot
  call void @__facet_wait_for_others()
  %left = load volatile i64, ptr %slot
  store i64 %left, ptr addrspace(1) %p
  ret void
}

; No masks where no part waits.
; CHECK-LABEL: define void @whole(
; CHECK-NOT: call void @llvm.memset
define spir_kernel void @whole(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %few = icmp ult i64 %i, 3
  br i1 %few, label %end, label %rest
rest:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 2, i32 272)
  store i64 %i, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

declare ptr @__facet_wait_slot()
declare void @__facet_wait_for_others() #0
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
attributes #0 = { convergent }
