; Numbers of a linear congruential generator are made one of the other.
;
; RUN: retarget-opt --target=nvptx --steps=recurrences %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; The first is not a step: what it is made of may be a counter.
; CHECK-LABEL: define i32 @four(i32 %x)
; CHECK-NEXT: %m1 = mul i32 %x, 1664525
; CHECK-NEXT: %v1 = add i32 %m1, 1013904223
; CHECK-NEXT: %v2 = call i32 asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,n,n"(i32 %v1, i32 1664525, i32 1013904223)
; CHECK-NEXT: %a = xor i32 %v1, %v2
; CHECK-NEXT: %v3 = call i32 asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,n,n"(i32 %v2, i32 1664525, i32 1013904223)
; CHECK-NEXT: %b = xor i32 %a, %v3
; CHECK-NEXT: %v4 = call i32 asm {{.*}}(i32 %v3, i32 1664525, i32 7)
; CHECK-NEXT: %c = xor i32 %b, %v4
; CHECK-NEXT: ret i32 %c
define i32 @four(i32 %x) {
  %m1 = mul i32 %x, 1664525
  %v1 = add i32 %m1, 1013904223
  %m2 = mul i32 %v1, 1664525
  %v2 = add i32 %m2, 1013904223
  %a = xor i32 %v1, %v2
  %m3 = mul i32 %v2, 1664525
  %v3 = add i32 %m3, 1013904223
  %b = xor i32 %a, %v3
  %m4 = mul i32 %v3, 1664525
  %v4 = add i32 %m4, 7
  %c = xor i32 %b, %v4
  ret i32 %c
}

; CHECK-LABEL: define i64 @long(
; CHECK: %v2 = call i64 asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,n,n"(i64 %v1, i64 5, i64 7)
; CHECK: %v3 = call i64 asm {{.*}}(i64 %v2, i64 5, i64 7)
define i64 @long(i64 %x) {
  %v1 = add i64 %x, 1
  %m2 = mul i64 %v1, 5
  %v2 = add i64 %m2, 7
  %a = xor i64 %v1, %v2
  %m3 = mul i64 %v2, 5
  %v3 = add i64 %m3, 7
  %b = xor i64 %a, %v3
  ret i64 %b
}

; One step saves nothing, and neither do steps whose factors differ or of which
; only the last is used.
; CHECK-LABEL: define i32 @others(
; CHECK-NOT: asm
; CHECK: ret i32
define i32 @others(i32 %x, i32 %y, i32 %z) {
  %v1 = add i32 %x, 1013904223
  %m2 = mul i32 %v1, 1664525
  %v2 = add i32 %m2, 1013904223
  %a = xor i32 %v1, %v2
  %w1 = add i32 %y, 1
  %n2 = mul i32 %w1, 3
  %w2 = add i32 %n2, 5
  %b = xor i32 %w1, %w2
  %n3 = mul i32 %w2, 7
  %w3 = add i32 %n3, 5
  %c = xor i32 %b, %w3
  %k1 = add i32 %z, 1
  %l2 = mul i32 %k1, 3
  %k2 = add i32 %l2, 5
  %l3 = mul i32 %k2, 3
  %k3 = add i32 %l3, 5
  %d = xor i32 %c, %k3
  %e = xor i32 %d, %a
  ret i32 %e
}
