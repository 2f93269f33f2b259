; Numbers of a linear congruential generator are made one of the other.
;
; RUN: retarget-opt --target=nvptx --steps=recurrences %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; a = 1664525, c = 1013904223.
; CHECK-LABEL: define i32 @three(i32 %x)
; CHECK-NEXT: %m1 = mul i32 %x, 1664525
; CHECK-NEXT: %v1 = add i32 %m1, 1013904223
; CHECK-NEXT: %v2 = call i32 asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,n,n"(i32 %v1, i32 1664525, i32 1013904223)
; CHECK-NEXT: %a = xor i32 %v1, %v2
; CHECK-NEXT: %v3 = call i32 asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,n,n"(i32 %v2, i32 1664525, i32 1013904223)
; CHECK-NEXT: %b = xor i32 %a, %v3
define i32 @three(i32 %x) {
  %m1 = mul i32 %x, 1664525
  %v1 = add i32 %m1, 1013904223
  %m2 = mul i32 %x, 389569705
  %v2 = add i32 %m2, 1196435762
  %a = xor i32 %v1, %v2
  %m3 = mul i32 %x, -1354167659
  %v3 = add i32 %m3, -775096599
  %b = xor i32 %a, %v3
  ret i32 %b
}

; What the first value is made of is another product: factor 3, then 5 and 7 more.
; CHECK-LABEL: define i64 @other_start(i64 %x)
; CHECK: %v1 = add i64 %m1, 1
; CHECK-NEXT: %v2 = call i64 asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,n,n"(i64 %v1, i64 5, i64 7)
; CHECK-NEXT: %v3 = call i64 asm {{.*}}(i64 %v2, i64 5, i64 7)
define i64 @other_start(i64 %x) {
  %m1 = mul i64 %x, 3
  %v1 = add i64 %m1, 1
  %m2 = mul i64 %x, 15
  %v2 = add i64 %m2, 12
  %m3 = mul i64 %x, 75
  %v3 = add i64 %m3, 67
  %a = xor i64 %v1, %v2
  %b = xor i64 %a, %v3
  ret i64 %b
}

; A factor that is even has no inverse.
; CHECK-LABEL: define i32 @even(
; CHECK-NOT: asm
; CHECK: ret i32
define i32 @even(i32 %x) {
  %m1 = mul i32 %x, 6
  %v1 = add i32 %m1, 1
  %m2 = mul i32 %x, 36
  %v2 = add i32 %m2, 7
  %m3 = mul i32 %x, 216
  %v3 = add i32 %m3, 43
  %a = xor i32 %v1, %v2
  %b = xor i32 %a, %v3
  ret i32 %b
}

; Two save nothing.
; CHECK-LABEL: define i32 @two(
; CHECK: mul i32 %x, 389569705
define i32 @two(i32 %x) {
  %m1 = mul i32 %x, 1664525
  %v1 = add i32 %m1, 1013904223
  %m2 = mul i32 %x, 389569705
  %v2 = add i32 %m2, 1196435762
  %a = xor i32 %v1, %v2
  ret i32 %a
}

; Factors that are powers of one number, but other summands.
; CHECK-LABEL: define i32 @others(
; CHECK: mul i32 %x, 9
; CHECK: mul i32 %x, 27
define i32 @others(i32 %x) {
  %m1 = mul i32 %x, 3
  %v1 = add i32 %m1, 1
  %m2 = mul i32 %x, 9
  %v2 = add i32 %m2, 5
  %m3 = mul i32 %x, 27
  %v3 = add i32 %m3, 13
  %a = xor i32 %v1, %v2
  %b = xor i32 %a, %v3
  ret i32 %b
}

; In another order the third value is not a step from the second.
; CHECK-LABEL: define i32 @disordered(
; CHECK-NOT: asm
; CHECK: ret i32
define i32 @disordered(i32 %x) {
  %m2 = mul i32 %x, 9
  %v2 = add i32 %m2, 4
  %m1 = mul i32 %x, 3
  %v1 = add i32 %m1, 1
  %m3 = mul i32 %x, 27
  %v3 = add i32 %m3, 13
  %a = xor i32 %v1, %v2
  %b = xor i32 %a, %v3
  ret i32 %b
}
