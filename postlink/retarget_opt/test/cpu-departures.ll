; Work-items that return before a barrier: the group asks whether all do, and
; those that have gone are left out of the loops behind it.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; if (i >= n) return; p[i] = 1; barrier; p[i] = i;
; CHECK-LABEL: define void @guard(
; CHECK-NOT: @guard.item
; CHECK: store i32 1, ptr %agreed
; CHECK: icmp ult i64
; CHECK: [[BEFORE:%.*]] = load i32, ptr %agreed
; CHECK-NEXT: [[MINE:%.*]] = zext i1 {{%.*}} to i32
; CHECK-NEXT: and i32 [[BEFORE]], [[MINE]]
; CHECK: gone{{[0-9]*}}:
; CHECK: br i1 {{%.*}}, label %item.end{{[0-9]*}}, label %rest
; CHECK: store i64 1
; CHECK: gone{{[0-9]*}}:
; CHECK: br i1 {{%.*}}, label %item.end{{[0-9]*}}, label
; CHECK: store i64 {{%.*}}, ptr
define spir_kernel void @guard(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %over = icmp uge i64 %i, %n
  br i1 %over, label %end, label %stay

stay:
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 1, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i64 %i, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; Each case returns or goes on, one after it has written something: those that go
; on come to one place, and what was computed on their ways is the same there.
; CHECK-LABEL: define void @cases(
; CHECK-NOT: @cases.item
; CHECK: departed:
; CHECK-NEXT: %gone = phi i1 {{.*}}[ true, %leaves ]
; CHECK-NEXT: %x.met = phi i64
; CHECK: ret void
define spir_kernel void @cases(ptr addrspace(1) %p, i32 %which, i64 %n) {
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %i
  switch i32 %which, label %end [ i32 0, label %first i32 1, label %second
                                  i32 2, label %stay ]

first:
  %over = icmp uge i64 %i, %n
  br i1 %over, label %writes, label %stay

writes:
  store i64 7, ptr addrspace(1) %q
  br label %end

second:
  %odd = trunc i64 %i to i1
  br i1 %odd, label %stay, label %end

stay:
  %x = phi i64 [ 1, %0 ], [ %n, %first ], [ %i, %second ]
  store i64 %x, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %y = add i64 %x, %i
  store i64 %y, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; Work-items that come to a barrier or not in each round of a loop do not leave
; the kernel.
; CHECK-LABEL: define void @rounds(
; CHECK: call ptr @rounds.item
define spir_kernel void @rounds(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %met ]
  %over = icmp ugt i64 %i, %k
  br i1 %over, label %end, label %met

met:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
