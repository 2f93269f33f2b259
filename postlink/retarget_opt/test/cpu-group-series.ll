; Neighbouring groups are executed by one call.
;
; RUN: retarget-opt --target=x86_64 --steps=group-series %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: @__sycl_series.
; CHECK: @__sycl_series.sum = protected constant i8 1
; CHECK-NEXT: @__sycl_series.scratch = protected constant i8 1
; CHECK-NEXT: @__sycl_series.choice = protected constant i8 1
; CHECK-NEXT: @__sycl_series.calls = protected constant i8 1
; CHECK-NEXT: @__sycl_series.half = protected constant i8 1
; CHECK-NOT: @__sycl_series.

; The group's number and where it begins are counted; what else tells one group
; from the next is in memory. What is the same for all is computed once.
define void @sum(ptr noalias readonly %args, ptr noalias readonly dereferenceable(200) "facet-group" %group) {
  %in = load ptr, ptr %args, !invariant.load !0
  %field = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr, ptr %field, !invariant.load !0
  %base.field = getelementptr inbounds i8, ptr %group, i64 120
  %base = load i64, ptr %base.field, !invariant.load !0
  %id = load i32, ptr %group, !invariant.load !0
  %p = getelementptr float, ptr %in, i64 %base
  %x = load float, ptr %p
  %q = getelementptr float, ptr %out, i32 %id
  store float %x, ptr %q
  ret void
}

; Kernels of long groups.
; CHECK-LABEL: define void @any(ptr %args, ptr "facet-group" %group)
@__sycl_any_group.any = protected constant i8 1
define void @any(ptr %args, ptr "facet-group" %group) {
  %id = load i64, ptr %group
  %out = load ptr, ptr %args
  store i64 %id, ptr %out
  ret void
}

; Scratch memory is asked for once, as groups have one size.
define void @scratch(ptr %args, ptr noalias "facet-group" %group) {
  %id = load i64, ptr %group
  %size.field = getelementptr inbounds i8, ptr %group, i64 48
  %size = load i64, ptr %size.field
  %bytes = shl i64 %size, 3
  %field = getelementptr inbounds i8, ptr %group, i64 152
  %function = load ptr, ptr %field
  %memory = call ptr %function(i64 %bytes, i64 8)
  %out = load ptr, ptr %args
  %p = getelementptr ptr, ptr %out, i64 %id
  store ptr %memory, ptr %p
  ret void
}

; Each group would have another amount, or perhaps none.
; CHECK-LABEL: define void @other_scratch(ptr %args, ptr "facet-group" %group)
define void @other_scratch(ptr %args, ptr "facet-group" %group) {
  %id = load i64, ptr %group
  %field = getelementptr inbounds i8, ptr %group, i64 152
  %function = load ptr, ptr %field
  %memory = call ptr %function(i64 %id, i64 8)
  %out = load ptr, ptr %args
  store ptr %memory, ptr %out
  ret void
}

; CHECK-LABEL: define void @late_scratch(ptr %args, ptr "facet-group" %group)
define void @late_scratch(ptr %args, ptr "facet-group" %group) {
entry:
  %id = load i64, ptr %group
  %none = icmp eq i64 %id, 0
  br i1 %none, label %end, label %some
some:
  %field = getelementptr inbounds i8, ptr %group, i64 152
  %function = load ptr, ptr %field
  %memory = call ptr %function(i64 8, i64 8)
  %out = load ptr, ptr %args
  store ptr %memory, ptr %out
  br label %end
end:
  ret void
}

; The group's address is kept.
; CHECK-LABEL: define void @coroutine(ptr %args, ptr "facet-group" %group)
define void @coroutine(ptr %args, ptr "facet-group" %group) {
  %field = getelementptr inbounds i8, ptr %group, i64 152
  %function = load ptr, ptr %field
  %memory = call ptr %function(i64 8, i64 8)
  store ptr %group, ptr %memory
  ret void
}

; As would be a piece of the stack.
; CHECK-LABEL: define void @grows(ptr %args, ptr "facet-group" %group)
define void @grows(ptr %args, ptr "facet-group" %group) {
  %n = load i64, ptr %group
  %memory = alloca i8, i64 %n
  %out = load ptr, ptr %args
  store ptr %memory, ptr %out
  ret void
}

