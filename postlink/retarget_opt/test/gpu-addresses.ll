; Addresses that differ by products of arguments of the kernel are computed from
; each other.
;
; RUN: retarget-opt --target=nvptx --steps=address-differences %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%sizes = type { i64, i64 }

; a[z][y][x] and its neighbours in y and z: one product for each.
; CHECK-LABEL: define ptx_kernel void @stencil(
; CHECK: [[HERE:%.*]] = getelementptr float, ptr addrspace(1) %row, i64 %x
; CHECK: load float, ptr addrspace(1) [[HERE]]
; CHECK: [[ROW:%.*]] = mul i64 %width, 4
; CHECK: [[MINUS:%.*]] = sub i64 0, [[ROW]]
; CHECK: [[ABOVE:%.*]] = getelementptr i8, ptr addrspace(1) [[HERE]], i64 [[MINUS]]
; CHECK: load float, ptr addrspace(1) [[ABOVE]]
; CHECK: [[BOTH:%.*]] = mul i64 %{{height|width}}, %{{height|width}}
; CHECK: [[PLANE:%.*]] = mul i64 [[BOTH]], 4
; CHECK: [[BEHIND:%.*]] = getelementptr i8, ptr addrspace(1) [[HERE]], i64 [[PLANE]]
; CHECK: load float, ptr addrspace(1) [[BEHIND]]
define ptx_kernel void @stencil(ptr addrspace(1) %a, i64 %z, i64 %y, i64 %x,
                                ptr byval(%sizes) %sizes, ptr addrspace(1) %out) {
  %height = load i64, ptr %sizes, !invariant.load !0
  %second = getelementptr inbounds i8, ptr %sizes, i64 8
  %width = load i64, ptr %second, !invariant.load !0
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = zext i32 %tid to i64
  %plane = mul i64 %height, %own
  %line = add i64 %plane, %y
  %start = mul i64 %line, %width
  %row = getelementptr float, ptr addrspace(1) %a, i64 %start
  %here = getelementptr float, ptr addrspace(1) %row, i64 %x
  %v = load float, ptr addrspace(1) %here
  %above.y = add i64 %y, -1
  %above.line = add i64 %above.y, %plane
  %above.start = mul i64 %above.line, %width
  %above.row = getelementptr float, ptr addrspace(1) %a, i64 %above.start
  %above = getelementptr float, ptr addrspace(1) %above.row, i64 %x
  %w = load float, ptr addrspace(1) %above
  %behind.z = add i64 %own, 1
  %behind.plane = mul i64 %height, %behind.z
  %behind.line = add i64 %behind.plane, %y
  %behind.start = mul i64 %behind.line, %width
  %behind.row = getelementptr float, ptr addrspace(1) %a, i64 %behind.start
  %behind = getelementptr float, ptr addrspace(1) %behind.row, i64 %x
  %u = load float, ptr addrspace(1) %behind
  %sum = fadd float %v, %w
  %all = fadd float %sum, %u
  store float %all, ptr addrspace(1) %out
  ret void
}

; A difference that depends on the work-item is no cheaper.
; CHECK-LABEL: define ptx_kernel void @different(
; CHECK: mul i64 %next, %width
define ptx_kernel void @different(ptr addrspace(1) %a, i64 %width) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %tid to i64
  %other = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y = zext i32 %other to i64
  %start = mul i64 %x, %width
  %first = getelementptr float, ptr addrspace(1) %a, i64 %start
  %v = load float, ptr addrspace(1) %first
  %next = add i64 %x, %y
  %second.start = mul i64 %next, %width
  %second = getelementptr float, ptr addrspace(1) %a, i64 %second.start
  store float %v, ptr addrspace(1) %second
  ret void
}

; Nor can an address be used that was not computed on the path.
; CHECK-LABEL: define ptx_kernel void @branches(
; CHECK: left:
; CHECK: mul i64 %x, %width
; CHECK: right:
; CHECK: mul i64 %next, %width
define ptx_kernel void @branches(ptr addrspace(1) %a, i64 %width, i1 %c) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext i32 %tid to i64
  br i1 %c, label %left, label %right
left:
  %start = mul i64 %x, %width
  %first = getelementptr float, ptr addrspace(1) %a, i64 %start
  store float 1.0, ptr addrspace(1) %first
  ret void
right:
  %next = add i64 %x, 1
  %second.start = mul i64 %next, %width
  %second = getelementptr float, ptr addrspace(1) %a, i64 %second.start
  store float 1.0, ptr addrspace(1) %second
  ret void
}

!0 = !{}
