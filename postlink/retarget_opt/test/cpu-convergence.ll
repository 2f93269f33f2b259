; Branches that decide about barriers, on which work-items could only disagree
; because memory changes between their loads: all work-items reach a barrier or
; none does, so the group decides, and runs each part between barriers for all
; its work-items. Branches on ids are each work-item's own.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; for (k = 0; k < *rounds; ++k) { p[i] += k; barrier; }
; CHECK-LABEL: define internal void @rounds.any(
; CHECK-NOT: call ptr @rounds.item
; CHECK: [[MORE:%more.*]] = icmp
; CHECK: [[BEFORE:%.*]] = load i32, ptr %agreed
; CHECK-NEXT: [[MINE:%.*]] = zext i1 [[MORE]] to i32
; CHECK-NEXT: and i32 [[BEFORE]], [[MINE]]
; CHECK-NOT: call i1 @__sycl_cpu_group
; CHECK-LABEL: define void @flag(
define spir_kernel void @rounds(ptr addrspace(1) %p, ptr addrspace(1) %rounds) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %old = load i64, ptr addrspace(1) %q
  %new = add i64 %old, %k
  store i64 %new, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i64 %k, 1
  %n = load i64, ptr addrspace(1) %rounds
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; if (flags[group].load(relaxed)) { barrier; p[i] = i; }
; CHECK-NOT: call ptr @flag.item
; CHECK: and i32
; CHECK-LABEL: define void @own(
define spir_kernel void @flag(ptr addrspace(1) %p, ptr addrspace(1) %flags) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %g = call i64 @llvm.spv.group.id.i64(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %flags, i64 %g
  %flag = load atomic i32, ptr addrspace(1) %at monotonic, align 4
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %then, label %end

then:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %i, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; Each work-item has a bound of its own: do barrier; while (++k < bounds[i]);
; CHECK: call ptr @own.item
; CHECK-LABEL: define void @changing(
define spir_kernel void @own(ptr addrspace(1) %p, ptr addrspace(1) %bounds) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %bounds, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %k, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %bound = load i64, ptr addrspace(1) %at
  %more = icmp ult i64 %k1, %bound
  br i1 %more, label %loop, label %end

end:
  ret void
}

; What an atomic operation returns differs between work-items.
; CHECK: call ptr @changing.item
; CHECK-LABEL: define void @two(
define spir_kernel void @changing(ptr addrspace(1) %p, ptr addrspace(1) %count) {
entry:
  br label %loop

loop:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %before = atomicrmw add ptr addrspace(1) %count, i64 1 monotonic
  %few = icmp ult i64 %before, 3
  br i1 %few, label %loop, label %end

end:
  ret void
}

; One of two branches is on an id: neither is the group's.
; CHECK: call ptr @two.item
; CHECK-NOT: call i1 @__sycl_cpu_group
define spir_kernel void @two(ptr addrspace(1) %p, ptr addrspace(1) %flags) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %flag = load i32, ptr addrspace(1) %flags
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %then, label %end

then:
  %k = phi i64 [ 0, %entry ], [ %k1, %then ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %k, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %few = icmp ult i64 %k1, %i
  br i1 %few, label %then, label %end

end:
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.group.id.i64(i32)
