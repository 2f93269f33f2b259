; Loops behind a condition, or with a number of rounds, on which work-items may
; disagree: groups whose work-items agree, as nearly all do, execute them
; together, so that the loop over the work-items is the innermost one.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; if (i < n) for (k) sum += p[k * n + i]
; The group asks all its work-items. If they agree, each round is a loop over
; them; the version for the others is inside of one.
; CHECK-LABEL: define void @guarded(
; CHECK: %agreed = alloca i32
; CHECK: store i32 1, ptr %agreed
; CHECK: [[INSIDE:%inside.*]] = icmp slt i64
; CHECK: [[BEFORE:%.*]] = load i32, ptr %agreed
; CHECK-NEXT: [[MINE:%.*]] = zext i1 [[INSIDE]] to i32
; CHECK-NEXT: [[AFTER:%.*]] = and i32 [[BEFORE]], [[MINE]]
; CHECK-NEXT: store i32 [[AFTER]], ptr %agreed
; CHECK: [[ALL:%.*]] = load i32, ptr %agreed
; CHECK-NEXT: [[SO:%.*]] = trunc i32 [[ALL]] to i1
; CHECK-NEXT: br i1 [[SO]], label %[[TOGETHER:region.*]], label %[[ALONE:region.*]]
; CHECK-NOT: __sycl_cpu_group_all
; CHECK-NOT: call ptr @{{.*}}.item(
define spir_kernel void @guarded(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %before, label %end

before:
  br label %loop

loop:
  %k = phi i64 [ 0, %before ], [ %k1, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum1, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %v
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %store

store:
  %own = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %sum1, ptr addrspace(1) %own
  br label %end

end:
  ret void
}

; for (int i = id; i < n; i += size) p[i] *= 2, as Clang writes it: rounds that
; all work-items execute are the group's, what is left is each work-item's own.
; The address is that of the work-item's id and a counter of the group.
; CHECK-LABEL: define void @strided(
; CHECK: add i32 %{{.*}}, %{{.*}}
; CHECK: [[WHERE:%.*]] = sext i32 %counter to i64
; CHECK: getelementptr float, ptr %{{.*}}, i64 [[WHERE]]
; The group asks whether all have a first round, whether all go on, and then
; whether none does.
; CHECK: and i32
; CHECK: xor i1 {{.*}}, true
; CHECK: and i32
; CHECK-COUNT-3: br i1 %{{.*}}, label %region{{.*}}, label %region{{.*}}
; CHECK-NOT: __sycl_cpu_group_all
define spir_kernel void @strided(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %size = call i64 @llvm.spv.global.size.i64(i32 0)
  %int = trunc i64 %i to i32
  %any = icmp slt i32 %int, %n
  br i1 %any, label %before, label %end

before:
  br label %loop

loop:
  %x = phi i64 [ %i, %before ], [ %next, %loop ]
  %up = shl i64 %x, 32
  %at = ashr exact i64 %up, 32
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  %twice = fmul float %v, 2.0
  store float %twice, ptr addrspace(1) %q
  %next = add i64 %at, %size
  %low = trunc i64 %next to i32
  %more = icmp slt i32 %low, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; A barrier is never in two versions. Whether all have returned is asked.
; CHECK-LABEL: define void @with_barrier(
; CHECK: %agreed{{[0-9]*}} = alloca
; CHECK-NOT: %agreed{{[0-9]*}} = alloca
define spir_kernel void @with_barrier(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %before, label %end

before:
  br label %loop

loop:
  %k = phi i64 [ 0, %before ], [ %k1, %loop ]
  %at = add i64 %k, %i
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %store

store:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  br label %end

end:
  ret void
}

; A row of each work-item's own: nothing is won by going round together.
; CHECK-LABEL: define void @rows(
; CHECK-NOT: %agreed
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %p, i64 %n, i64 %m) {
entry:
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %before, label %end

before:
  %row = mul i64 %i, %m
  br label %loop

loop:
  %k = phi i64 [ 0, %before ], [ %k1, %loop ]
  %at = add i64 %row, %k
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %q
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %q
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %m
  br i1 %more, label %loop, label %end

end:
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.global.size.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
