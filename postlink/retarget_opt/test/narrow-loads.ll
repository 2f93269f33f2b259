; Loads of bytes and 16-bit numbers that a condition leaves out and that lie side by side become calls with versions for
; vectors, and each of these becomes code again.
;
; RUN: retarget-opt --target=x86_64 --steps=narrow-loads %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: retarget-opt --target=x86_64 --steps=narrow-loads-end %s | FileCheck %s --check-prefix=END
; RUN: retarget-opt --target=x86_64 --steps=narrow-loads,narrow-loads-end %s | FileCheck %s --check-prefix=BACK

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @byte(
; CHECK: [[P:%.*]] = add i64 {{.*}}, %i
; CHECK: %x = load i8
; CHECK: call i8 @facet.narrow.load.i8(i64 [[P]]) [[VERSIONS:#[0-9]+]], !llvm.access.group
; BACK-LABEL: define void @byte(
; BACK-NOT: call
; BACK: load i8, ptr {{.*}}, align 1
; BACK-NOT: call
; BACK-LABEL: define void @half(
define void @byte(ptr %a, ptr %out, i64 %n, i8 %w) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i8, ptr %a, i64 %i
  %x = load i8, ptr %p
  %c = icmp eq i8 %x, %w
  br i1 %c, label %then, label %latch
then:
  %q = getelementptr i8, ptr %p, i64 1
  %y = load i8, ptr %q, !llvm.access.group !0
  br label %latch
latch:
  %r = phi i8 [ 0, %loop ], [ %y, %then ]
  %o = getelementptr i8, ptr %out, i64 %i
  store i8 %r, ptr %o
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @half(
; CHECK: [[H:%.*]] = call i16 @facet.narrow.load.i16(i64 {{.*}}) [[TWO:#[0-9]+]]
; CHECK: bitcast i16 [[H]] to half
define void @half(ptr %a, ptr %b, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %then, label %latch
then:
  %q = getelementptr half, ptr %b, i64 %i
  %y = load half, ptr %q
  br label %latch
latch:
  %r = phi half [ 0.0, %loop ], [ %y, %then ]
  %o = getelementptr half, ptr %out, i64 %i
  store half %r, ptr %o
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Other elements, other places, volatile ones; addresses that are checked.
; CHECK-LABEL: define void @others(
; CHECK-NOT: call
; CHECK-LABEL: define void @checked(
; CHECK-NOT: call
define void @others(ptr %a, ptr %b, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %then, label %latch
then:
  %wide = getelementptr i32, ptr %b, i64 %i
  %first = load i32, ptr %wide
  %far = getelementptr [2 x i8], ptr %b, i64 %i
  %second = load i8, ptr %far
  %near = getelementptr i8, ptr %b, i64 %i
  %third = load volatile i8, ptr %near
  %fourth = load i8, ptr %b
  %back = sub i64 %n, %i
  %down = getelementptr i8, ptr %b, i64 %back
  %fifth = load i8, ptr %down
  %s = add i8 %second, %third
  %t = add i8 %s, %fourth
  %u = add i8 %t, %fifth
  %v = zext i8 %u to i32
  %w = add i32 %v, %first
  br label %latch
latch:
  %r = phi i32 [ 0, %loop ], [ %w, %then ]
  %o = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %o
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

define void @checked(ptr %a, ptr %out, i64 %n, i8 %w) sanitize_address #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i8, ptr %a, i64 %i
  %x = load i8, ptr %p
  %c = icmp eq i8 %x, %w
  br i1 %c, label %then, label %latch
then:
  %q = getelementptr i8, ptr %p, i64 1
  %y = load i8, ptr %q
  br label %latch
latch:
  %r = phi i8 [ 0, %loop ], [ %y, %then ]
  %o = getelementptr i8, ptr %out, i64 %i
  store i8 %r, ptr %o
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; A processor that has such loads.
; CHECK-LABEL: define void @masks(
; CHECK-NOT: call
; CHECK: ret void
define void @masks(ptr %a, ptr %out, i64 %n, i8 %w) #1 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i8, ptr %a, i64 %i
  %x = load i8, ptr %p
  %c = icmp eq i8 %x, %w
  br i1 %c, label %then, label %latch
then:
  %q = getelementptr i8, ptr %p, i64 1
  %y = load i8, ptr %q
  br label %latch
latch:
  %r = phi i8 [ 0, %loop ], [ %y, %then ]
  %o = getelementptr i8, ptr %out, i64 %i
  store i8 %r, ptr %o
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; A vector: whole if one element of it is wanted and it is within a page.
; END-LABEL: define <32 x i8> @vector(
; END: [[M:%.*]] = freeze <32 x i1> %m
; END: [[BITS:%.*]] = bitcast <32 x i1> [[M]] to i32
; END: [[ANY:%.*]] = icmp ne i32 [[BITS]], 0
; END: br i1 [[ANY]]
; END: [[OFFSET:%.*]] = and i64 %p, 4095
; END: [[WITHIN:%.*]] = icmp ule i64 [[OFFSET]], 4064
; END: br i1 [[WITHIN]]
; END: load <32 x i8>, ptr {{.*}}, align 1
; END: call <32 x i8> @llvm.masked.load.v32i8.p0(ptr {{.*}}, <32 x i1> [[M]]
; END-NOT: @facet
; END: ret <32 x i8>
define <32 x i8> @vector(i64 %p, <32 x i1> %m) #0 {
  %x = call <32 x i8> @facet.narrow.load.v32i8(i64 %p, <32 x i1> %m)
  ret <32 x i8> %x
}

declare <32 x i8> @facet.narrow.load.v32i8(i64, <32 x i1>)

; AVX2: attributes [[VERSIONS]] = { {{.*}}"vector-function-abi-variant"="_ZGV_LLVM_M8l_facet.narrow.load.i8(facet.narrow.load.v8i8),_ZGV_LLVM_M16l_facet.narrow.load.i8(facet.narrow.load.v16i8),_ZGV_LLVM_M32l_
; AVX2: attributes [[TWO]] = { {{.*}}_ZGV_LLVM_M8l2_facet.narrow.load.i16(facet.narrow.load.v8i16)

attributes #0 = { "target-cpu"="x86-64-v3" }
attributes #1 = { "target-cpu"="x86-64-v4" }

!0 = distinct !{}
