; Synchronization scopes have other names on each target.
;
; RUN: retarget-opt --target=nvptx --steps=address-spaces,attributes %s | FileCheck --check-prefix=NVPTX %s
; RUN: retarget-opt --target=amdgcn --steps=address-spaces,attributes %s | FileCheck --check-prefix=AMDGPU %s
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes %s | FileCheck --check-prefix=X86 %s
; RUN: sed 's/"device"/"galaxy"/' %s > %t.ll
; RUN: not retarget-opt --target=nvptx --steps=address-spaces,attributes %t.ll 2>&1 | FileCheck --check-prefix=UNKNOWN %s

target triple = "spirv64-unknown-unknown"

; UNKNOWN: retarget-opt: error: unknown synchronization scope 'galaxy': f

; NVPTX: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
; NVPTX: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("block") acq_rel
; NVPTX: load atomic i32, ptr addrspace(1) %p syncscope("block") acquire
; NVPTX: fence seq_cst
; AMDGPU: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
; AMDGPU: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") acq_rel
; AMDGPU: load atomic i32, ptr addrspace(1) %p syncscope("wavefront") acquire
; AMDGPU: fence seq_cst
; X86: atomicrmw add ptr %p, i32 1 monotonic
; X86: atomicrmw add ptr %p, i32 1 syncscope("singlethread") acq_rel
; X86: load atomic i32, ptr %p syncscope("singlethread") acquire
; X86: fence seq_cst
define spir_func void @f(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") acq_rel
  %c = load atomic i32, ptr addrspace(1) %p syncscope("subgroup") acquire, align 4
  fence seq_cst
  ret void
}

; Between what one work-item did itself there is an order anyway.
; NVPTX-LABEL: @own(
; NVPTX-NEXT: cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("block") monotonic monotonic
; NVPTX-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("block") monotonic
; NVPTX-NEXT: ret void
; X86-LABEL: @own(
; X86: fence syncscope("singlethread") seq_cst
define spir_func void @own(ptr addrspace(1) %p) {
  %a = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 syncscope("singlethread") seq_cst acquire
  fence syncscope("singlethread") seq_cst
  store atomic i32 1, ptr addrspace(1) %p syncscope("singlethread") release, align 4
  ret void
}
