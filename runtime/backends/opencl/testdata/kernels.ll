; Kernels in the form the AOT step gives to the SPIR-V back end: functors by
; value, USM pointers inside them, a trailing local pointer for the arena.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64v1.2-unknown-unknown"

%saxpy = type { ptr addrspace(1), ptr addrspace(1), float }
%range = type { i64 }
%pointers = type { ptr addrspace(1), ptr addrspace(1) }
%pointer = type { ptr addrspace(1) }

; parallel_for(range<1>): x[i] = a * x[i] + y[i]
define spir_kernel void @_ZTS5saxpy(ptr byval(%saxpy) align 8 %f, ptr byval(%range) align 8 %r) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %n = load i64, ptr %r
  %in = icmp ult i64 %i, %n
  br i1 %in, label %body, label %end
body:
  %x.p = getelementptr inbounds %saxpy, ptr %f, i32 0, i32 0
  %y.p = getelementptr inbounds %saxpy, ptr %f, i32 0, i32 1
  %a.p = getelementptr inbounds %saxpy, ptr %f, i32 0, i32 2
  %x = load ptr addrspace(1), ptr %x.p
  %y = load ptr addrspace(1), ptr %y.p
  %a = load float, ptr %a.p
  %xi.p = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i
  %yi.p = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i
  %xi = load float, ptr addrspace(1) %xi.p
  %yi = load float, ptr addrspace(1) %yi.p
  %m = fmul float %a, %xi
  %s = fadd float %m, %yi
  store float %s, ptr addrspace(1) %xi.p
  br label %end
end:
  ret void
}

; nd_range, 3 dimensions: counts work-items, and writes group ids and sizes.
define spir_kernel void @_ZTS3ids(ptr byval(%pointers) align 8 %f) {
  %sum.p = getelementptr inbounds %pointers, ptr %f, i32 0, i32 0
  %out.p = getelementptr inbounds %pointers, ptr %f, i32 0, i32 1
  %sum = load ptr addrspace(1), ptr %sum.p
  %out = load ptr addrspace(1), ptr %out.p
  %old = atomicrmw add ptr addrspace(1) %sum, i64 1 syncscope("device") monotonic
  %gx = call i64 @llvm.spv.thread.id.i64(i32 0)
  %gy = call i64 @llvm.spv.thread.id.i64(i32 1)
  %gz = call i64 @llvm.spv.thread.id.i64(i32 2)
  %sx = call i64 @llvm.spv.global.size.i64(i32 0)
  %sy = call i64 @llvm.spv.global.size.i64(i32 1)
  %l = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %t0 = mul i64 %gz, %sy
  %t1 = add i64 %t0, %gy
  %t2 = mul i64 %t1, %sx
  %t3 = add i64 %t2, %gx
  %p = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %t3
  store i64 %l, ptr addrspace(1) %p
  ret void
}

; The local arena: reverses each work-group of ints.
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #0
define spir_kernel void @_ZTS7reverse(ptr byval(%pointer) align 8 %f, ptr addrspace(3) %arena) {
  %data = load ptr addrspace(1), ptr %f
  %g = call i64 @llvm.spv.thread.id.i64(i32 0)
  %l = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %n = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  %in.p = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %g
  %v = load i32, ptr addrspace(1) %in.p
  %s.p = getelementptr inbounds i32, ptr addrspace(3) %arena, i64 %l
  store i32 %v, ptr addrspace(3) %s.p
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272) #0
  %m = sub i64 %n, 1
  %o = sub i64 %m, %l
  %o.p = getelementptr inbounds i32, ptr addrspace(3) %arena, i64 %o
  %w = load i32, ptr addrspace(3) %o.p
  store i32 %w, ptr addrspace(1) %in.p
  ret void
}

; Double precision and a double indirection: *(*p) = 2.5 (indirect access).
define spir_kernel void @_ZTS8indirect(ptr byval(%pointer) align 8 %f) {
  %pp = load ptr addrspace(1), ptr %f
  %p = load ptr addrspace(1), ptr addrspace(1) %pp
  %v = load double, ptr addrspace(1) %p
  %w = fadd double %v, 2.5
  store double %w, ptr addrspace(1) %p
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare i64 @llvm.spv.workgroup.size.i64(i32)
declare i64 @llvm.spv.global.size.i64(i32)
attributes #0 = { convergent nounwind }
!opencl.enable.FP_CONTRACT = !{}
