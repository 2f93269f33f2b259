; A function makes one pointer to an array that all share, and accesses it by
; that: LLVM's SPIR-V back end walks all users of the array for each access.
; RUN: retarget-opt --target=spirv --steps=variable-pointers %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

@shared = internal addrspace(3) global [512 x i8] undef, align 128
@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define spir_kernel void @several
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr inbounds [512 x i8], ptr addrspace(3) @shared, i64 0, i64 0
; CHECK-NOT: @shared
; CHECK: load i32, ptr addrspace(3) [[FIRST]]
; CHECK: getelementptr i32, ptr addrspace(3) [[FIRST]], i64 %i
; CHECK: [[FOUR:%.*]] = getelementptr {{.*}}ptr addrspace(3) [[FIRST]]
; CHECK: store i32 %x, ptr addrspace(3) [[FOUR]]
; CHECK: store ptr addrspace(3) @shared, ptr addrspace(1) %to
; CHECK: }
define spir_kernel void @several(i64 %i, ptr addrspace(1) %to) {
  %x = load i32, ptr addrspace(3) @shared, align 4
  %p = getelementptr i32, ptr addrspace(3) @shared, i64 %i
  store i32 %x, ptr addrspace(3) %p, align 4
  br label %next
next:
  store i32 %x, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 4), align 4
  store ptr addrspace(3) @shared, ptr addrspace(1) %to, align 8
  ret void
}

; CHECK-LABEL: define spir_kernel void @one
; CHECK-NEXT: load i32, ptr addrspace(3) @shared
define spir_kernel void @one() {
  %x = load i32, ptr addrspace(3) @shared, align 4
  ret void
}

; Constants stay: what prints needs the format itself.
; CHECK-LABEL: define spir_kernel void @constants
; CHECK: load i32, ptr addrspace(2) @table
; CHECK: load i32, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @table, i64 4)
define spir_kernel void @constants() {
  %x = load i32, ptr addrspace(2) @table, align 4
  %y = load i32, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @table, i64 4), align 4
  ret void
}
