; Strides in local memory are not taken for ones of one element.
;
; RUN: retarget-opt --target=x86_64 --steps=local-strides %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; out[i] = tile[i * pitch]
; CHECK-LABEL: define void @column(
; CHECK: entry:
; CHECK: [[EVEN:%.*]] = and i64 %pitch, -2
; CHECK-NEXT: [[ODD:%.*]] = and i64 %pitch, 1
; CHECK-NEXT: [[SUM:%.*]] = add nuw i64 [[EVEN]], [[ODD]]
; CHECK: loop:
; CHECK: mul i64 %i, [[SUM]]
define void @column(ptr %args, ptr "facet-group" %group) {
entry:
  %field = getelementptr inbounds i8, ptr %group, i64 144
  %local = load ptr, ptr %field, !invariant.load !0
  %out = load ptr, ptr %args, !invariant.load !0
  %pitch.field = getelementptr i8, ptr %args, i64 8
  %pitch = load i64, ptr %pitch.field, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul i64 %i, %pitch
  %p = getelementptr float, ptr %local, i64 %at
  %x = load float, ptr %p
  %q = getelementptr float, ptr %out, i64 %i
  store float %x, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 16
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Those of the program's arrays often are: out[i] = data[i * pitch]
; CHECK-LABEL: define void @global(
; CHECK-NOT: and i64
; CHECK: mul i64 %i, %pitch
define void @global(ptr %args, ptr "facet-group" %group) {
entry:
  %data = load ptr, ptr %args, !invariant.load !0
  %pitch.field = getelementptr i8, ptr %args, i64 8
  %pitch = load i64, ptr %pitch.field, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul i64 %i, %pitch
  %p = getelementptr float, ptr %data, i64 %at
  %x = load float, ptr %p
  %q = getelementptr float, ptr %data, i64 %i
  store float %x, ptr %q
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, 16
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

!0 = !{}
