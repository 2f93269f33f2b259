; Kernels with more local memory than may be static (here 1024 bytes) have it in dynamic memory, before the arena.
;
; RUN: retarget-opt --target=nvptx --steps=address-spaces,shared-arena,large-variables %s | FileCheck %s
; RUN: sed -e 's/;SHARED//' %s > %t.ll
; RUN: retarget-opt --target=nvptx --steps=address-spaces,shared-arena,large-variables %t.ll | FileCheck --check-prefix=SHARED %s

target triple = "spirv64-unknown-unknown"

; A variable is where it is for all its kernels, behind what each of them has before.
; CHECK: ; both needs 1536 bytes
; CHECK: ; large needs 1152 bytes
; CHECK: ; shares needs 1536 bytes

; CHECK-NOT: @first
; CHECK-NOT: @second
; CHECK: @small = internal addrspace(3) global [4 x i32] undef
; CHECK: @__facet_local_arena = external addrspace(3) global [0 x i8], align 128
;
; Another function has the arena: nothing moves.
; SHARED-NOT: needs
; SHARED: @first = internal addrspace(3) global
@first = internal addrspace(3) global [257 x i32] undef, align 4
@second = internal addrspace(3) global [100 x i32] undef, align 16
@small = internal addrspace(3) global [4 x i32] undef

; CHECK-LABEL: define {{.*}}@large(
; CHECK: store i32 1, ptr addrspace(3) @__facet_local_arena
; CHECK: getelementptr i8, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @__facet_local_arena, i64 1152), i64 4
define spir_kernel void @large() {
  store i32 1, ptr addrspace(3) @first
  %arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  %p = getelementptr i8, ptr addrspace(3) %arena, i64 4
  store i32 2, ptr addrspace(3) %p
  ret void
}

; CHECK-LABEL: define {{.*}}@both(
; CHECK: store i32 3, ptr addrspace(3) @__facet_local_arena
; CHECK: call {{.*}}void @part()
define spir_kernel void @both() {
  store i32 3, ptr addrspace(3) @first
  call spir_func void @part()
  ret void
}

; CHECK-LABEL: define {{.*}}@part(
; CHECK: store i32 4, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @__facet_local_arena, i64 1040)
define internal spir_func void @part() noinline {
  store i32 4, ptr addrspace(3) @second
  ret void
}

; CHECK-LABEL: define {{.*}}@shares(
define spir_kernel void @shares() {
  call spir_func void @part()
  %arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  ; CHECK: store i32 5, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @__facet_local_arena, i64 1536)
  store i32 5, ptr addrspace(3) %arena
  ret void
}

; CHECK-LABEL: define {{.*}}@untouched(
; CHECK: store i32 6, ptr addrspace(3) @small
; CHECK: store i32 7, ptr addrspace(3) @__facet_local_arena
define spir_kernel void @untouched() {
  store i32 6, ptr addrspace(3) @small
  %arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  store i32 7, ptr addrspace(3) %arena
  ;SHAREDcall spir_func void @asks()
  ret void
}

define internal spir_func void @asks() noinline {
  ;SHARED%arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  ;SHAREDstore i32 8, ptr addrspace(3) %arena
  ret void
}

declare spir_func ptr addrspace(3) @__sycl_local_arena()
