; A loop that reads neighbours in local memory has a version for rows that begin
; at multiples of 16 bytes, if an argument of the kernel says whether they do.
;
; RUN: retarget-opt --target=nvptx --steps=aligned-versions %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%sizes = type { i64, i64 }
@arena = external addrspace(3) global [0 x i8], align 128

; CHECK-LABEL: define ptx_kernel void @tile(
; CHECK: [[LOW:%.*]] = and i64 %width, 3
; CHECK: [[BITS:%.*]] = trunc i64 [[LOW]] to i32
; CHECK: [[ALIGNED:%.*]] = icmp eq i32 [[BITS]], 0
; CHECK: br i1 [[ALIGNED]], label %[[YES:.*]], label %[[NO:.*]]
; CHECK: load float, ptr addrspace(3) %row{{.*}}, align 16
; CHECK: load float, ptr addrspace(3) %row{{.*}}, align 4
; CHECK: phi float [ {{.*}} ], [ {{.*}} ]
define ptx_kernel void @tile(ptr byval(%sizes) %sizes, i32 %rounds,
                             ptr addrspace(1) %out) {
entry:
  %offset = load i64, ptr %sizes, !invariant.load !0
  %bits = and i64 %offset, 15
  %aligned = icmp eq i64 %bits, 0
  call void @llvm.assume(i1 %aligned)
  %second = getelementptr inbounds i8, ptr %sizes, i64 8
  %width = load i64, ptr %second, !invariant.load !0
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y = zext i32 %tid to i64
  %start = getelementptr i8, ptr addrspace(3) @arena, i64 %offset
  %index = mul i64 %y, %width
  %row = getelementptr float, ptr addrspace(3) %start, i64 %index
  %p1 = getelementptr i8, ptr addrspace(3) %row, i64 4
  %p2 = getelementptr i8, ptr addrspace(3) %row, i64 8
  %p3 = getelementptr i8, ptr addrspace(3) %row, i64 12
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %s3, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v0 = load float, ptr addrspace(3) %row, align 4
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %v3 = load float, ptr addrspace(3) %p3, align 4
  %s0 = fadd float %sum, %v0
  %s1 = fadd float %s0, %v1
  %s2 = fadd float %s1, %v2
  %s3 = fadd float %s2, %v3
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %rounds
  br i1 %end, label %exit, label %loop
exit:
  store float %s3, ptr addrspace(1) %out
  ret void
}

; What the work-item does differently cannot be asked of the kernel's arguments.
; CHECK-LABEL: define ptx_kernel void @unknown(
; CHECK-NOT: align 16
; CHECK: ret void
define ptx_kernel void @unknown(i32 %rounds, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %tid to i64
  %row = getelementptr float, ptr addrspace(3) @arena, i64 %x
  %p1 = getelementptr i8, ptr addrspace(3) %row, i64 4
  %p2 = getelementptr i8, ptr addrspace(3) %row, i64 8
  %p3 = getelementptr i8, ptr addrspace(3) %row, i64 12
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %s3, %loop ]
  %v0 = load float, ptr addrspace(3) %row, align 4
  %v1 = load float, ptr addrspace(3) %p1, align 4
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %v3 = load float, ptr addrspace(3) %p3, align 4
  %s0 = fadd float %sum, %v0
  %s1 = fadd float %s0, %v1
  %s2 = fadd float %s1, %v2
  %s3 = fadd float %s2, %v3
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %rounds
  br i1 %end, label %exit, label %loop
exit:
  store float %s3, ptr addrspace(1) %out
  ret void
}

; Writes between the loads keep them apart.
; CHECK-LABEL: define ptx_kernel void @written(
; CHECK-NOT: align 16
; CHECK: ret void
define ptx_kernel void @written(i64 %width, i32 %rounds) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y = zext i32 %tid to i64
  %index = mul i64 %y, %width
  %row = getelementptr float, ptr addrspace(3) @arena, i64 %index
  %p1 = getelementptr i8, ptr addrspace(3) %row, i64 4
  %p2 = getelementptr i8, ptr addrspace(3) %row, i64 8
  %p3 = getelementptr i8, ptr addrspace(3) %row, i64 12
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v0 = load float, ptr addrspace(3) %row, align 4
  %v1 = load float, ptr addrspace(3) %p1, align 4
  store float %v0, ptr addrspace(3) %p3, align 4
  %v2 = load float, ptr addrspace(3) %p2, align 4
  %v3 = load float, ptr addrspace(3) %p3, align 4
  store float %v1, ptr addrspace(3) %p2, align 4
  store float %v2, ptr addrspace(3) %p1, align 4
  store float %v3, ptr addrspace(3) %row, align 4
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, %rounds
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

!0 = !{}
