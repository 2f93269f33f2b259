; Integers of widths that SPIR-V lacks: accesses of memory touch their own bytes
; alone, and no bits beyond the width come in.
;
; RUN: retarget-opt --target=spirv --steps=integer-widths %s | FileCheck %s
; RUN: retarget-opt --target=spirv --steps=integer-widths %s | FileCheck %s --check-prefix=NONE

target triple = "spirv64-unknown-unknown"

; NONE-NOT: {{\bi(20|24|48|96|104)\b}}

; A bit-field beside a byte: three bytes are read, three written.
; CHECK-LABEL: define spir_kernel void @bit_field(
; CHECK: load i16, ptr addrspace(1) {{.*}}, align 4
; CHECK: load i8, ptr addrspace(1) {{.*}}, align 2
; CHECK: store i16 {{.*}}, align 4
; CHECK: store i8 {{.*}}, align 2
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @bit_field(ptr addrspace(1) %p, i32 %v) {
  %old = load i24, ptr addrspace(1) %p, align 4
  %new = trunc i32 %v to i24
  %low = and i24 %new, 1048575
  %high = and i24 %old, -1048576
  %both = or disjoint i24 %low, %high
  store i24 %both, ptr addrspace(1) %p, align 4
  ret void
}

; Signs are those of the width.
; CHECK-LABEL: define spir_kernel void @signs(
; CHECK: and i32 %v, 1048575
; CHECK: shl i32 {{.*}}, 12
; CHECK: ashr i32 {{.*}}, 12
; CHECK: icmp slt i32
; CHECK: sdiv i32
; CHECK: and i32 {{.*}}, 1048575
define spir_kernel void @signs(ptr addrspace(1) %p, i32 %v) {
  %a = trunc i32 %v to i20
  %negative = icmp slt i20 %a, -5
  %d = sdiv i20 %a, -7
  %s = select i1 %negative, i20 %d, i20 %a
  %r = sext i20 %s to i64
  store i64 %r, ptr addrspace(1) %p
  ret void
}

; More than 64 bits are two words.
; CHECK-LABEL: define spir_kernel void @two_words(
; CHECK: [[LOW:%.*]] = load i64, ptr addrspace(1) {{.*}}, align 8
; CHECK: load i32, ptr addrspace(1) {{.*}}, align 8
; CHECK: load i8, ptr addrspace(1) {{.*}}, align 4
; CHECK: ashr i64
; CHECK: store i64
define spir_kernel void @two_words(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %all = load i104, ptr addrspace(1) %p, align 8
  %left = shl i104 %all, 4
  %field = ashr i104 %left, 60
  %r = trunc nsw i104 %field to i64
  store i64 %r, ptr addrspace(1) %q
  ret void
}

; Through loops, variables and calls.
; CHECK-LABEL: define spir_kernel void @around(
; CHECK: alloca [4 x i8], align 4
; CHECK: phi i64 [ 1, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[SUM:%.*]] = add i64
; CHECK: [[NEXT]] = and i64 [[SUM]], 281474976710655
; CHECK: call spir_func { i64, i64 } @wide(i64 %{{.*}}, i64 0)
; CHECK: switch i32 {{.*}}, label %end [
; CHECK-NEXT: i32 16777215, label %store
define spir_kernel void @around(ptr addrspace(1) %p, i64 %n) {
entry:
  %slot = alloca i24, align 4
  br label %loop
loop:
  %x = phi i48 [ 1, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %next = add nuw i48 %x, %x
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %done
done:
  %w = zext i48 %next to i96
  %r = call spir_func i96 @wide(i96 %w)
  %t = trunc i96 %r to i24
  store i24 %t, ptr %slot
  %l = load i24, ptr %slot
  switch i24 %l, label %end [
    i24 -1, label %store
    i24 5, label %store
    i24 9, label %other
  ]
other:
  store i8 1, ptr addrspace(1) %p
  br label %end
store:
  store i96 %r, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal spir_func { i64, i64 } @wide(i64 %0, i64 %1)
define internal spir_func i96 @wide(i96 %x) noinline {
  %y = add i96 %x, -1
  %z = xor i96 %y, 12345678901234567890123
  ret i96 %z
}

; CHECK-LABEL: define spir_kernel void @intrinsics(
; CHECK: call i32 @llvm.ctlz.i32(
; CHECK: sub i32 {{.*}}, 8
; CHECK: call i64 @llvm.bswap.i64(
; CHECK: lshr i64 {{.*}}, 16
; CHECK: icmp ne i64
define spir_kernel void @intrinsics(ptr addrspace(1) %p, i32 %v) {
  %a = trunc i32 %v to i24
  %c = call i24 @llvm.ctlz.i24(i24 %a, i1 false)
  %a48 = zext i24 %a to i48
  %b48 = call i48 @llvm.bswap.i48(i48 %a48)
  %b = trunc i48 %b48 to i24
  %m = call i24 @llvm.smax.i24(i24 %b, i24 %c)
  %pair = call { i24, i1 } @llvm.sadd.with.overflow.i24(i24 %m, i24 %a)
  %sum = extractvalue { i24, i1 } %pair, 0
  %o = extractvalue { i24, i1 } %pair, 1
  %s = select i1 %o, i24 0, i24 %sum
  store i24 %s, ptr addrspace(1) %p, align 1
  ret void
}