; Each version has its own loop.
define void @choice(ptr %args, ptr "facet-group" %group) {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 48
  %size = load i64, ptr %field
  %fits = icmp eq i64 %size, 256
  br i1 %fits, label %usual, label %any

usual:
  tail call void @choice.usual(ptr %args, ptr %group)
  ret void

any:
  tail call void @choice.any(ptr %args, ptr %group)
  ret void
}

define internal void @choice.usual(ptr %args, ptr "facet-group" %group) noinline {
  %id = load i64, ptr %group
  %out = load ptr, ptr %args
  store i64 %id, ptr %out
  ret void
}

define internal void @choice.any(ptr %args, ptr "facet-group" %group) noinline {
  %id = load i64, ptr %group
  %out = load ptr, ptr %args
  store i64 %id, ptr %out
  ret void
}

; What is called for each group finds its number in memory.
define void @calls(ptr %args, ptr noalias "facet-group" %group) {
  call void @part(ptr %args, ptr %group, i64 0)
  call void @part(ptr %args, ptr %group, i64 8)
  ret void
}

; One of two versions that does nothing is gone: the other one is called in the
; loop, behind which its caller does not return.
define void @half(ptr %args, ptr "facet-group" %group) {
  %at = getelementptr i8, ptr %group, i64 48
  %range = load i64, ptr %at, !invariant.load !0
  %usual = icmp eq i64 %range, 16
  br i1 %usual, label %end, label %any
any:
  musttail call void @half.any(ptr %args, ptr %group)
  ret void
end:
  ret void
}

define internal void @half.any(ptr %args, ptr "facet-group" %group) noinline {
  call void @part(ptr %args, ptr %group, i64 16)
  ret void
}

define internal void @part(ptr %args, ptr "facet-group" %group, i64 %first) noinline {
  %id = load i64, ptr %group, !invariant.load !0
  %out = load ptr, ptr %args
  %at = add i64 %id, %first
  %p = getelementptr i64, ptr %out, i64 %at
  store i64 %at, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @part(
; CHECK-NEXT: %id = load i64, ptr %group, align 4{{$}}

; CHECK-LABEL: define void @sum(
; CHECK-SAME: i64 %[[COUNT:[0-9]+]])
; CHECK: load i64, ptr
; CHECK: [[STEPS:%.*]] = getelementptr inbounds i8, ptr {{.*}}, i64 72
; CHECK-NEXT: [[STEP:%.*]] = load i64, ptr [[STEPS]]
; CHECK: br label %group
; CHECK: group:
; CHECK-NEXT: %groups.left = phi i64 [ %[[COUNT]], {{.*}} ], [ [[REST:%.*]], %group.next ]
; CHECK-NEXT: [[ID:%.*]] = phi i64
; CHECK-NEXT: [[BASE:%.*]] = phi i64
; CHECK-NOT: load ptr
; CHECK: trunc i64 [[ID]] to i32
; CHECK: getelementptr float, ptr {{.*}}, i64 [[BASE]]
; CHECK: store float
; CHECK: [[REST]] = sub nuw i64 %groups.left, 1
; CHECK: group.next:
; CHECK: add nuw i64 [[ID]], 1
; CHECK: add nuw i64 [[BASE]], [[STEP]]
; CHECK: br label %group

; CHECK-LABEL: define void @scratch(ptr {{.*}}, ptr {{.*}}, i64 %
; CHECK: shl i64
; CHECK: [[MEMORY:%.*]] = call ptr %
; CHECK: br label %group
; CHECK: group:
; CHECK-NOT: call
; CHECK: store ptr [[MEMORY]]

; CHECK-LABEL: define void @choice(ptr {{.*}}, ptr {{.*}}, i64 %
; CHECK: tail call void @choice.usual(ptr {{.*}}, ptr {{.*}}, i64 {{.*}})
; CHECK: tail call void @choice.any(ptr {{.*}}, ptr {{.*}}, i64 {{.*}})
; CHECK-LABEL: define internal void @choice.usual(
; CHECK: %groups.left = phi
; CHECK-LABEL: define internal void @choice.any(
; CHECK: %groups.left = phi

; CHECK-LABEL: define void @calls(ptr {{.*}}, ptr {{.*}}, i64 %
; CHECK: %groups.left = phi
; CHECK: call void @part(
; CHECK: call void @part(
; CHECK: store i64

; CHECK-LABEL: define void @half(ptr {{.*}}, ptr {{.*}}, i64 %
; CHECK: %groups.left = phi
; CHECK: {{^ *}}call void @half.any(
; CHECK-NEXT: br label

!0 = !{}
