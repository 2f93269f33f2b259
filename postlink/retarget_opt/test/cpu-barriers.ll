; A kernel whose work-items meet as often as each of them wants becomes a
; coroutine per work-item and a scheduler.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck --check-prefix=FUNCTION %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define void @k(
; Frames and state bytes come from the runtime's scratch memory.
; CHECK: %frames = call ptr {{%.*}}(i64 {{%.*}}, i64 64)
; CHECK: loop.x:
; CHECK: call ptr @k.item(ptr %0, ptr %1, i64 %local.x, i64 %local.y, i64 %local.z,
; CHECK: round:
; Items that wait at a work-group barrier (2) run on.
; CHECK: icmp eq i8 {{%.*}}, 2
; CHECK: call fastcc void @k.item.resume(
; CHECK: br i1 {{%.*}}, label %round, label %done
; CHECK-NOT: subgroup
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %k1, %loop ]
  call spir_func void @helper()
  store i64 %i, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %i
  br i1 %more, label %loop, label %end

end:
  ret void
}

define internal spir_func void @helper() noinline {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret void
}

; Sub-groups run until their own barriers are passed, which others may not come
; to. Where all come to them they are as good as the group's (cpu-fission.ll).
; CHECK-LABEL: define void @sub(
; CHECK: subgroup:
; CHECK: subgroup.round:
; CHECK: icmp eq i8 {{%.*}}, 3
; CHECK: call fastcc void @sub.item.resume(
; CHECK: br i1 {{%.*}}, label %subgroup.round, label %subgroup.next
define spir_kernel void @sub(i32 %n, ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %own = load i64, ptr addrspace(1) %q
  %few = icmp ult i64 %own, 32
  br i1 %few, label %loop, label %end

loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 144)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; A barrier of one work-item is none; memory beyond the group needs a fence.
; CHECK-LABEL: define void @none(
; CHECK-NOT: .item
; CHECK: fence seq_cst
; CHECK: ret void
define spir_kernel void @none() {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 4, i32 4, i32 0)
  call spir_func void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 16)
  call spir_func void @_Z21__spirv_MemoryBarrierjj(i32 2, i32 16)
  ret void
}

; Functions that stay functions have fences, too.
; FUNCTION: define internal void @publish(
; FUNCTION: store i32 1
; FUNCTION-NEXT: fence seq_cst
; FUNCTION-NEXT: ret void
; CHECK-LABEL: define void @calls(
; CHECK: call void @publish(
define spir_kernel void @calls(ptr addrspace(1) %p) {
  call spir_func void @publish(ptr addrspace(1) %p)
  ret void
}

define internal spir_func void @publish(ptr addrspace(1) %p) noinline {
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 16)
  call spir_func void @_Z21__spirv_MemoryBarrierjj(i32 2, i32 16)
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func void @_Z21__spirv_MemoryBarrierjj(i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
