; Values that all work-items of a group combine: the loop over the work-items
; builds up a variable of the group, which the loops behind the barrier read, and
; on which all of them agree. In a coroutine the variable is scratch memory.
;
; RUN: retarget-opt --target=x86_64 --steps=constants,address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s
; RUN: retarget-opt --target=nvptx --steps=constants %s | FileCheck --check-prefix=GPU %s

target triple = "spirv64-unknown-unknown"

; p[i] = sum of all x
; CHECK-LABEL: define void @sum(
; CHECK-NOT: @arrays
; CHECK: store float -0.000000e+00, ptr %combined
; CHECK: [[X:%.*]] = load float, ptr
; CHECK: [[BEFORE:%.*]] = load float, ptr %combined
; CHECK-NEXT: [[SUM:%.*]] = fadd reassoc float [[BEFORE]], [[X]]
; CHECK-NEXT: store float [[SUM]], ptr %combined
; CHECK: [[ALL:%.*]] = load float, ptr %combined
; CHECK: store float [[ALL]], ptr
; CHECK-NOT: call {{.*}}combine
; GPU-LABEL: @sum(
; GPU-NOT: call {{.*}}combine
; GPU: store float %x
define spir_kernel void @sum(ptr addrspace(1) %p) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %q
  %all = call spir_func float @__sycl_group_combine_f32(i32 0, float %x) #0
  store float %all, ptr addrspace(1) %q
  ret void
}

; for (k = 0; k < maximum of all x; ++k) { barrier; ++p[i]; }
; CHECK-LABEL: define internal void @bound.any(
; CHECK-NOT: call ptr @bound.item
; CHECK: store i32 -2147483648, ptr %combined
; CHECK: call i32 @llvm.smax.i32(
; CHECK-NOT: %agreed
; CHECK: ret void
define spir_kernel void @bound(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %n = call spir_func i32 @__sycl_group_combine_u32(i32 6, i32 %x) #0
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %old = load i32, ptr addrspace(1) %q
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %q
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Each round begins with nothing.
; CHECK-LABEL: define internal void @rounds.any(
; CHECK-NOT: call ptr @rounds.item
; CHECK: store i64 0, ptr %combined
; CHECK: loop.x{{.*}}:
; CHECK: [[LAST:%.*]] = load i64, ptr %combined
; CHECK-NEXT: add i64 [[LAST]],
; CHECK: ret void
define spir_kernel void @rounds(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %x = load i64, ptr addrspace(1) %q
  %sum = call spir_func i64 @__sycl_group_combine_u64(i32 0, i64 %x) #0
  store i64 %sum, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; if (i >= n) return; each has a path of its own
; CHECK-LABEL: define void @own(
; CHECK: call ptr @own.item
define spir_kernel void @own(ptr addrspace(1) %p, i64 %n) #1 {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %in = icmp ult i64 %i, %n
  br i1 %in, label %then, label %end

then:
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %x = load i64, ptr addrspace(1) %q
  %most = call spir_func i64 @__sycl_group_combine_u64(i32 8, i64 %x) #0
  store i64 %most, ptr addrspace(1) %q
  br label %end

end:
  ret void
}
; The first work-item stores, the others add, and then all read; a barrier each,
; and one more before the memory may be written again.
; CHECK-LABEL: define {{.*}} @own.item.resume(
; CHECK: call i64 @llvm.umax.i64(

declare spir_func float @__sycl_group_combine_f32(i32, float) #0
declare spir_func i32 @__sycl_group_combine_u32(i32, i32) #0
declare spir_func i64 @__sycl_group_combine_u64(i32, i64) #0
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
attributes #0 = { convergent nounwind }
attributes #1 = { "facet-whole-body" }
