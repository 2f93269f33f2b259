; Loads of local memory are taken as defined where all work-items of the group have
; stored before, with a barrier in between; the runtime gets the pairs of loads and
; stores, and says whether all of it is stored. In kernels where that is not known the
; loads read what is undefined from the map.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
;
; CHECK-DAG: @[[PAIRS:[0-9]+]] = private constant [1 x { i32, i32, i64 }] [{ i32, i32, i64 } { i32 2, i32 1, i64 0 }]
; CHECK-DAG: @filled.fast.describe.footprints = {{.*}} { ptr @filled.fast.describe, i64 3, ptr @{{[0-9]+}}, i64 0, i64 0, ptr @[[PAIRS]], i64 1 }
; CHECK-DAG: @unordered.fast.describe.footprints = {{.*}} { ptr @unordered.fast.describe, i64 2, ptr @{{[0-9]+}}, i64 0, i64 0, ptr @{{[0-9]+}}, i64 0 }
; CHECK-DAG: @conditional.fast.describe.footprints = {{.*}} { ptr @conditional.fast.describe, i64 2, ptr @{{[0-9]+}}, i64 0, i64 0, ptr @{{[0-9]+}}, i64 0 }
;
; What is loaded is added, and no map is asked for it: the two stores write theirs.
; CHECK-LABEL: define internal void @filled.fast(
; CHECK: store i32 0, ptr
; CHECK-NEXT: store i32 %v, ptr %own
; CHECK: %w = load i32, ptr %other, align 4, !nosanitize
; CHECK-NOT: load
; CHECK: store i32 0, ptr
; CHECK-NEXT: store i32 %w, ptr %at
; CHECK-LABEL: define internal void @unordered.fast(
; CHECK: %w = load i32, ptr %other, align 4
; CHECK: %_msld = load i32, ptr
; CHECK-LABEL: define internal void @conditional.fast(
; CHECK: %w = load i32, ptr %other, align 4
; CHECK: %_msld = load i32, ptr
target triple = "x86_64-unknown-linux-gnu"

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare ptr @__sycl_local_arena()
declare void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent

define spir_kernel void @filled(ptr %p, i64 %n) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %at, align 4
  %local = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %arena = call ptr @__sycl_local_arena()
  %own = getelementptr i32, ptr %arena, i64 %local
  store i32 %v, ptr %own, align 4
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  %again = call ptr @__sycl_local_arena()
  %opposite = sub nsw i64 %n, %local
  %other = getelementptr i32, ptr %again, i64 %opposite
  %w = load i32, ptr %other, align 4
  store i32 %w, ptr %at, align 4
  ret void
}

define spir_kernel void @unordered(ptr %p, i64 %n) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %at, align 4
  %local = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %arena = call ptr @__sycl_local_arena()
  %own = getelementptr i32, ptr %arena, i64 %local
  store i32 %v, ptr %own, align 4
  %again = call ptr @__sycl_local_arena()
  %opposite = sub nsw i64 %n, %local
  %other = getelementptr i32, ptr %again, i64 %opposite
  %w = load i32, ptr %other, align 4
  store i32 %w, ptr %at, align 4
  ret void
}

define spir_kernel void @conditional(ptr %p, i64 %n) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %v = load i32, ptr %at, align 4
  %local = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %arena = call ptr @__sycl_local_arena()
  %own = getelementptr i32, ptr %arena, i64 %local
  %some = icmp ult i64 %local, %n
  br i1 %some, label %then, label %end
then:
  store i32 %v, ptr %own, align 4
  br label %end
end:
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  %again = call ptr @__sycl_local_arena()
  %opposite = sub nsw i64 %n, %local
  %other = getelementptr i32, ptr %again, i64 %opposite
  %w = load i32, ptr %other, align 4
  store i32 %w, ptr %at, align 4
  ret void
}

attributes #0 = { "sycl-checks"="uninitialized" }
