; Numbers of a linear congruential generator are made one of the other.
;
; RUN: retarget-opt --target=nvptx --steps=recurrences %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; a = 1664525, c = 1013904223.
; CHECK-LABEL: define i32 @three(i32 %x)
; CHECK-NEXT: %m1 = mul i32 %x, 1664525
; CHECK-NEXT: %v1 = add i32 %m1, 1013904223
; CHECK-NEXT: [[M2:%.*]] = mul i32 %v1, 1664525
; CHECK-NEXT: %v2 = add i32 [[M2]], 1013904223
; CHECK-NEXT: %a = xor i32 %v1, %v2
; CHECK-NEXT: [[M3:%.*]] = mul i32 %v2, 1664525
; CHECK-NEXT: %v3 = add i32 [[M3]], 1013904223
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

; In the other order the value before comes too late.
; CHECK-LABEL: define i32 @late(
; CHECK: mul i32 %x, 27
; CHECK: mul i32 %x, 9
; CHECK: mul i32 %x, 3
define i32 @late(i32 %x) {
  %m3 = mul i32 %x, 27
  %v3 = add i32 %m3, 13
  %m2 = mul i32 %x, 9
  %v2 = add i32 %m2, 4
  %m1 = mul i32 %x, 3
  %v1 = add i32 %m1, 1
  %a = xor i32 %v1, %v2
  %b = xor i32 %a, %v3
  ret i32 %b
}
