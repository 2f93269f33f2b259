; Address spaces of types, constants, globals and functions follow the target.
;
; RUN: retarget-opt --target=nvptx --steps=address-spaces,attributes %s | FileCheck --check-prefixes=CHECK,NVPTX %s
; RUN: retarget-opt --target=amdgcn --steps=address-spaces,attributes,amdgpu-kernels %s | FileCheck --check-prefixes=CHECK,AMDGPU %s
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes %s | FileCheck --check-prefixes=CHECK,X86 %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; NVPTX: target triple = "nvptx64-nvidia-cuda"
; AMDGPU: target triple = "amdgcn-amd-amdhsa"
; X86: target triple = "x86_64-unknown-linux-gnu"

%struct.node = type { ptr addrspace(4), i32 }

; NVPTX-DAG: @table = internal addrspace(1) constant [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @data to ptr), ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i64 4) to ptr)]
; AMDGPU-DAG: @table = internal addrspace(1) constant [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @data to ptr), ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i64 4) to ptr)]
; X86-DAG: @table = internal constant [2 x ptr] [ptr @data, ptr getelementptr (i8, ptr @data, i64 4)]
@data = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]
@table = internal addrspace(1) constant [2 x ptr addrspace(4)] [
  ptr addrspace(4) addrspacecast (ptr addrspace(1) @data to ptr addrspace(4)),
  ptr addrspace(4) addrspacecast (ptr addrspace(1) getelementptr ([2 x i32], ptr addrspace(1) @data, i64 0, i64 1) to ptr addrspace(4))]

; A null local pointer is not zero on AMD GPUs.
; CHECK-LABEL: define {{.*}}@is_null(
; NVPTX: icmp eq ptr addrspace(3) %p, null
; AMDGPU: icmp eq ptr addrspace(3) %p, addrspacecast (ptr null to ptr addrspace(3))
; X86: icmp eq ptr %p, null
define internal spir_func i1 @is_null(ptr addrspace(3) %p) {
  %c = icmp eq ptr addrspace(3) %p, null
  ret i1 %c
}

; Structures with local pointers are smaller on AMD GPUs: accesses by bytes.
; CHECK-LABEL: define {{.*}}@layout(
; NVPTX: alloca { ptr addrspace(3), i32 }
; NVPTX: getelementptr { ptr addrspace(3), i32 }, ptr %a, i64 0, i32 1
; AMDGPU: alloca [16 x i8], align 8, addrspace(5)
; AMDGPU: getelementptr i8, ptr addrspace(5) %a, i64 8
; X86: alloca { ptr, i32 }
define internal spir_func void @layout(ptr addrspace(3) %p) {
  %a = alloca { ptr addrspace(3), i32 }, align 8
  store ptr addrspace(3) %p, ptr %a
  %f = getelementptr { ptr addrspace(3), i32 }, ptr %a, i64 0, i32 1
  store i32 1, ptr %f
  ret void
}

; Intrinsics get the name for their new types; casts to the same space vanish.
; NVPTX-LABEL: define ptx_kernel void @kernel(
; AMDGPU-LABEL: define protected amdgpu_kernel void @kernel(
; X86-LABEL: define void @kernel(
; NVPTX-SAME: ptr byval(%struct.node
; NVPTX-NOT: addrspacecast
; NVPTX: call void @llvm.memcpy.p0.p0.i64(
; AMDGPU: addrspacecast ptr addrspace(5) {{%.*}} to ptr
; AMDGPU: call void @llvm.memcpy.p0.p0.i64(
; X86-NOT: addrspacecast
; X86: call void @llvm.memcpy.p0.p0.i64(
define spir_kernel void @kernel(ptr byval(%struct.node) align 8 %n, ptr addrspace(4) %out) {
  %g = addrspacecast ptr %n to ptr addrspace(4)
  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) %out, ptr addrspace(4) %g, i64 16, i1 false)
  ret void
}

declare void @llvm.memcpy.p4.p4.i64(ptr addrspace(4), ptr addrspace(4), i64, i1)
