; Orderings become fences of the same scope around relaxed atomics.
;
; RUN: retarget-opt --target=nvptx --steps=address-spaces,attributes,fenced-atomics %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define void @f(
; CHECK-NEXT: %{{.*}} = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
; CHECK-NEXT: fence syncscope("block") release
; CHECK-NEXT: %{{.*}} = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("block") monotonic
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: %{{.*}} = load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic
; CHECK-NEXT: fence syncscope("device") acquire
; CHECK-NEXT: fence release
; CHECK-NEXT: store atomic i32 0, ptr addrspace(1) %p monotonic
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: %{{.*}} = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: %{{.*}} = load i32, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define spir_func void @f(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") acq_rel
  %c = load atomic i32, ptr addrspace(1) %p syncscope("device") acquire, align 4
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  %d = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 seq_cst acquire
  %e = load i32, ptr addrspace(1) %p
  ret void
}
