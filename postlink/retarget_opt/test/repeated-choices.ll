; A choice between two values by their comparison, and one between its result and
; one of the two again, is one choice that takes a NaN and the sign of a zero where
; the two took it.
;
; RUN: retarget-opt --target=nvptx --steps=simplify %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; A NaN becomes 0.
; CHECK-LABEL: define half @nan_is_zero(
; CHECK-NEXT: [[C:%.*]] = fcmp ogt half %x, 0xH0000
; CHECK-NEXT: [[S:%.*]] = select i1 [[C]], half %x, half 0xH0000
; CHECK-NEXT: ret half [[S]]
define half @nan_is_zero(half %x) {
  %c = fcmp olt half %x, 0.0
  %s = select i1 %c, half 0.0, half %x
  %d = fcmp ogt half %s, 0.0
  %t = select i1 %d, half %s, half 0.0
  ret half %t
}

; A NaN stays, -0.0 becomes 0.0.
; CHECK-LABEL: define float @nan_stays(
; CHECK-NEXT: [[C:%.*]] = fcmp {{ugt float %x, 0.0|ole float %x, 0.0}}
; CHECK-NEXT: select i1 [[C]]
; CHECK-NEXT: ret
define float @nan_stays(float %x) {
  %c = fcmp olt float %x, 0.0
  %s = select i1 %c, float 0.0, float %x
  %d = fcmp ole float %s, 0.0
  %t = select i1 %d, float 0.0, float %s
  ret float %t
}

; The one that is a NaN is the other one.
; CHECK-LABEL: define double @of_two(
; CHECK: [[C:%.*]] = fcmp ogt double %x, %y
; CHECK-NEXT: select i1 [[C]], double %x, double %y
; CHECK-NEXT: ret
define double @of_two(double %x, i32 %n) {
  %y = sitofp i32 %n to double
  %c = fcmp uge double %x, %y
  %s = select i1 %c, double %x, double %y
  %d = fcmp ogt double %s, %y
  %t = select i1 %d, double %s, double %y
  ret double %t
}

; CHECK-LABEL: define double @of_the_other(
; CHECK: [[C:%.*]] = fcmp {{.*}} double
; CHECK-NEXT: select i1 [[C]]
; CHECK-NEXT: ret
define double @of_the_other(double %x, i32 %n) {
  %y = sitofp i32 %n to double
  %c = fcmp ogt double %x, %y
  %s = select i1 %c, double %x, double %y
  %d = fcmp ogt double %s, %x
  %t = select i1 %d, double %s, double %x
  ret double %t
}

; CHECK-LABEL: define <2 x float> @vector(
; CHECK-NEXT: [[C:%.*]] = fcmp ogt <2 x float> %x, <float 0.000000e+00, float 1.000000e+00>
; CHECK-NEXT: select <2 x i1> [[C]], <2 x float> %x, <2 x float> <float 0.000000e+00, float 1.000000e+00>
; CHECK-NEXT: ret
define <2 x float> @vector(<2 x float> %x) {
  %c = fcmp olt <2 x float> %x, <float 0.0, float 1.0>
  %s = select <2 x i1> %c, <2 x float> <float 0.0, float 1.0>, <2 x float> %x
  %d = fcmp ogt <2 x float> %s, <float 0.0, float 1.0>
  %t = select <2 x i1> %d, <2 x float> %s, <2 x float> <float 0.0, float 1.0>
  ret <2 x float> %t
}

; A minimum of a maximum of the same is one of the two.
; CHECK-LABEL: define {{.*}}float @both_ways(
; CHECK-NEXT: ret float 1.0
define float @both_ways(float %x) {
  %c = fcmp ogt float %x, 1.0
  %s = select i1 %c, float %x, float 1.0
  %d = fcmp olt float %s, 1.0
  %t = select i1 %d, float %s, float 1.0
  ret float %t
}

; Another constant is another choice.
; CHECK-LABEL: define float @clamp(
; CHECK-COUNT-2: select
; CHECK: ret
define float @clamp(float %x) {
  %c = fcmp ogt float %x, 1.0
  %s = select i1 %c, float %x, float 1.0
  %d = fcmp olt float %s, 7.0
  %t = select i1 %d, float %s, float 7.0
  ret float %t
}

; What flags allow both, the one keeps.
; CHECK-LABEL: define float @flags(
; CHECK-NEXT: [[C:%.*]] = fcmp ninf {{.*}} float %x, %y
; CHECK-NEXT: select ninf i1 [[C]]
; CHECK-NEXT: ret
define float @flags(float %x, float %y) {
  %c = fcmp ninf ogt float %x, %y
  %s = select ninf i1 %c, float %x, float %y
  %d = fcmp ninf nsz uge float %s, %y
  %t = select ninf nsz i1 %d, float %s, float %y
  ret float %t
}
