; Pointers in arguments point to global memory; arguments do not change.
;
; RUN: retarget-opt --target=nvptx --steps=address-spaces,attributes,infer-arguments %s | FileCheck --check-prefix=NVPTX %s
; RUN: retarget-opt --target=amdgcn --steps=address-spaces,attributes,amdgpu-kernels %s | FileCheck --check-prefix=AMDGPU %s

target triple = "spirv64-unknown-unknown"

%struct.f = type { ptr addrspace(4), i32 }

; NVPTX-LABEL: define ptx_kernel void @reads(
; NVPTX: [[P:%.*]] = load ptr, ptr %f, align 8, !invariant.load
; NVPTX: [[G:%.*]] = addrspacecast ptr [[P]] to ptr addrspace(1)
; NVPTX: [[U:%.*]] = addrspacecast ptr addrspace(1) [[G]] to ptr
; NVPTX: store i32 1, ptr [[U]]
; AMDGPU-LABEL: define protected amdgpu_kernel void @reads(ptr addrspace(4) noalias noundef byref(%struct.f{{.*}}) align 8 %f)
; AMDGPU: [[COPY:%.*]] = alloca %struct.f{{.*}}, align 8, addrspace(5)
; AMDGPU: call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align 8 [[COPY]], ptr addrspace(4) align 8 %f, i64 16, i1 false)
define spir_kernel void @reads(ptr byval(%struct.f) align 8 %f) {
  %p = load ptr addrspace(4), ptr %f, align 8
  store i32 1, ptr addrspace(4) %p
  ret void
}

; One that is written may change: nothing is known of what is read from it.
; NVPTX-LABEL: define ptx_kernel void @writes(
; NVPTX-NOT: invariant.load
; NVPTX-NOT: addrspacecast
; NVPTX: ret void
define spir_kernel void @writes(ptr byval(%struct.f) align 8 %f, ptr addrspace(4) %q) {
  store ptr addrspace(4) %q, ptr %f
  %p = load ptr addrspace(4), ptr %f, align 8
  store i32 1, ptr addrspace(4) %p
  ret void
}

; What is read through a pointer that may also be another says nothing of the
; rest.
; NVPTX-LABEL: define ptx_kernel void @merges(
; NVPTX: load ptr, ptr %f, align 8, !invariant.load
; NVPTX: [[EITHER:%.*]] = select i1
; NVPTX-NEXT: [[INSIDE:%.*]] = getelementptr i8, ptr [[EITHER]], i64 8
; NVPTX-NEXT: load i64, ptr [[EITHER]], align 8{{$}}
; NVPTX-NEXT: load i64, ptr [[INSIDE]], align 8{{$}}
define spir_kernel void @merges(ptr byval(%struct.f) align 8 %f, i1 %c, ptr addrspace(4) %out) {
  %p = load ptr addrspace(4), ptr %f, align 8
  %own = addrspacecast ptr %f to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %own, ptr addrspace(4) %p
  %inside = getelementptr i8, ptr addrspace(4) %either, i64 8
  %a = load i64, ptr addrspace(4) %either, align 8
  %b = load i64, ptr addrspace(4) %inside, align 8
  %sum = add i64 %a, %b
  store i64 %sum, ptr addrspace(4) %out, align 8
  ret void
}

; The required work-group size bounds the flat one.
; AMDGPU: define protected amdgpu_kernel void @sized() [[SIZED:#[0-9]+]]
; AMDGPU: attributes [[SIZED]] = { {{.*}}"amdgpu-flat-work-group-size"="32,32"
define spir_kernel void @sized() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 16, i32 2, i32 1}
