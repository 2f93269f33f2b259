; Intrinsics that would be calls of libm become what every target has.
;
; RUN: opt -load-pass-plugin=%plugin -passes='library-intrinsics,instcombine' -S %s | FileCheck %s

; CHECK-LABEL: define i64 @rounds(
; CHECK: @llvm.round.f32
; CHECK: fptosi float {{.*}} to i64
; CHECK: @llvm.rint.f64
; CHECK: fptosi double {{.*}} to i64
; CHECK: select i1 {{.*}}, i64 -9223372036854775808
define i64 @rounds(float %x, double %y) {
  %a = call i64 @llvm.lround.i64.f32(float %x)
  %b = call i64 @llvm.llrint.i64.f64(double %y)
  %c = xor i64 %a, %b
  ret i64 %c
}

; Constants are folded: subnormal numbers, zeros and infinities.
; CHECK-LABEL: define { double, i32 } @half(
; CHECK: ret { double, i32 } { double 7.500000e-01, i32 4 }
define { double, i32 } @half() {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double 1.2e+01)
  ret { double, i32 } %r
}
; CHECK-LABEL: define { double, i32 } @smallest(
; CHECK: ret { double, i32 } { double 5.000000e-01, i32 -1073 }
define { double, i32 } @smallest() {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double 0x0000000000000001)
  ret { double, i32 } %r
}
; CHECK-LABEL: define { float, i32 } @negative(
; CHECK: ret { float, i32 } { float -5.000000e-01, i32 -148 }
define { float, i32 } @negative() {
  %r = call { float, i32 } @llvm.frexp.f32.i32(float 0xB6A0000000000000)
  ret { float, i32 } %r
}
; CHECK-LABEL: define { float, i32 } @zero(
; CHECK: ret { float, i32 } { float -0.000000e+00, i32 0 }
define { float, i32 } @zero() {
  %r = call { float, i32 } @llvm.frexp.f32.i32(float -0.0)
  ret { float, i32 } %r
}
; CHECK-LABEL: define { float, float } @parts(
; CHECK: ret { float, float } { float -2.500000e-01, float -3.000000e+00 }
define { float, float } @parts() {
  %r = call { float, float } @llvm.modf.f32(float -3.25)
  ret { float, float } %r
}
; CHECK-LABEL: define { float, float } @infinity(
; CHECK: ret { float, float } { float -0.000000e+00, float 0xFFF0000000000000 }
define { float, float } @infinity() {
  %r = call { float, float } @llvm.modf.f32(float 0xFFF0000000000000)
  ret { float, float } %r
}
; CHECK-LABEL: define { double, double } @both(
; CHECK: @llvm.sin.f64
; CHECK: @llvm.cos.f64
define { double, double } @both(double %x) {
  %r = call { double, double } @llvm.sincos.f64(double %x)
  ret { double, double } %r
}
