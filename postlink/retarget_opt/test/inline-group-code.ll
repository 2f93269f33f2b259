; Functions with barriers become part of kernels, also those that the source
; keeps out of line; conditional code stays a function.
;
; RUN: retarget-opt --target=spirv --steps=inline-group-code %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: call spir_func void @plain(
; CHECK-NEXT: call spir_func void @conditional()
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p) {
  call spir_func void @outer(ptr addrspace(1) %p)
  call spir_func void @plain(ptr addrspace(1) %p)
  call spir_func void @conditional()
  ret void
}

define internal spir_func void @outer(ptr addrspace(1) %p) noinline optnone {
  call spir_func void @inner()
  store i32 1, ptr addrspace(1) %p
  ret void
}

; So do those that ask for the global offset.
; CHECK-LABEL: define spir_kernel void @offset(
; CHECK-NEXT: call i64 @llvm.spv.global.offset.i64(i32 2)
define spir_kernel void @offset(ptr addrspace(1) %p) {
  %o = call i64 @asks()
  store i64 %o, ptr addrspace(1) %p
  ret void
}

define internal i64 @asks() noinline {
  %o = call i64 @llvm.spv.global.offset.i64(i32 2)
  ret i64 %o
}

define internal spir_func void @inner() noinline {
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret void
}

; CHECK-LABEL: define internal spir_func void @plain(
define internal spir_func void @plain(ptr addrspace(1) %p) noinline {
  store i32 2, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_func void @conditional(
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrierjjj(
define spir_func void @conditional() noinline "facet-stays-function" {
  call spir_func void @inner()
  ret void
}

declare void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

; So do atomic operations on what may be global or local memory, and what calls
; them: its kernels know which.
; CHECK-LABEL: define spir_kernel void @counts(
; CHECK-NEXT: addrspacecast
; CHECK-NEXT: cmpxchg ptr addrspace(4)
; CHECK-NEXT: call spir_func void @count_global(
; CHECK-NEXT: ret void
define spir_kernel void @counts(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call spir_func void @count_twice(ptr addrspace(4) %q)
  call spir_func void @count_global(ptr addrspace(1) %p)
  ret void
}

define internal spir_func void @count_twice(ptr addrspace(4) %p) noinline {
  call spir_func void @count(ptr addrspace(4) %p)
  ret void
}

define internal spir_func void @count(ptr addrspace(4) %p) noinline {
  %a = cmpxchg ptr addrspace(4) %p, i32 1, i32 2 monotonic monotonic
  ret void
}

; CHECK: define internal spir_func void @count_global(
define internal spir_func void @count_global(ptr addrspace(1) %p) noinline {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret void
}
declare i64 @llvm.spv.global.offset.i64(i32)
