; A kernel that calls code which may leave something undefined in memory has no
; version that takes what it loads as defined: a function that is checked and was
; not inlined, one of another image, and one that only a pointer names. What
; libraries compute leaves nothing undefined.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck --implicit-check-not=".fast(" %s
;
; CHECK-DAG: define internal void @computes.fast(
; CHECK-DAG: define {{.*}}@calls_checked.checked(
; CHECK-DAG: define {{.*}}@calls_other_image.checked(
; CHECK-DAG: define {{.*}}@calls_pointer.checked(
target triple = "x86_64-unknown-linux-gnu"

declare i64 @llvm.spv.thread.id.i64(i32)
declare float @sinf(float)
declare void @_Z7outsidePi(ptr)

define void @recursive(ptr %p, i64 %n) #0 {
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  %some = icmp ne i64 %n, 0
  br i1 %some, label %more, label %end
more:
  %less = sub i64 %n, 1
  call void @recursive(ptr %p, i64 %less)
  br label %end
end:
  ret void
}

define spir_kernel void @computes(ptr %p) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %v = load float, ptr %at, align 4
  %w = call float @sinf(float %v)
  store float %w, ptr %at, align 4
  ret void
}

define spir_kernel void @calls_checked(ptr %p) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  call void @recursive(ptr %at, i64 1)
  %v = load i32, ptr %at, align 4
  store i32 %v, ptr %at, align 4
  ret void
}

define spir_kernel void @calls_other_image(ptr %p) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  call void @_Z7outsidePi(ptr %at)
  %v = load i32, ptr %at, align 4
  store i32 %v, ptr %at, align 4
  ret void
}

define spir_kernel void @calls_pointer(ptr %p, ptr %f) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  call void %f(ptr %at)
  %v = load i32, ptr %at, align 4
  store i32 %v, ptr %at, align 4
  ret void
}

attributes #0 = { "sycl-checks"="uninitialized" }
