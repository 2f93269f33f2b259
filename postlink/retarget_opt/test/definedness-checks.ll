; Which bits of values and of memory are undefined: loads read it from the runtime's
; map, stores write it there, and the runtime hears where such bits decide something.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck --implicit-check-not=__msan_ %s
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks,cpu-kernels %s | FileCheck --check-prefix=GROUP --implicit-check-not=__msan_ %s
;
; What is done with the values: a branch is decided, a number is stored as it was read, another is computed, a counter
; is updated.
; CHECK-DAG: @[[BRANCH:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 5, i64 1, {{.*}}, i32 0, i32 0 }
; CHECK-DAG: @[[COPY:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 1, i64 4, {{.*}}, i32 16, i32 0 }
; CHECK-DAG: @[[STORE:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 1, i64 4, {{.*}}, i32 0, i32 0 }
; CHECK-DAG: @[[UPDATE:[0-9]+]] = private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 8, i64 4, {{.*}}, i32 0, i32 0 }
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; Nobody passes what of a kernel's arguments is undefined: nothing is asked before the first access.
; CHECK-NOT: call
; CHECK: %[[NUMBER:.*]] = ptrtoint ptr %p to i64
; CHECK: %[[MASKFIELD:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 176)
; CHECK: %[[MASK:.*]] = ptrtoint ptr %[[MASKFIELD]] to i64
; CHECK: %[[OFFSET:.*]] = and i64 %[[NUMBER]], %[[MASK]]
; CHECK: %[[MAP:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 72)
; CHECK: %[[BITS:.*]] = getelementptr i8, ptr %[[MAP]], i64 %[[OFFSET]]
; CHECK: %v = load i32, ptr %p
; CHECK: load i32, ptr %[[BITS]]
; CHECK: call void %{{.*}}(ptr @{{[0-9]+}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; A call of the runtime with a value is made if it is undefined, and says so in the state of calls.
; CHECK: %[[BITS:.*]] = zext i32 %{{.*}} to i64
; CHECK: %[[SOME:.*]] = icmp ne i64 %[[BITS]], 0
; CHECK: br i1 %[[SOME]]
; CHECK: %[[STATES:.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 88)
; CHECK: %[[STATE:.*]] = call ptr %[[STATES]]()
; CHECK: store i64 %[[BITS]], ptr %[[STATE]]
; CHECK: call void %{{.*}}(i64 %{{.*}}, ptr @{{[0-9]+}}, i64 32, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: call void %{{.*}}(i64 %{{.*}}, ptr @{{[0-9]+}}, i64 32, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: call void %{{.*}}(i64 %{{.*}}, ptr @{{[0-9]+}}, i64 32, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}})
; CHECK: atomicrmw add
; CHECK: call void %{{.*}}(ptr %q, ptr %p, i64 64)
; CHECK: call void @llvm.memcpy
; CHECK: ret void
;
; A function that is not checked: what it writes is defined.
; CHECK-LABEL: define {{.*}}@assumed(
; CHECK: store i32 0, ptr %{{.*}}
; CHECK: store i32 5, ptr %p
; CHECK: ret void
;
; The version without checks knows nothing of it.
; CHECK-LABEL: define {{.*}}@kernel.plain(
; CHECK-NOT: @__sycl_checks
; CHECK: ret void
;
; GROUP-LABEL: define {{.*}}@kernel.checked(
; GROUP-NOT: llvm.spv
; GROUP: ret void
target triple = "x86_64-unknown-linux-gnu"
define spir_kernel void @kernel(ptr %p, ptr %q) #0 {
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 3
  br i1 %c, label %a, label %b
a:
  store i32 %v, ptr %q
  br label %b
b:
  %sum = add i32 %v, 1
  store i32 %sum, ptr %q
  %old = atomicrmw add ptr %q, i32 1 monotonic
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 64, i1 false)
  call void @assumed(ptr %q)
  ret void
}
define void @assumed(ptr %p) noinline {
  store i32 5, ptr %p
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
attributes #0 = { "sycl-checks"="uninitialized" }
