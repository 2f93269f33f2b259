; Arrays of the work-items' values: where each begins is a sum of the sizes before
; it, which are multiples of 64. Nothing that was rounded up is rounded again, but
; for an array with a larger alignment, whose own place alone is.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define void @four(
; CHECK: load i64, {{.*}}!range
; CHECK: [[A:%[0-9]+]] = mul nuw i64 {{%[0-9]+}}, 4
; CHECK-NEXT: [[A63:%[0-9]+]] = add nuw i64 [[A]], 63
; CHECK-NEXT: [[FIRST:%[0-9]+]] = and i64 [[A63]], -64
; CHECK-NEXT: [[ONE:%[0-9]+]] = add nuw i64 0, [[FIRST]]
; CHECK: [[SECOND:%[0-9]+]] = and i64 {{%[0-9]+}}, -64
; CHECK-NEXT: [[TWO:%[0-9]+]] = add nuw i64 [[ONE]], [[SECOND]]
; CHECK: [[THIRD:%[0-9]+]] = and i64 {{%[0-9]+}}, -64
; CHECK-NEXT: [[THREE:%[0-9]+]] = add nuw i64 [[TWO]], [[THIRD]]
; CHECK-NEXT: [[UP:%[0-9]+]] = add nuw i64 [[TWO]], 127
; CHECK-NEXT: [[PLACE:%[0-9]+]] = and i64 [[UP]], -128
; CHECK-NEXT: [[ALL:%[0-9]+]] = add nuw i64 [[THREE]], 64
; CHECK: %arrays = call noalias align 128 ptr {{.*}}(i64 [[ALL]], i64 128)
; CHECK-DAG: getelementptr i8, ptr %arrays, i64 [[ONE]]
; CHECK-DAG: getelementptr i8, ptr %arrays, i64 [[PLACE]]
; CHECK: ret void
define spir_kernel void @four(ptr addrspace(1) %p) #0 {
  %a = load i32, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 128
  %b = load i64, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %p, i64 256
  %c = load <16 x i64>, ptr addrspace(1) %r
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i32 %a, ptr addrspace(1) %r
  store i64 %b, ptr addrspace(1) %p
  store <16 x i64> %c, ptr addrspace(1) %q
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

attributes #0 = { "sycl-dimensions"="1" }
