; A program that makes an nd_range with an offset has a second version of each
; kernel that depends on it; the first one, and other kernels, stay as they are.
;
; RUN: retarget-opt --target=nvptx --steps=offset-variants %s | FileCheck %s
; RUN: sed '/^!sycl_nd_range_offsets/d' %s | retarget-opt --target=nvptx --steps=offset-variants - | FileCheck --check-prefix=NONE %s
; NONE-NOT: offset.x
; NONE-NOT: __sycl_takes_offsets

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(ptr byval(i64) %p)
; CHECK: %i = call i64 @llvm.spv.thread.id.i64(i32 0)
; CHECK: %o = call i64 @llvm.spv.global.offset.i64(i32 1)
; CHECK: call spir_func void @helper(i64 %i)
; CHECK: call spir_func void @shared()
define spir_kernel void @k(ptr byval(i64) %p) !reqd_work_group_size !1 {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %o = call i64 @llvm.spv.global.offset.i64(i32 1)
  %sum = add i64 %i, %o
  store volatile i64 %sum, ptr %p
  call spir_func void @helper(i64 %i)
  call spir_func void @shared()
  ret void
}

; CHECK-LABEL: define internal spir_func void @helper(i64 %x)
define internal spir_func void @helper(i64 %x) noinline {
  %i = call i32 @llvm.spv.thread.id.i32(i32 2)
  %l = call i32 @llvm.spv.thread.id.in.group.i32(i32 2)
  %more = icmp ugt i64 %x, 5
  br i1 %more, label %again, label %end
again:
  call spir_func void @helper(i64 %x)
  br label %end
end:
  ret void
}

define internal spir_func void @shared() noinline {
  ret void
}

; Over a range, and without ids.
; CHECK-LABEL: define spir_kernel void @range(
define spir_kernel void @range() {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %in = call i1 @__sycl_in_range(i64 %i, i64 5)
  ret void
}
; CHECK-LABEL: define spir_kernel void @single(
define spir_kernel void @single() {
  %l = call i32 @llvm.spv.thread.id.in.group.i32(i32 2)
  ret void
}

; Functions of other images would not see the offset.
; CHECK-LABEL: define spir_kernel void @calls_others(
define spir_kernel void @calls_others() {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  call spir_func void @imported()
  ret void
}

; CHECK-NOT: @"range$offset"
; CHECK-NOT: @"single$offset"
; CHECK: define spir_kernel void @"k$offset"(ptr byval(i64) %p, i64 %offset.x, i64 %offset.y, i64 %offset.z) !reqd_work_group_size
; CHECK: %i = call i64 @llvm.spv.thread.id.i64(i32 0)
; CHECK: [[ID:%.*]] = add i64 %i, %offset.x
; CHECK-NOT: global.offset
; CHECK: %sum = add i64 [[ID]], %offset.y
; CHECK: call spir_func void @helper.offset(i64 [[ID]], i64 %offset.x, i64 %offset.y, i64 %offset.z)
; CHECK: call spir_func void @shared()
; CHECK: define internal spir_func void @helper.offset(i64 %x, i64 %offset.x, i64 %offset.y, i64 %offset.z)
; CHECK: %i = call i32 @llvm.spv.thread.id.i32(i32 2)
; CHECK: [[Z:%.*]] = trunc i64 %offset.z to i32
; CHECK: add i32 %i, [[Z]]
; CHECK: call spir_func void @helper.offset(i64 %x, i64 %offset.x, i64 %offset.y, i64 %offset.z)
; CHECK: define spir_kernel void @"calls_others$nooffset"()
; CHECK: define spir_kernel void @__sycl_takes_offsets()

declare i64 @llvm.spv.thread.id.i64(i32)
declare i32 @llvm.spv.thread.id.i32(i32)
declare i32 @llvm.spv.thread.id.in.group.i32(i32)
declare i64 @llvm.spv.global.offset.i64(i32)
declare i1 @__sycl_in_range(i64, i64)
declare spir_func void @imported()

!sycl_nd_range_offsets = !{!0}
!0 = !{}
!1 = !{i32 1, i32 1, i32 1}
