; What is added to look for races is not checked for undefined values: neither what
; notes an access in its cells, where the launch was checked as a whole, nor calls of
; the runtime where it was not.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; CHECK: call void %{{.*}}(ptr @{{[0-9]+}}, ptr %at, i64 4, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}){{.*}}, !nosanitize
; CHECK: call void %{{.*}}(ptr @{{[0-9]+}}, ptr %from, i64 4, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}){{.*}}, !nosanitize
;
; All that is loaded is defined, and so is what is stored: one place in the map of
; undefined bits is asked for, that of the store. The load of %from is noted.
; CHECK-LABEL: define {{.*}}@kernel.fast(
; CHECK-NOT: i64 88)
; CHECK: i64 72)
; CHECK-NOT: i64 {{72|88}})
; CHECK: call i64 @__facet_access_stamp()
; CHECK-NOT: i64 {{72|88}})
; CHECK: ret void
target triple = "x86_64-unknown-linux-gnu"

declare i64 @llvm.spv.thread.id.i64(i32)

define spir_kernel void @kernel(ptr %index, ptr %a, ptr %c) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %at = getelementptr i32, ptr %index, i64 %id
  %i = load i32, ptr %at, align 4
  %wide = zext i32 %i to i64
  %from = getelementptr i32, ptr %a, i64 %wide
  %v = load i32, ptr %from, align 4
  %to = getelementptr i32, ptr %c, i64 %id
  store i32 %v, ptr %to, align 4
  ret void
}

attributes #0 = { "sycl-checks"="uninitialized,races" }
