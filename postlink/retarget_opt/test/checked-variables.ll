; Accesses of variables are compared with their bounds, those that are inside for
; sure are not checked. Indices of accessors are compared with the accessor's range.
;
; RUN: retarget-opt --target=x86_64 --steps=attributes,memory-checks %s | FileCheck %s
; RUN: retarget-opt --target=nvptx --steps=constants %s | FileCheck --check-prefix=OTHER %s
;
; CHECK-DAG: c"table\00"
; CHECK-DAG: private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 1, i64 4, i32 1, i32 0, i64 32, ptr @{{[0-9]+}}, i64 0, i32 0, i32 0 }
; CHECK-DAG: private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 0, i64 4, i32 3, i32 0, i64 12, ptr @{{[0-9]+}}, i64 0, i32 0, i32 0 }
; CHECK-DAG: private global { ptr, i32, i32, i64, i32, i32, i64, ptr, i64, i32, i32 } { ptr null, i32 0, i32 3, i64 1, i32 6, i32 2, i64 4, ptr @{{[0-9]+}}, i64 0, i32 0, i32 0 }
;
; CHECK-LABEL: define {{.*}}@kernel.checked(
; A private variable.
; CHECK: %own = alloca [8 x i32]
; CHECK-NOT: icmp
; CHECK: store volatile i32 1, ptr %last
; CHECK: %[[A:.*]] = ptrtoint ptr %any to i64
; CHECK: %[[B:.*]] = ptrtoint ptr %own to i64
; CHECK: %[[OFFSET:.*]] = sub i64 %[[A]], %[[B]]
; CHECK: %[[BAD:.*]] = icmp ugt i64 %[[OFFSET]], 28
; CHECK-NEXT: br i1 %[[BAD]]
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 16)
; CHECK: call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %any, i64 4, ptr %own, i64 %{{.*}})
; CHECK: store volatile i32 2, ptr
; A constant.
; CHECK: icmp ugt i64 %{{.*}}, 8
; CHECK: load volatile i32
; An argument of the kernel.
; CHECK: icmp ugt i64 %{{.*}}, 12
; CHECK: load volatile i32
; A copy from all of it, and more.
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 16)
; CHECK: call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %functor, i64 20, ptr %functor, i64 %{{.*}})
; An element.
; CHECK: %[[X:.*]] = icmp uge i64 %i, %n
; CHECK: %[[Y:.*]] = icmp uge i64 %j, 7
; CHECK: %[[OUT:.*]] = or i1 %[[X]], %[[Y]]
; CHECK: br i1 %[[OUT]]
; CHECK: load ptr, ptr getelementptr inbounds (i8, ptr @__sycl_checks, i64 24)
; CHECK: %[[INSTEAD:.*]] = call ptr %{{.*}}(ptr @{{[0-9]+}}, ptr %p, i64 %i, i64 %j, i64 0, i64 %n, i64 7, i64 1, i64 %{{.*}})
; CHECK: phi ptr [ %p, %{{.*}} ], [ %[[INSTEAD]], %{{.*}} ]
; CHECK-NOT: call {{.*}}__sycl_checked_element
;
; OTHER-NOT: __sycl_checked_element
; OTHER: store volatile i32 3, ptr %p
target triple = "x86_64-unknown-linux-gnu"
@table = internal constant [3 x i32] [i32 1, i32 2, i32 3]
define spir_kernel void @kernel(ptr byval([4 x i32]) align 4 %functor, ptr %p, i64 %i, i64 %j, i64 %n) #0 {
  %own = alloca [8 x i32], align 4
  %last = getelementptr i8, ptr %own, i64 28
  store volatile i32 1, ptr %last, align 4
  %any = getelementptr i32, ptr %own, i64 %i
  store volatile i32 2, ptr %any, align 4
  %entry = getelementptr i32, ptr @table, i64 %i
  %a = load volatile i32, ptr %entry, align 4
  %member = getelementptr i32, ptr %functor, i64 %i
  %b = load volatile i32, ptr %member, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %functor, i64 20, i1 true)
  %e = call ptr @__sycl_checked_element(ptr %p, i32 2, i32 1, i64 4, i64 %i, i64 %j, i64 0, i64 %n, i64 7, i64 1)
  store volatile i32 3, ptr %e, align 1
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @__sycl_checked_element(ptr, i32, i32, i64, i64, i64, i64, i64, i64, i64) #1
attributes #0 = { "sycl-checks"="memory" }
attributes #1 = { nounwind memory(none) }
