; Counting calls are atomic additions to counters that the runtime finds. Without it
; the image counts in memory of its own, as large as the largest group.
;
; RUN: retarget-opt --target=x86_64 --steps=counters %s | FileCheck %s
;
; CHECK-DAG: @__sycl_own_counters = internal global [5 x i64] zeroinitializer
; CHECK-DAG: @[[OWN:__sycl_own_counter_table]] = internal constant [2 x ptr] [ptr @__sycl_own_counters, ptr @__sycl_own_counters]
; CHECK-DAG: @[[CELL:__sycl_counter_cell]] = internal externally_initialized global ptr @[[OWN]]
; CHECK-DAG: @[[NAME:[0-9]+]] = private constant [4 x i8] c"0af\00"
; CHECK-DAG: @__sycl_counters = protected constant [2 x { ptr, ptr }] [{ ptr, ptr } { ptr @[[NAME]], ptr @[[CELL]] }, { ptr, ptr } zeroinitializer]
;
; CHECK: define void @kernel(i1 %c)
; CHECK: %[[TABLE:.*]] = load ptr, ptr @[[CELL]]
; CHECK: %[[SLOT:.*]] = getelementptr inbounds ptr, ptr %[[TABLE]], i32 1
; CHECK: %[[GROUP:.*]] = load ptr, ptr %[[SLOT]]
; CHECK: %[[COUNTER:.*]] = getelementptr inbounds i64, ptr %[[GROUP]], i32 4
; CHECK: atomicrmw add ptr %[[COUNTER]], i64 1 monotonic
; The optimizer has merged two calls.
; CHECK: getelementptr inbounds i64, ptr {{.*}}, i32 %index
; CHECK: atomicrmw add ptr {{.*}}, i64 7 monotonic
; CHECK-NOT: __sycl_count.
target triple = "x86_64-unknown-linux-gnu"
define void @kernel(i1 %c) {
  call void @__sycl_count.0af(i32 1, i32 4, i64 1)
  %index = select i1 %c, i32 0, i32 3
  call void @__sycl_count.0af(i32 0, i32 %index, i64 7)
  ret void
}
declare void @__sycl_count.0af(i32, i32, i64) #0
; Nothing calls it any more.
declare void @__sycl_count.1bf(i32, i32, i64) #0
attributes #0 = { "sycl-counter-groups"="2" "sycl-counter-group-size"="5" }
