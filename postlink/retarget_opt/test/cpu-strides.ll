; Loops that stride over the work-items: the group executes a round of all of them
; before the next one.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; Every second element, each behind a condition, with a loop within. The counter is
; an int in a register of 64 bits, with a twin of 32 bits, and becomes the id plus a
; variable of the group.
; CHECK-LABEL: define void @strided(
; CHECK: br label %region
; CHECK: loop.all:
; CHECK: [[ROUNDS:%.*]] = load i32, ptr %uniform
; CHECK: [[COUNTER:%counter.*]] = add i32 {{.*}}[[ROUNDS]]
; CHECK-NOT: and i64
; CHECK: [[BEFORE:%.*]] = add i32 [[COUNTER]], -1
; CHECK-NEXT: zext i32 [[BEFORE]] to i64
; CHECK: inner.all:
; CHECK: behind.all:
; CHECK: store i32
; CHECK: br i1 {{.*}}!llvm.loop
define spir_kernel void @strided(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %size = call i64 @llvm.spv.global.size.i64(i32 0)
  %first = trunc i64 %i to i32
  %bound = trunc i64 %n to i32
  br label %loop

loop:
  %k = phi i64 [ %i, %entry ], [ %k1, %latch ]
  %int = phi i32 [ %first, %entry ], [ %int1, %latch ]
  %some = icmp sgt i32 %int, 0
  br i1 %some, label %then, label %latch

then:
  %wide = add i64 %k, 4294967295
  %before = and i64 %wide, 4294967295
  %q = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %before
  %end = load i32, ptr addrspace(1) %q
  br label %inner

inner:
  %j = phi i32 [ 0, %then ], [ %j1, %inner ]
  %j1 = add i32 %j, 3
  %again = icmp ult i32 %j1, %end
  br i1 %again, label %inner, label %behind

behind:
  store i32 %j1, ptr addrspace(1) %q
  br label %latch

latch:
  %up = shl i64 %k, 32
  %low = ashr exact i64 %up, 32
  %k1 = add i64 %low, %size
  %int1 = trunc i64 %k1 to i32
  %more = icmp ult i32 %int1, %bound
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; A part of its own for each work-item: one after the other is in the order of the
; memory.
; CHECK-LABEL: define void @parts(
; CHECK-NOT: region
; CHECK: ret void
define spir_kernel void @parts(ptr addrspace(1) %p) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %first = mul i64 %i, 80
  %last = add i64 %first, 80
  br label %loop

loop:
  %k = phi i64 [ %first, %entry ], [ %k1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %v = load i32, ptr addrspace(1) %q
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %last
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; A work-item's own array would be in memory.
; CHECK-LABEL: define void @arrays(
; CHECK-NOT: region
; CHECK: ret void
define spir_kernel void @arrays(ptr addrspace(1) %p, i64 %n) {
entry:
  %own = alloca [9 x i32]
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %size = call i64 @llvm.spv.global.size.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ %i, %entry ], [ %k1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %v = load i32, ptr addrspace(1) %q
  %at = urem i32 %v, 9
  %bin = getelementptr [9 x i32], ptr %own, i32 0, i32 %at
  %w = load i32, ptr %bin
  store i32 %w, ptr addrspace(1) %q
  store i32 %v, ptr %bin
  %k1 = add i64 %k, %size
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.global.size.i64(i32)
