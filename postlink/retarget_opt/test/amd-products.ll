; A product of factors of exactly 24 bits is no part of a sum: with the sum, LLVM
; would multiply what the factors were masked from.
;
; RUN: retarget-opt --target=amdgcn --steps=masked-factors %s | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define i64 @masked(
; CHECK: %m = mul nuw nsw i64 %x, %y
; CHECK-NEXT: [[M:%.*]] = freeze i64 %m
; CHECK-NEXT: add i64 [[M]], %c
define i64 @masked(i64 %a, i32 %b, i64 %c) {
  %x = and i64 %a, 16777215
  %z = and i32 %b, 65535
  %y = zext i32 %z to i64
  %m = mul nuw nsw i64 %x, %y
  %r = add i64 %m, %c
  ret i64 %r
}

; CHECK-LABEL: define <2 x i64> @vector(
; CHECK: freeze <2 x i64> %m
define <2 x i64> @vector(<2 x i64> %a, <2 x i64> %c) {
  %x = and <2 x i64> %a, splat (i64 16777215)
  %m = mul <2 x i64> %x, %x
  %r = add <2 x i64> %m, %c
  ret <2 x i64> %r
}

; Wider and narrower factors, and products of 32 bits.
; CHECK-LABEL: define i64 @others(
; CHECK-NOT: freeze
; CHECK: ret i64
define i64 @others(i64 %a, i64 %b, i64 %c) {
  %x = and i64 %a, 33554431
  %y = and i64 %b, 16777215
  %m = mul i64 %x, %y
  %r = add i64 %m, %c
  %x2 = and i64 %a, 8388607
  %y2 = and i64 %b, 8388607
  %m2 = mul i64 %x2, %y2
  %r2 = add i64 %m2, %r
  %x3 = trunc i64 %y to i32
  %m3 = mul i32 %x3, %x3
  %w3 = zext i32 %m3 to i64
  %r3 = add i64 %w3, %r2
  ret i64 %r3
}
