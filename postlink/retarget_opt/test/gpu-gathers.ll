; Loads of indices come before loads by them, and those where they are used.
;
; RUN: retarget-opt --target=nvptx --steps=gather-order %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @gather(
; CHECK: %i0 = load i32
; CHECK-NEXT: %at1 = getelementptr
; CHECK-NEXT: %i1 = load i32
; CHECK-NEXT: %p0 = getelementptr
; CHECK-NEXT: %q0 = getelementptr
; CHECK-NEXT: %p1 = getelementptr
; CHECK-NEXT: %q1 = getelementptr
; CHECK-NEXT: %b1 = load float, ptr addrspace(1) %q1
; CHECK-NEXT: %b0 = load float, ptr addrspace(1) %q0
; CHECK-NEXT: %s = fsub float %b1, %b0
; CHECK-NEXT: %a0 = load float
; CHECK-NEXT: %a1 = load float
; CHECK-NEXT: %d = fmul float %a0, %a1
; CHECK-NEXT: %sum = fadd
; CHECK-NEXT: store
define void @gather(ptr addrspace(1) %nodes, ptr addrspace(1) %a,
                    ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %i0 = load i32, ptr addrspace(1) %nodes
  %p0 = getelementptr float, ptr addrspace(1) %a, i32 %i0
  %a0 = load float, ptr addrspace(1) %p0
  %q0 = getelementptr float, ptr addrspace(1) %b, i32 %i0
  %b0 = load float, ptr addrspace(1) %q0
  %at1 = getelementptr i8, ptr addrspace(1) %nodes, i64 4
  %i1 = load i32, ptr addrspace(1) %at1
  %p1 = getelementptr float, ptr addrspace(1) %a, i32 %i1
  %a1 = load float, ptr addrspace(1) %p1
  %q1 = getelementptr float, ptr addrspace(1) %b, i32 %i1
  %b1 = load float, ptr addrspace(1) %q1
  %s = fsub float %b1, %b0
  %d = fmul float %a0, %a1
  %sum = fadd float %s, %d
  store float %sum, ptr addrspace(1) %out
  ret void
}

; Nothing passes a write: it may be to what is loaded.
; CHECK-LABEL: define void @writes(
; CHECK: store float %a0
; CHECK-NEXT: %at1 = getelementptr
; CHECK-NEXT: %i1 = load i32
; CHECK-NEXT: %p1 = getelementptr
; CHECK-NEXT: %a1 = load float
; CHECK-NEXT: %q1 = getelementptr
; CHECK-NEXT: %b1 = load float
; CHECK-NEXT: %b2 = load float
define void @writes(ptr addrspace(1) %nodes, ptr addrspace(1) %a,
                    ptr addrspace(1) %b, ptr addrspace(1) %out) {
  %i0 = load i32, ptr addrspace(1) %nodes
  %p0 = getelementptr float, ptr addrspace(1) %a, i32 %i0
  %a0 = load float, ptr addrspace(1) %p0
  store float %a0, ptr addrspace(1) %out
  %at1 = getelementptr i8, ptr addrspace(1) %nodes, i64 4
  %i1 = load i32, ptr addrspace(1) %at1
  %p1 = getelementptr float, ptr addrspace(1) %a, i32 %i1
  %a1 = load float, ptr addrspace(1) %p1
  %q1 = getelementptr float, ptr addrspace(1) %b, i32 %i1
  %b1 = load float, ptr addrspace(1) %q1
  %b2 = load float, ptr addrspace(1) %b
  %s = fsub float %b1, %a1
  %t = fsub float %s, %b2
  store float %t, ptr addrspace(1) %out
  ret void
}

; Volatile and atomic loads stay where they are, and so do those around them.
; CHECK-LABEL: define void @volatile(
; CHECK: %i0 = load i32
; CHECK-NEXT: %p0 = getelementptr
; CHECK-NEXT: %a0 = load float
; CHECK-NEXT: %v = load volatile i32
; CHECK-NEXT: %i1 = load i32
define void @volatile(ptr addrspace(1) %nodes, ptr addrspace(1) %a,
                      ptr addrspace(1) %out) {
  %i0 = load i32, ptr addrspace(1) %nodes
  %p0 = getelementptr float, ptr addrspace(1) %a, i32 %i0
  %a0 = load float, ptr addrspace(1) %p0
  %v = load volatile i32, ptr addrspace(1) %nodes
  %i1 = load i32, ptr addrspace(1) %nodes
  %p1 = getelementptr float, ptr addrspace(1) %a, i32 %i1
  %a1 = load float, ptr addrspace(1) %p1
  %p2 = getelementptr float, ptr addrspace(1) %p1, i32 %v
  %a2 = load float, ptr addrspace(1) %p2
  %p3 = getelementptr float, ptr addrspace(1) %p2, i32 %v
  %a3 = load float, ptr addrspace(1) %p3
  %s = fsub float %a0, %a1
  %t = fsub float %a2, %a3
  %u = fsub float %s, %t
  store float %u, ptr addrspace(1) %out
  ret void
}
