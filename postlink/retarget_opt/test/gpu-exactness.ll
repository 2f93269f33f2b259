; The sign of a zero that a comparison takes for equal, parts of the bits of
; floating-point values, negations and counters are what the program says.
;
; RUN: retarget-opt --target=nvptx --steps=reducible-cycles,signs-of-zero,kinds-of-bits,negative-zeros,zeros-beside-minus-one,nans-beside-signs,bits-of-floats,saturated-shorts,absolute-shorts,negated-shorts,smaller-shorts,absolute-integers,unsigned-extensions,negations %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; min(-0.0, +0.0) would be -0.0.
; CHECK-LABEL: define double @less(
; CHECK: fcmp olt double %x, -0.000000e+00
; CHECK: select i1 %c, double %x, double 0.000000e+00
define double @less(double %x) {
  %c = fcmp olt double %x, 0.0
  %s = select i1 %c, double %x, double 0.0
  ret double %s
}

; The assembler would convert the integers -1 and 0.
; CHECK-LABEL: define float @minus_one_or_zero(
; CHECK: [[BITS:%.*]] = select i1 %c, i32 -1082130432, i32 -2147483648
; CHECK-NEXT: [[NUMBER:%.*]] = bitcast i32 [[BITS]] to float
; CHECK-NEXT: ret float [[NUMBER]]
define float @minus_one_or_zero(i1 %c) {
  %s = select i1 %c, float -1.0, float -0.0
  ret float %s
}

; CHECK-LABEL: define <2 x float> @one_of_two(
; CHECK: select i1 %c, <2 x i32> <i32 1073741824, i32 -2147483648>, <2 x i32> <i32 -2147483648, i32 -1082130432>
define <2 x float> @one_of_two(i1 %c) {
  %s = select i1 %c, <2 x float> <float 2.0, float -0.0>, <2 x float> <float -0.0, float -1.0>
  ret <2 x float> %s
}

; Of -32768 it is -32768.
; CHECK-LABEL: define i16 @absolute(
; CHECK: [[LESS:%.*]] = icmp slt i16 %x, 0
; CHECK: [[NEGATED:%.*]] = sub i16 0, %x
; CHECK: [[WIDE:%.*]] = zext i16 [[NEGATED]] to i32
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[WIDE]])
; CHECK: [[SHORT:%.*]] = trunc i32 [[COPY]] to i16
; CHECK: select i1 [[LESS]], i16 [[SHORT]], i16 %x
define i16 @absolute(i16 %x) {
  %a = call i16 @llvm.abs.i16(i16 %x, i1 false)
  ret i16 %a
}

; CHECK-LABEL: define <2 x i16> @absolute_vector(
; CHECK: icmp slt <2 x i16> %x, zeroinitializer
; CHECK-COUNT-2: call i32 asm "prmt.b32
; CHECK-NOT: llvm.abs
; CHECK: ret
define <2 x i16> @absolute_vector(<2 x i16> %x) {
  %a = call <2 x i16> @llvm.abs.v2i16(<2 x i16> %x, i1 false)
  ret <2 x i16> %a
}

; CHECK-LABEL: define i16 @absolute_but_of_the_smallest(
; CHECK: call i16 @llvm.abs.i16(
define i16 @absolute_but_of_the_smallest(i16 %x) {
  %a = call i16 @llvm.abs.i16(i16 %x, i1 true)
  ret i16 %a
}

; The assembler would extend before it negates.
; CHECK-LABEL: define i64 @negated_short(
; CHECK: [[WIDE:%.*]] = zext i16 %n to i32
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[WIDE]])
; CHECK: [[SHORT:%.*]] = trunc i32 [[COPY]] to i16
; CHECK: sext i16 [[SHORT]] to i64
define i64 @negated_short(i16 %x) {
  %n = sub i16 0, %x
  %s = sext i16 %n to i64
  ret i64 %s
}

; CHECK-LABEL: define <2 x i32> @one_negated_short(
; CHECK-COUNT-2: prmt.b32
; CHECK-NOT: prmt.b32
; CHECK: ret
define <2 x i32> @one_negated_short(<2 x i16> %x) {
  %n = sub <2 x i16> <i16 7, i16 0>, %x
  %s = sext <2 x i16> %n to <2 x i32>
  ret <2 x i32> %s
}

; CHECK-LABEL: define <2 x i32> @negated_by_product(
; CHECK-COUNT-2: prmt.b32
; CHECK-NOT: prmt.b32
; CHECK: ret
define <2 x i32> @negated_by_product(<2 x i16> %x) {
  %n = mul <2 x i16> %x, <i16 3, i16 -1>
  %s = sext <2 x i16> %n to <2 x i32>
  ret <2 x i32> %s
}

; CHECK-LABEL: define <2 x i16> @negated_perhaps(
; CHECK-COUNT-2: prmt.b32
; CHECK: ret
define <2 x i16> @negated_perhaps(<2 x i16> %x, i16 %y) {
  %z = insertelement <2 x i16> <i16 poison, i16 0>, i16 %y, i64 0
  %n = sub <2 x i16> %z, %x
  ret <2 x i16> %n
}

; CHECK-LABEL: define i32 @negations_that_are_exact(
; CHECK-NOT: prmt.b32
; CHECK: ret
define i32 @negations_that_are_exact(i16 %x, i8 %y, i32 %z, <2 x i16> %v) {
  %a = sub nsw i16 0, %x
  %b = sub i8 0, %y
  %c = sub i32 0, %z
  %d = sub i16 1, %x
  %e = sub <2 x i16> <i16 7, i16 1>, %v
  %f = extractelement <2 x i16> %e, i64 0
  %g = sext i16 %a to i32
  %h = sext i8 %b to i32
  %i = sext i16 %d to i32
  %j = sext i16 %f to i32
  %k = add i32 %g, %h
  %l = add i32 %i, %j
  %m = add i32 %k, %l
  %n = add i32 %m, %c
  ret i32 %n
}

; Of the smallest number it is not positive.
; CHECK-LABEL: define i32 @absolute_int(
; CHECK: %a = call i32 @llvm.abs.i32(
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 %a)
; CHECK: srem i32 [[COPY]], 5
; CHECK-NOT: prmt.b32
; CHECK: ret
define i32 @absolute_int(i32 %x, i32 %y, i64 %z) {
  %a = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %b = call i32 @llvm.abs.i32(i32 %y, i1 true)
  %c = call i64 @llvm.abs.i64(i64 %z, i1 false)
  %d = trunc i64 %c to i32
  %r = srem i32 %a, 5
  %s = add i32 %r, %b
  %t = add i32 %s, %d
  ret i32 %t
}

; As an unsigned number, a negative part is a large one.
; CHECK-LABEL: define double @unsigned_part(
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 %p)
; CHECK: uitofp i32 [[COPY]] to double
; CHECK: [[OTHER:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 %e)
; CHECK: uitofp i32 [[OTHER]] to double
; CHECK-NOT: prmt.b32
; CHECK: ret
define double @unsigned_part(i32 %x, i8 %y) {
  %s = shl i32 %x, 16
  %p = ashr i32 %s, 24
  %e = sext i8 %y to i32
  %a = uitofp i32 %p to double
  %b = uitofp i32 %e to double
  %c = sitofp i32 %p to double
  %d = uitofp i32 %x to double
  %f = fadd double %a, %b
  %g = fadd double %c, %d
  %h = fadd double %f, %g
  ret double %h
}

; A loop that the assembler unrolls may count to 0.
; CHECK-LABEL: define i16 @from_a_counter(
; CHECK: %d = sub i16 %n, %v
; CHECK: prmt.b32
; CHECK: %e = sub i16 %v, %n
; CHECK-NOT: prmt.b32
; CHECK: ret
define i16 @from_a_counter(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %next, %loop ]
  %n = trunc i32 %i to i16
  %v = load volatile i16, ptr %p
  %d = sub i16 %n, %v
  store volatile i16 %d, ptr %p
  %e = sub i16 %v, %n
  store volatile i16 %e, ptr %p
  %next = add i32 %i, -1
  %again = icmp sge i32 %next, 0
  br i1 %again, label %loop, label %end
end:
  ret i16 %e
}

; Others are chosen as they are.
; CHECK-LABEL: define float @one_or_zero(
; CHECK: select i1 %c, float 1.000000e+00, float -0.000000e+00
define float @one_or_zero(i1 %c) {
  %s = select i1 %c, float 1.0, float -0.0
  ret float %s
}

; CHECK-LABEL: define double @double_minus_one(
; CHECK: select i1 %c, double -1.000000e+00, double -0.000000e+00
define double @double_minus_one(i1 %c) {
  %s = select i1 %c, double -1.0, double -0.0
  ret double %s
}

; CHECK-LABEL: define float @not_greater(
; CHECK: fcmp ugt float %x, -0.000000e+00
; CHECK: select i1 %c, float 0.000000e+00, float %x
define float @not_greater(float %x) {
  %c = fcmp ugt float %x, 0.0
  %s = select i1 %c, float 0.0, float %x
  ret float %s
}

; CHECK-LABEL: define half @greater(
; CHECK: fcmp oge half %x, 0xH0000
; CHECK: select i1 %c, half %x, half 0xH8000
define half @greater(half %x) {
  %c = fcmp oge half %x, -0.0
  %s = select i1 %c, half %x, half -0.0
  ret half %s
}

; CHECK-LABEL: define <2 x half> @vector(
; CHECK: fcmp olt <2 x half> %x, <half 0xH8000, half 0xH3C00>
; CHECK: select <2 x i1> %c, <2 x half> %x, <2 x half> <half 0xH0000, half 0xH3C00>
define <2 x half> @vector(<2 x half> %x) {
  %c = fcmp olt <2 x half> %x, <half 0.0, half 1.0>
  %s = select <2 x i1> %c, <2 x half> %x, <2 x half> <half 0.0, half 1.0>
  ret <2 x half> %s
}

; max(-0.0, +0.0) is +0.0, as here; without signed zeros any is right.
; CHECK-LABEL: define float @exact(
; CHECK: fcmp ogt float %x, 0.000000e+00
; CHECK: fcmp nsz olt float %x, 0.000000e+00
; CHECK: fcmp olt float %x, 1.000000e+00
define float @exact(float %x) {
  %c = fcmp ogt float %x, 0.0
  %s = select i1 %c, float %x, float 0.0
  %d = fcmp nsz olt float %x, 0.0
  %t = select nsz i1 %d, float %x, float 0.0
  %e = fcmp olt float %x, 1.0
  %u = select i1 %e, float %x, float 1.0
  %v = fadd float %s, %t
  %w = fadd float %u, %v
  ret float %w
}

; CHECK-LABEL: define i32 @low_half(
; CHECK: [[BITS:%.*]] = bitcast double %x to i64
; CHECK: [[COPY:%.*]] = call i64 asm "mov.b64 $0, $1;", "=l,l"(i64 [[BITS]])
; CHECK: trunc i64 [[COPY]] to i32
define i32 @low_half(double %x) {
  %b = bitcast double %x to i64
  %t = trunc i64 %b to i32
  ret i32 %t
}

; CHECK-LABEL: define i8 @through_a_loop(
; CHECK: call i32 asm "mov.b32 $0, $1;", "=r,r"(
define i8 @through_a_loop(float %x, i1 %again) {
entry:
  %b = bitcast float %x to i32
  br label %loop
loop:
  %v = phi i32 [ %b, %entry ], [ %next, %loop ]
  %next = or i32 %v, 256
  br i1 %again, label %loop, label %end
end:
  %t = trunc i32 %next to i8
  ret i8 %t
}

; CHECK-LABEL: define i8 @first_byte(
; CHECK: call i16 asm "mov.b16 $0, $1;", "=h,h"(
define i8 @first_byte(half %x) {
  %b = bitcast half %x to <2 x i8>
  %t = extractelement <2 x i8> %b, i32 0
  ret i8 %t
}

; CHECK-LABEL: define i16 @of_a_vector(
; CHECK: extractelement <2 x float> %x, i64 0
; CHECK: call i32 asm "mov.b32
; CHECK: extractelement <2 x float> %x, i64 1
; CHECK: call i32 asm "mov.b32
; CHECK: bitcast <2 x i32> %{{.*}} to i64
define i16 @of_a_vector(<2 x float> %x) {
  %b = bitcast <2 x float> %x to i64
  %t = trunc i64 %b to i16
  ret i16 %t
}

; CHECK-LABEL: define i64 @whole(
; CHECK-NOT: asm
define i64 @whole(double %x) {
  %b = bitcast double %x to i64
  %t = and i64 %b, 9223372036854775807
  ret i64 %t
}

; CHECK-LABEL: define i32 @negation(
; CHECK: [[NEGATION:%.*]] = sub i32 0, %b
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[NEGATION]])
; CHECK: call i32 @llvm.smin.i32(i32 %a, i32 [[COPY]])
; CHECK: call i32 @llvm.smin.i32(i32 %{{.*}}, i32 %c)
define i32 @negation(i32 %a, i32 %b, i32 %c) {
  %n = sub i32 0, %b
  %m = call i32 @llvm.smin.i32(i32 %a, i32 %n)
  %r = call i32 @llvm.smin.i32(i32 %m, i32 %c)
  ret i32 %r
}

; CHECK-LABEL: define i16 @short_negation(
; CHECK: [[WIDE:%.*]] = zext i16 %n to i32
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[WIDE]])
; CHECK: [[SHORT:%.*]] = trunc i32 [[COPY]] to i16
; CHECK: call i16 @llvm.smax.i16(i16 %a, i16 [[SHORT]])
define i16 @short_negation(i16 %a, i16 %b) {
  %n = sub i16 0, %b
  %m = call i16 @llvm.smax.i16(i16 %a, i16 %n)
  ret i16 %m
}

; CHECK-LABEL: define <2 x i16> @vector_of_negations(
; CHECK-COUNT-2: prmt.b32
define <2 x i16> @vector_of_negations(<2 x i16> %a, <2 x i16> %b) {
  %n = sub <2 x i16> zeroinitializer, %b
  %m = call <2 x i16> @llvm.smax.v2i16(<2 x i16> %a, <2 x i16> %n)
  ret <2 x i16> %m
}

; CHECK-LABEL: define i64 @without_negation(
; CHECK-NOT: asm
define i64 @without_negation(i64 %a, i32 %b, i32 %c) {
  %n = sub i64 0, %a
  %m = call i64 @llvm.smax.i64(i64 %a, i64 %n)
  %o = call i32 @llvm.smax.i32(i32 %b, i32 %c)
  %p = zext i32 %o to i64
  %q = add i64 %m, %p
  ret i64 %q
}

; Two paths into one cycle become one.
; CHECK-LABEL: define void @two_entries(
; CHECK: irr.guard:
define void @two_entries(i1 %c, ptr %p, i32 %n) {
entry:
  switch i32 %n, label %first [ i32 0, label %second
                                i32 7, label %end ]
first:
  %i = phi i32 [ 0, %entry ], [ %next, %second ]
  store i32 %i, ptr %p
  br label %second
second:
  %j = phi i32 [ 0, %entry ], [ %i, %first ]
  %next = add i32 %j, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %first, label %end
end:
  ret void
}

; CHECK-LABEL: define void @one_entry(
; CHECK-NOT: irr.guard
; CHECK: switch
define void @one_entry(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ], [ %next, %loop ]
  %next = add i32 %i, 1
  switch i32 %i, label %loop [ i32 0, label %loop
                               i32 7, label %end ]
end:
  ret void
}

; Stores by bytes, which the code generator makes of the register.
; CHECK-LABEL: define void @packed(
; CHECK: [[BITS:%.*]] = bitcast float %x to i32
; CHECK: [[COPY:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 [[BITS]])
; CHECK: store i32 [[COPY]], ptr addrspace(1) %p, align 1
; CHECK: mov.b64
; CHECK: store i64 {{.*}}, align 4
; CHECK: mov.b16
; CHECK: store i16 {{.*}}, align 1
; CHECK-COUNT-2: mov.b32
; CHECK: store <2 x i32> {{.*}}, align 2
; CHECK: mov.b32
; CHECK: store i32 {{.*}}, align 1
define void @packed(float %x, double %y, half %z, <2 x float> %v, ptr addrspace(1) %p) {
  store float %x, ptr addrspace(1) %p, align 1
  store double %y, ptr addrspace(1) %p, align 4
  store half %z, ptr addrspace(1) %p, align 1
  store <2 x float> %v, ptr addrspace(1) %p, align 2
  %b = bitcast float %x to i32
  %c = xor i32 %b, -2147483648
  store i32 %c, ptr addrspace(1) %p, align 1
  ret void
}

; CHECK-LABEL: define void @aligned_numbers(
; CHECK-NOT: mov.b
; CHECK: ret
define void @aligned_numbers(float %x, double %y, <2 x float> %v, i32 %i, ptr addrspace(1) %p) {
  store float %x, ptr addrspace(1) %p
  store double %y, ptr addrspace(1) %p, align 8
  store <2 x float> %v, ptr addrspace(1) %p, align 4
  store i32 %i, ptr addrspace(1) %p, align 1
  ret void
}

; CHECK-LABEL: define i1 @smaller_short(
; CHECK: %n = call i16 @llvm.smin.i16(i16 %x, i16 %y)
; CHECK: prmt.b32
; CHECK: [[SHORT:%.*]] = trunc i32 {{.*}} to i16
; CHECK: icmp eq i16 [[SHORT]], 0
; CHECK-NOT: prmt.b32
; CHECK: ret
define i1 @smaller_short(i16 %x, i16 %y, i32 %z) {
  %n = call i16 @llvm.smin.i16(i16 %x, i16 %y)
  %e = icmp eq i16 %n, 0
  %m = call i32 @llvm.smin.i32(i32 %z, i32 7)
  %f = icmp eq i32 %m, 0
  %r = and i1 %e, %f
  ret i1 %r
}

; CHECK-LABEL: define <2 x i1> @smaller_shorts(
; CHECK: %n = call <2 x i16> @llvm.smax.v2i16(
; CHECK-COUNT-2: prmt.b32
; CHECK: %e = icmp eq <2 x i16> {{%[0-9]+}}, zeroinitializer
define <2 x i1> @smaller_shorts(<2 x i16> %x, <2 x i16> %y) {
  %n = call <2 x i16> @llvm.smax.v2i16(<2 x i16> %x, <2 x i16> %y)
  %e = icmp eq <2 x i16> %n, zeroinitializer
  ret <2 x i1> %e
}

; CHECK-LABEL: define i1 @unsigned_shorts(
; CHECK: %n = call i16 @llvm.umin.i16(i16 %x, i16 5)
; CHECK: prmt.b32
; CHECK: [[SHORT:%.*]] = trunc i32 {{.*}} to i16
; CHECK: icmp eq i16 [[SHORT]], 5
; CHECK: %m = call i16 @llvm.vector.reduce.umax.v4i16(
; CHECK: prmt.b32
define i1 @unsigned_shorts(i16 %x, <4 x i16> %v) {
  %n = call i16 @llvm.umin.i16(i16 %x, i16 5)
  %e = icmp eq i16 %n, 5
  %m = call i16 @llvm.vector.reduce.umax.v4i16(<4 x i16> %v)
  %f = icmp eq i16 %m, 7
  %r = and i1 %e, %f
  ret i1 %r
}

; CHECK-LABEL: define i1 @smallest_short(
; CHECK: %n = call i16 @llvm.vector.reduce.smin.v4i16(
; CHECK: prmt.b32
; CHECK: icmp eq i16 {{%[0-9]+}}, 0
define i1 @smallest_short(<4 x i16> %x) {
  %n = call i16 @llvm.vector.reduce.smin.v4i16(<4 x i16> %x)
  %e = icmp eq i16 %n, 0
  ret i1 %e
}

; An absolute value is no larger than a negative number if it is NaN.
; CHECK-LABEL: define i1 @larger_than_negative(
; CHECK: fcmp ord float %a, 0.000000e+00
define i1 @larger_than_negative(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %c = fcmp olt float -1.0, %a
  ret i1 %c
}

; CHECK-LABEL: define i1 @not_larger_than_negative(
; CHECK: fcmp uno double %a, 0.000000e+00
define i1 @not_larger_than_negative(double %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %c = fcmp ule double %a, -0.5
  ret i1 %c
}

; CHECK-LABEL: define i1 @any_number(
; CHECK: fcmp ogt float %x, -1.000000e+00
define i1 @any_number(float %x) {
  %c = fcmp ogt float %x, -1.0
  ret i1 %c
}

; CHECK-LABEL: define float @smallest_half(
; CHECK: [[WIDE:%.*]] = zext i16 %one to i32
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[WIDE]])
; CHECK: [[SHORT:%.*]] = trunc i32 [[COPY]] to i16
; CHECK: bitcast i16 [[SHORT]] to half
define float @smallest_half(i1 %c) {
  %one = zext i1 %c to i16
  %half = bitcast i16 %one to half
  %f = fpext half %half to float
  ret float %f
}

; CHECK-LABEL: define float @bits_of_one(
; CHECK: [[BITS:%.*]] = bitcast half %half to i16
; CHECK: zext i16 [[BITS]] to i32
; CHECK: call i32 asm "prmt.b32
; CHECK: uitofp i16
define float @bits_of_one(i1 %c) {
  %half = uitofp i1 %c to half
  %bits = bitcast half %half to i16
  %f = uitofp i16 %bits to float
  ret float %f
}

; CHECK-LABEL: define float @bits_of_memory(
; CHECK-NOT: asm
; CHECK: ret
define float @bits_of_memory(ptr %p) {
  %bits = load i32, ptr %p
  %f = bitcast i32 %bits to float
  ret float %f
}

; CHECK-LABEL: define i16 @saturated_difference(
; CHECK: [[X:%.*]] = sext i16 %x to i32
; CHECK: [[EXACT:%.*]] = sub i32 0, [[X]]
; CHECK: call i32 @llvm.smax.i32(i32 {{%.*}}, i32 -32768)
; CHECK: call i32 @llvm.smin.i32(i32 {{%.*}}, i32 32767)
; CHECK: trunc i32
define i16 @saturated_difference(i16 %x) {
  %d = call i16 @llvm.ssub.sat.i16(i16 0, i16 %x)
  ret i16 %d
}

; CHECK-LABEL: define i8 @saturated_unsigned(
; CHECK: zext i8 %x to i32
; CHECK: zext i8 %y to i32
; CHECK: sub i32
; CHECK: call i32 @llvm.smax.i32(i32 {{%.*}}, i32 0)
; CHECK-NOT: llvm.smin
; CHECK: trunc i32
define i8 @saturated_unsigned(i8 %x, i8 %y) {
  %d = call i8 @llvm.usub.sat.i8(i8 %x, i8 %y)
  ret i8 %d
}

; CHECK-LABEL: define <2 x i16> @saturated_vector(
; CHECK: zext <2 x i16> %x to <2 x i32>
; CHECK: call <2 x i32> @llvm.smin.v2i32(<2 x i32> {{%.*}}, <2 x i32> splat (i32 65535))
; CHECK: trunc <2 x i32>
define <2 x i16> @saturated_vector(<2 x i16> %x, <2 x i16> %y) {
  %d = call <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16> %x, <2 x i16> %y)
  ret <2 x i16> %d
}

; CHECK-LABEL: define i8 @smaller_byte(
; CHECK: [[LESS:%.*]] = call i8 @llvm.smin.i8(
; CHECK: zext i8 [[LESS]] to i32
; CHECK: call i32 asm "prmt.b32
define i8 @smaller_byte(i8 %x) {
  %m = call i8 @llvm.smin.i8(i8 %x, i8 0)
  ret i8 %m
}

; CHECK-LABEL: define i64 @absolute_long(
; CHECK: [[ABSOLUTE:%.*]] = call i64 @llvm.abs.i64(i64 %x, i1 false)
; CHECK: lshr i64 [[ABSOLUTE]], 32
; CHECK: call i32 asm "prmt.b32
; CHECK: or i64
define i64 @absolute_long(i64 %x) {
  %a = call i64 @llvm.abs.i64(i64 %x, i1 false)
  ret i64 %a
}

; CHECK-LABEL: define i16 @times_negative_power(
; CHECK: mul i16 %x, -256
; CHECK: call i32 asm "prmt.b32
define i16 @times_negative_power(i16 %x) {
  %p = mul i16 %x, -256
  ret i16 %p
}

; The sign of the integer is not the sign of the number.
; CHECK-LABEL: define double @bits_of_negated(
; CHECK: [[NEGATED:%.*]] = sub i64 0, %x
; CHECK: lshr i64 [[NEGATED]], 32
; CHECK: call i32 asm "prmt.b32
; CHECK: bitcast i64 {{%.*}} to double
define double @bits_of_negated(i64 %x) {
  %n = sub i64 0, %x
  %d = bitcast i64 %n to double
  ret double %d
}

; Of 0 it is -0.0.
; CHECK-LABEL: define half @negated_flag(
; CHECK: [[FLAG:%.*]] = uitofp i1 %c to half
; CHECK: bitcast half [[FLAG]] to i16
; CHECK: call i32 asm "prmt.b32
; CHECK: [[COPY:%.*]] = bitcast i16 {{%.*}} to half
; CHECK: fneg half [[COPY]]
define half @negated_flag(i1 %c) {
  %f = uitofp i1 %c to half
  %n = fneg half %f
  ret half %n
}

; CHECK-LABEL: define i1 @low_bits(
; CHECK: call i32 asm "mov.b32 $0, $1;"
; CHECK: and i32 {{%.*}}, 65535
define i1 @low_bits(float %x, float %y) {
  %f = fadd float %x, %y
  %bits = bitcast float %f to i32
  %low = and i32 %bits, 65535
  %c = icmp ne i32 %low, 0
  ret i1 %c
}
