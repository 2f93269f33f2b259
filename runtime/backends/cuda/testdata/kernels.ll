; Kernels in the form the AOT step gives to the NVPTX back end: functors by
; value, USM pointers inside them, the local arena as dynamic shared memory.
;   llc-22 -O2 -mcpu=sm_75 -mattr=+ptx63 kernels.ll
; gives the text in kernels_ptx.h.
target triple = "nvptx64-nvidia-cuda"

%saxpy = type { ptr addrspace(1), ptr addrspace(1), float }
%range = type { i64 }
%pointer = type { ptr addrspace(1) }

@arena = external addrspace(3) global [0 x i8], align 128

; parallel_for(range<1>): x[i] = a * x[i] + y[i]
define ptx_kernel void @_ZTS5saxpy(ptr byval(%saxpy) align 8 %f, ptr byval(%range) align 8 %r) {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = mul i32 %block, %size
  %sum = add i32 %base, %thread
  %i = zext i32 %sum to i64
  %n = load i64, ptr %r
  %in = icmp ult i64 %i, %n
  br i1 %in, label %body, label %end
body:
  %y.p = getelementptr inbounds %saxpy, ptr %f, i32 0, i32 1
  %a.p = getelementptr inbounds %saxpy, ptr %f, i32 0, i32 2
  %x = load ptr addrspace(1), ptr %f
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

; nd_range<3>: out[linear id] = linear local id; sum += 1
%pair = type { ptr addrspace(1), ptr addrspace(1) }
define ptx_kernel void @_ZTS3ids(ptr byval(%pair) align 8 %f) {
  %out.p = getelementptr inbounds %pair, ptr %f, i32 0, i32 1
  %sum = load ptr addrspace(1), ptr %f
  %out = load ptr addrspace(1), ptr %out.p
  %old = atomicrmw add ptr addrspace(1) %sum, i64 1 monotonic
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %cx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %cy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %x0 = mul i32 %bx, %nx
  %x = add i32 %x0, %tx
  %y0 = mul i32 %by, %ny
  %y = add i32 %y0, %ty
  %z0 = mul i32 %bz, %nz
  %z = add i32 %z0, %tz
  %sx = mul i32 %cx, %nx
  %sy = mul i32 %cy, %ny
  %t0 = mul i32 %z, %sy
  %t1 = add i32 %t0, %y
  %t2 = mul i32 %t1, %sx
  %t3 = add i32 %t2, %x
  %id = zext i32 %t3 to i64
  %l = zext i32 %tx to i64
  %p = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %id
  store i64 %l, ptr addrspace(1) %p
  ret void
}

; The local arena: reverses each work-group of ints.
define ptx_kernel void @_ZTS7reverse(ptr byval(%pointer) align 8 %f) {
  %data = load ptr addrspace(1), ptr %f
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %base = mul i32 %block, %n
  %g = add i32 %base, %l
  %in.p = getelementptr inbounds i32, ptr addrspace(1) %data, i32 %g
  %v = load i32, ptr addrspace(1) %in.p
  %s.p = getelementptr inbounds i32, ptr addrspace(3) @arena, i32 %l
  store i32 %v, ptr addrspace(3) %s.p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = sub i32 %n, 1
  %o = sub i32 %m, %l
  %o.p = getelementptr inbounds i32, ptr addrspace(3) @arena, i32 %o
  %w = load i32, ptr addrspace(3) %o.p
  store i32 %w, ptr addrspace(1) %in.p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
