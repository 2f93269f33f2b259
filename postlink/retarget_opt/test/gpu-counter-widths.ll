; Counters that stay below 2^31 have 32 bits, and so have their comparisons.
;
; RUN: retarget-opt --target=nvptx --steps=counter-widths %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @rows(
; CHECK: [[I:%.*]] = phi i32 [ 0, %ahead ], [ [[NEXT:%.*]], %skip ]
; CHECK: [[WIDE:%.*]] = sext i32 [[I]] to i64
; CHECK: %inside = icmp slt i32 [[I]], %id
; CHECK: %row = mul nsw i64 [[WIDE]], %pitch
; CHECK: [[NEXT]] = add nuw nsw i32 [[I]], 1
; CHECK: %end = icmp eq i32 [[NEXT]], %n
define void @rows(i32 %n, i32 %width, i32 %id, ptr addrspace(1) %out) {
entry:
  %lane = zext nneg i32 %id to i64
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %ahead, label %exit
ahead:
  %count = zext nneg i32 %n to i64
  %pitch = sext i32 %width to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %ahead ], [ %next, %skip ]
  %inside = icmp slt i64 %i, %lane
  br i1 %inside, label %then, label %skip
then:
  %row = mul nsw i64 %i, %pitch
  %at = getelementptr float, ptr addrspace(1) %out, i64 %row
  store float 1.0, ptr addrspace(1) %at
  br label %skip
skip:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %count
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Nobody knows how many rounds there are: all 64 bits count.
; CHECK-LABEL: define void @wide(
; CHECK-NOT: phi i32
; CHECK: ret void
define void @wide(i64 %n, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr addrspace(1) %out, i64 %i
  store i8 1, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; The last increment is 2^31.
; CHECK-LABEL: define void @limit(
; CHECK-NOT: phi i32
; CHECK: ret void
define void @limit(ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr addrspace(1) %out, i64 %i
  store i8 1, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 2147483648
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; What the counter is compared with may be more than 32 bits have: that
; comparison stays.
; CHECK-LABEL: define i64 @other(
; CHECK: [[I:%.*]] = phi i32 [ 5,
; CHECK: [[WIDE:%.*]] = sext i32 [[I]] to i64
; CHECK: %less = icmp ult i64 [[WIDE]], %far
; CHECK: %more = icmp slt i32 {{.*}}, 1000
; CHECK: ret i64 [[LAST:%.*]]
define i64 @other(i64 %far, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 5, %entry ], [ %next, %loop ]
  %less = icmp ult i64 %i, %far
  %at = getelementptr i8, ptr addrspace(1) %out, i64 %i
  store i1 %less, ptr addrspace(1) %at
  %next = add nuw nsw i64 %i, 3
  %more = icmp slt i64 %next, 1000
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %next
}
