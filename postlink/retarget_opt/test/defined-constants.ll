; What is undefined in a constant becomes zero; what is undefined as a whole
; stays so.
;
; RUN: retarget-opt --target=spirv --steps=defined-constants %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

%u = type { i32, [4 x i8] }

; CHECK: @unions = {{.*}} [2 x %u] [%u { i32 8, [4 x i8] zeroinitializer }, %u { i32 8, [4 x i8] zeroinitializer }]
@unions = private addrspace(1) constant [2 x %u] [%u { i32 8, [4 x i8] undef }, %u { i32 8, [4 x i8] poison }]
; CHECK: @numbers = {{.*}} [3 x i32] [i32 8, i32 0, i32 0]
@numbers = private addrspace(1) constant [3 x i32] [i32 8, i32 undef, i32 poison]
; CHECK: @whole = {{.*}} [3 x i32] undef
@whole = internal addrspace(3) global [3 x i32] undef

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: store %u { i32 8, [4 x i8] zeroinitializer }, ptr addrspace(1) %p
; CHECK: store i32 undef
define spir_kernel void @k(ptr addrspace(1) %p) {
  store %u { i32 8, [4 x i8] undef }, ptr addrspace(1) %p
  store i32 undef, ptr addrspace(1) %p
  ret void
}
