; What can be compared once for a group, is: the addresses between which the
; accesses of all its work-items and iterations are, and accessors' indices.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks,cpu-kernels %s | FileCheck %s
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck --check-prefix=ITEM %s
;
; Without checks: the copy for groups that pass.
; ITEM-LABEL: define internal {{.*}}@regular.fast(
; ITEM-NOT: __sycl_checks
; ITEM: ret void
; What depends on what the kernel reads is checked there all the same.
; ITEM-LABEL: define internal {{.*}}@gather.plain(
; ITEM-NOT: __sycl_checks
; ITEM: ret void
; ITEM-LABEL: define internal {{.*}}@gather.fast(
; ITEM: %[[AT:.*]] = load i32, ptr %place
; ITEM: load ptr, ptr @__sycl_checks
; ITEM: load float, ptr
; ITEM-NOT: __sycl_checks
; ITEM: ret void
; No version for groups where nothing is known before.
; ITEM-NOT: define {{.*}}@unknown.fast(
;
; The kernel chooses.
; CHECK-LABEL: define internal i1 @regular.fast.permits(ptr %0, ptr %1)
; CHECK: load i64, ptr {{.*}}, !invariant.load
; CHECK: call { i64, i1 } @llvm.smul.with.overflow.i64(
; CHECK: and i64 %{{.*}}, 3
; CHECK: %[[FUNCTION:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 32)
; CHECK: %[[YES:.*]] = call i32 %[[FUNCTION]](ptr %{{.*}}, i64 %{{.*}})
; CHECK: icmp ne i32 %[[YES]], 0
; CHECK: ret i1
; CHECK-LABEL: define void @regular(ptr %0, ptr %1)
; CHECK: %[[ENABLED:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 168)
; CHECK: %[[OFF:.*]] = icmp eq ptr %[[ENABLED]], null
; CHECK: br i1 %[[OFF]]
; CHECK: call void @regular.plain(ptr %0, ptr %1)
; CHECK: %[[PASS:.*]] = call i1 @regular.fast.permits(ptr %0, ptr %1)
; CHECK: br i1 %[[PASS]]
; CHECK: call void @regular.fast(ptr %0, ptr %1)
; CHECK: call void @regular.checked(ptr %0, ptr %1)
; CHECK-LABEL: define void @unknown(ptr %0, ptr %1)
; CHECK: call void @unknown.plain(ptr %0, ptr %1)
; CHECK-NOT: permits
; CHECK: call void @unknown.checked(ptr %0, ptr %1)
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr, i64, i32 }

; for (k = 0; k < n; ++k) p[k * row + global_id] = 1; own[local_id & 3] = 2;
define spir_kernel void @regular(ptr byval(%functor) align 8 %functor) #0 {
  %own = alloca [4 x i32], align 4
  %p = load ptr, ptr %functor, align 8
  %row.address = getelementptr i8, ptr %functor, i64 8
  %row = load i64, ptr %row.address, align 8
  %n.address = getelementptr i8, ptr %functor, i64 16
  %n = load i32, ptr %n.address, align 8
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %local = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %low = and i64 %local, 3
  %mine = getelementptr i32, ptr %own, i64 %low
  store volatile i32 2, ptr %mine, align 4
  br label %head
head:
  %k = phi i32 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %end
body:
  %k.long = sext i32 %k to i64
  %start = mul nsw i64 %k.long, %row
  %index = add nsw i64 %start, %id
  %element = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %element, align 4
  %next = add nsw i32 %k, 1
  br label %head
end:
  ret void
}

; q[global_id] = p[places[global_id]]; places are checked once.
define spir_kernel void @gather(ptr %p, ptr %places, ptr %q) #0 {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %place = getelementptr inbounds i32, ptr %places, i64 %id
  %at = load i32, ptr %place, align 4
  %at.long = sext i32 %at to i64
  %from = getelementptr inbounds float, ptr %p, i64 %at.long
  %value = load float, ptr %from, align 4
  %to = getelementptr inbounds float, ptr %q, i64 %id
  store float %value, ptr %to, align 4
  ret void
}

; **p = 1
define spir_kernel void @unknown(ptr byval(%functor) align 8 %functor) #0 {
  %p = load volatile ptr, ptr %functor, align 8
  store i32 1, ptr %p, align 4
  ret void
}
declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
attributes #0 = { "sycl-checks"="memory" }
