; Groups of one dimension whose work-items divide their local ids are rows.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,attributes,inline-work-item-code,cpu-kernels %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; The row is what the second dimension counts, and nothing is divided.
; CHECK-LABEL: define internal void @tile.rows(
; CHECK-NOT: sdiv
; CHECK-NOT: srem
; CHECK: trunc nuw nsw i64 %local.x
; CHECK: getelementptr i32, ptr {{%.*}}, i64 %local.y
; CHECK: [[NEXT:%.*]] = add nuw nsw i64 %local.x{{[0-9]*}}, 1
; CHECK-NEXT: icmp ult i64 [[NEXT]], 16
; CHECK-NOT: sdiv
; CHECK-NOT: srem
; CHECK-LABEL: define void @required(
; CHECK-NOT: lshr i64 %local.x
; CHECK: add nuw nsw i64 %local.x{{[0-9]*}}, 1
; CHECK-NEXT: icmp ult i64 {{%.*}}, 8
; CHECK: add nuw nsw i64 %local.y{{[0-9]*}}, 1
; CHECK-NEXT: icmp ult i64 {{%.*}}, 16
; CHECK-NOT: @required.
; CHECK-LABEL: define internal void @tile.any(
; CHECK: sdiv i32 {{%.*}}, 16
; CHECK-NOT: .rows(
; CHECK-LABEL: define void @odd(
; CHECK-NOT: .rows(
; CHECK-LABEL: define void @short(
; CHECK-NOT: .rows(
; CHECK-LABEL: define void @straight(
; CHECK-NOT: .rows(
; The group has whole rows, and no second dimension.
; CHECK-LABEL: define void @tile(
; CHECK: [[LEFT:%.*]] = urem i64 {{%.*}}, 16
; CHECK-NEXT: icmp eq i64 [[LEFT]], 0
; CHECK: icmp eq i64 {{%.*}}, 1
; CHECK: icmp eq i64 {{%.*}}, 1
; CHECK: br i1 {{.*}}, label %rows, label %any
define spir_kernel void @tile(ptr addrspace(1) %p) {
entry:
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %int = trunc i64 %id to i32
  %y = sdiv i32 %int, 16
  %x = srem i32 %int, 16
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %y
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %w = add i32 %v, %x
  store i32 %w, ptr addrspace(1) %q
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp ult i32 %k1, 100
  br i1 %c, label %loop, label %end

end:
  ret void
}

; The shortest row that is a vector, of masks and shifts; the id in the launch,
; and ids of dimensions that the group does not have. All groups are of rows: there
; is no other version.
define spir_kernel void @required(ptr addrspace(1) %p) !reqd_work_group_size !0 {
entry:
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %none = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  %all = call i64 @llvm.spv.thread.id.i64(i32 0)
  %y = lshr i64 %id, 5
  %x = and i64 %id, 7
  %two = and i64 %id, 1
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %s = add i64 %y, %all
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %s
  %v = load i64, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %w = add i64 %v, %x
  %u = add i64 %w, %none
  %t = add i64 %u, %two
  store i64 %t, ptr addrspace(1) %q
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp ult i32 %k1, 100
  br i1 %c, label %loop, label %end

end:
  ret void
}

; Forty work-items are no rows of sixteen.
define spir_kernel void @odd(ptr addrspace(1) %p) !reqd_work_group_size !1 {
entry:
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %y = lshr i64 %id, 4
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %y
  store i64 1, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp ult i32 %k1, 100
  br i1 %c, label %loop, label %end

end:
  ret void
}

; Rows of four are no vectors.
define spir_kernel void @short(ptr addrspace(1) %p) {
entry:
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %y = lshr i64 %id, 2
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %y
  store i64 1, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp ult i32 %k1, 100
  br i1 %c, label %loop, label %end

end:
  ret void
}

; Without loops there is nothing that rows would change.
define spir_kernel void @straight(ptr addrspace(1) %p) {
  %id = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %y = lshr i64 %id, 4
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %y
  store i64 1, ptr addrspace(1) %q
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  store i64 2, ptr addrspace(1) %q
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare i64 @llvm.spv.thread.id.in.group.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

!0 = !{i32 128, i32 1, i32 1}
!1 = !{i32 40, i32 1, i32 1}
