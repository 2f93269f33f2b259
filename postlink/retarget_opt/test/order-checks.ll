; Kernels tell the runtime of accesses that other work-items may make, of barriers,
; fences and their end; not of private memory. Another version, for launches of which
; nothing can race, does not; a kernel in which only a part of a group may reach a barrier
; has none, and is not cut into regions.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck --implicit-check-not=divergent.fast %s
;
; CHECK-DAG: @[[STORE:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 1, i64 4, {{.*}}, i32 0, i32 0 }
; CHECK-DAG: @[[ATOMIC:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 2, i64 4, {{.*}}, i32 7, i32 0 }
; CHECK-DAG: @[[BARRIER:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 4, i64 1, {{.*}}, i32 8, i32 0 }
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; CHECK-NEXT: alloca
; CHECK-NEXT: store volatile i32 1, ptr %own
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 40)
; CHECK-NEXT: call void %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 4, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: store i32 2, ptr %p
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 48)
; CHECK-NEXT: call void %{{.*}}(ptr @{{[0-9]+}}, i64 2, i64 8, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrierjjj(
; CHECK: call void %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 4,
; CHECK-NEXT: atomicrmw
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 56)
; CHECK-NEXT: call void %{{.*}}(i64 8, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: ret void
;
; A fence is no barrier; a kernel without barriers does not tell its end.
; CHECK-LABEL: define {{.*}}@fenced.checked(
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 64)
; CHECK-NEXT: call void %{{.*}}(i64 6, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: ret void
;
; CHECK-LABEL: define {{.*}}@divergent.checked(
; CHECK-SAME: #[[WHOLE:[0-9]+]]
;
; For launches that do not race.
; CHECK-LABEL: define {{.*}}@kernel.fast(
; CHECK-NOT: @__sycl_checks
; CHECK: ret void
;
; Where a launch's accesses go: a footprint for each.
; CHECK-LABEL: define {{.*}}i32 @kernel.fast.describe(ptr %0, ptr %1, ptr %2)
; CHECK: store ptr @{{[0-9]+}}, ptr %{{[0-9]+}}
; CHECK: ret i32
;
; Without checks the kernel stays as it is.
; CHECK-LABEL: define {{.*}}@fenced.plain(
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: ret void
target triple = "x86_64-unknown-linux-gnu"

declare void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent

define spir_kernel void @kernel(ptr %p) #0 {
  %own = alloca i32
  store volatile i32 1, ptr %own
  store i32 2, ptr %p
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  %old = atomicrmw add ptr %p, i32 1 acq_rel
  ret void
}

define spir_kernel void @fenced(ptr %p) #0 {
  fence acq_rel
  ret void
}

define spir_kernel void @divergent(ptr %p) #0 {
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %then, label %end
then:
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  br label %end
end:
  ret void
}

declare i64 @llvm.spv.thread.id.in.group.i64(i32)

attributes #0 = { "sycl-checks"="races,barriers" }
