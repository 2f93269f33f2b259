; Kernels tell the runtime of accesses that other work-items may make, of barriers,
; fences and their end; not of private memory. Kernels with such checks are not cut
; into regions, and have no version that is checked once for a group.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck --implicit-check-not=kernel.fast %s
;
; CHECK-DAG: @[[STORE:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 1, i64 4, {{.*}}, i32 0, i32 0 }
; CHECK-DAG: @[[ATOMIC:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 2, i64 4, {{.*}}, i32 7, i32 0 }
; CHECK-DAG: @[[BARRIER:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 4, i64 1, {{.*}}, i32 8, i32 0 }
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; CHECK-NEXT: alloca
; CHECK-NEXT: store volatile i32 1, ptr %own
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 40)
; CHECK-NEXT: call void %{{.*}}(ptr @[[STORE]], ptr %p, i64 4, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: store i32 2, ptr %p
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 48)
; CHECK-NEXT: call void %{{.*}}(ptr @[[BARRIER]], i64 2, i64 8, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrierjjj(
; CHECK: call void %{{.*}}(ptr @[[ATOMIC]], ptr %p, i64 4,
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

attributes #0 = { "sycl-checks"="races,barriers" }
