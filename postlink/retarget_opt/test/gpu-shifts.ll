; A shift to the top bit, extended afterwards, is no multiplication by the
; smallest number in more bits.
;
; RUN: retarget-opt --target=nvptx --steps=signs-of-shifts %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i64 @top_bit(
; CHECK: %s = shl i32 %x, 31
define i64 @top_bit(i1 %c) {
  %x = sext i1 %c to i32
  %s = shl nsw i32 %x, 31
  %e = sext i32 %s to i64
  ret i64 %e
}

; CHECK-LABEL: define i32 @top_bit_of_short(
; CHECK: %s = shl nuw i16 %x, 15
define i32 @top_bit_of_short(i16 %x) {
  %s = shl nuw nsw i16 %x, 15
  %e = sext i16 %s to i32
  ret i32 %e
}

; CHECK-LABEL: define i64 @others(
; CHECK: %s = shl nsw i32 %x, 30
; CHECK: %t = shl nsw i32 %x, %n
define i64 @others(i32 %x, i32 %n) {
  %s = shl nsw i32 %x, 30
  %t = shl nsw i32 %x, %n
  %u = add i32 %s, %t
  %e = sext i32 %u to i64
  ret i64 %e
}
