; What not every reader of SPIR-V knows: atomic additions of floating-point
; numbers become loops, signed additions with overflow become comparisons, and
; reversed bits become shifts.
;
; RUN: retarget-opt --target=spirv --steps=spirv-instructions %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic
; CHECK: atomic.loop:
; CHECK: phi i32
; CHECK: fadd float
; CHECK: cmpxchg ptr addrspace(1) %p, i32 {{%.*}}, i32 {{%.*}} syncscope("device") acq_rel acquire
; CHECK: icmp eq i32
; CHECK: br i1 {{.*}}, label %atomic.end, label %atomic.loop
; CHECK: atomicrmw add
; CHECK-NOT: atomicrmw fadd
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %old = atomicrmw fadd ptr addrspace(1) %p, float 1.0 syncscope("device") acq_rel
  store float %old, ptr addrspace(1) %q
  %i = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret void
}

; Unsigned ones have instructions, which not every reader knows.
; CHECK-LABEL: define spir_kernel void @overflow(
; CHECK-NOT: with.overflow
; CHECK: [[SUM:%.*]] = add i32 %a, %b
; CHECK: icmp ult i32 [[SUM]], %a
; CHECK: sub i32 %a, %b
; CHECK: icmp ult i32 %a, %b
define spir_kernel void @overflow(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %s = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %d = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %s0 = extractvalue { i32, i1 } %s, 0
  %s1 = extractvalue { i32, i1 } %s, 1
  %d0 = extractvalue { i32, i1 } %d, 0
  %d1 = extractvalue { i32, i1 } %d, 1
  %x = select i1 %s1, i32 -1, i32 %s0
  %y = select i1 %d1, i32 0, i32 %d0
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @signed(
; CHECK-NOT: with.overflow
; CHECK: icmp slt i32 {{%.*}}, 0
define spir_kernel void @signed(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %s1 = extractvalue { i32, i1 } %s, 1
  store i1 %s1, ptr addrspace(1) %p
  ret void
}

; The pair as a whole, in a vector.
; CHECK-LABEL: define spir_kernel void @pair(
; CHECK-NOT: with.overflow
; CHECK: insertvalue { <2 x i64>, <2 x i1> }
; CHECK: store { <2 x i64>, <2 x i1> }
define spir_kernel void @pair(ptr addrspace(1) %p, <2 x i64> %a, <2 x i64> %b) {
  %s = call { <2 x i64>, <2 x i1> } @llvm.uadd.with.overflow.v2i64(<2 x i64> %a, <2 x i64> %b)
  store { <2 x i64>, <2 x i1> } %s, ptr addrspace(1) %p
  ret void
}

; A fill is the copy of an array of constants, or a loop.
; CHECK-LABEL: define spir_kernel void @fill(
; CHECK: call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %p, i8 7, i64 16, i1 false)
; CHECK-NOT: call void @llvm.memset
; CHECK: store i8 %v
define spir_kernel void @fill(ptr addrspace(1) %p, i8 %v) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %p, i8 7, i64 16, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 %v, i64 16, i1 false)
  ret void
}

; SPIR-V has one alignment for both places of a copy: the smaller one.
; CHECK-LABEL: define spir_kernel void @copies(
; CHECK: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 1 %p, ptr addrspace(1) align 1 %q, i64 32, i1 false)
; CHECK: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 4 %q, i64 32, i1 false)
; CHECK: call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 8 %q, i64 32, i1 true)
; CHECK: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 32 %q, i64 32, i1 false)
define spir_kernel void @copies(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 32 %p, ptr addrspace(1) %q, i64 32, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 32 %q, i64 32, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 8 %q, i64 32, i1 true)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 32 %q, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: define spir_kernel void @reverse(
; CHECK-NOT: call{{.*}}bitreverse
; CHECK: [[HIGH:%.*]] = lshr i32 %a, 16
; CHECK: [[LOW:%.*]] = shl i32 %{{.*}}, 16
; CHECK: and i32 {{%.*}}, 16711935
; CHECK: and i32 {{%.*}}, 252645135
; CHECK: and i32 {{%.*}}, 858993459
; CHECK: and i32 {{%.*}}, 1431655765
; CHECK: and <2 x i16> {{%.*}}, splat (i16 21845)
; Five bits of eight.
; CHECK: zext i5 %b to i8
; CHECK: lshr i8 {{%.*}}, 3
; CHECK: trunc i8 {{%.*}} to i5
; CHECK-NOT: call{{.*}}bitreverse
define spir_kernel void @reverse(ptr addrspace(1) %p, i32 %a, <2 x i16> %v, i5 %b) {
  %r = call i32 @llvm.bitreverse.i32(i32 %a)
  store volatile i32 %r, ptr addrspace(1) %p
  %s = call <2 x i16> @llvm.bitreverse.v2i16(<2 x i16> %v)
  store volatile <2 x i16> %s, ptr addrspace(1) %p
  %t = call i5 @llvm.bitreverse.i5(i5 %b)
  store volatile i5 %t, ptr addrspace(1) %p
  ret void
}

; Products: by twice the width, or by the upper half of the product.
; CHECK-LABEL: define spir_kernel void @products(
; CHECK-NOT: call{{.*}}with.overflow
; CHECK: [[WIDE:%.*]] = mul i64
; CHECK: icmp ne i64 [[WIDE]],
; CHECK: icmp ne i64 {{%.*}}, 0
; CHECK: ashr i64 %c, 63
; CHECK: ashr i64 %d, 63
; CHECK: icmp ne i64
; CHECK-NOT: call{{.*}}with.overflow
define spir_kernel void @products(ptr addrspace(1) %p, i32 %a, i32 %b, i64 %c, i64 %d) {
  %s = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %s1 = extractvalue { i32, i1 } %s, 1
  store volatile i1 %s1, ptr addrspace(1) %p
  %t = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %c, i64 %d)
  %t1 = extractvalue { i64, i1 } %t, 1
  store volatile i1 %t1, ptr addrspace(1) %p
  %u = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %c, i64 %d)
  %u1 = extractvalue { i64, i1 } %u, 1
  store volatile i1 %u1, ptr addrspace(1) %p
  ret void
}

; OpenCL's abs is undefined for the smallest number in PoCL.
; CHECK-LABEL: define spir_kernel void @absolute(
; CHECK: [[NEGATIVE:%.*]] = icmp slt i32 %a, 0
; CHECK: [[NEGATION:%.*]] = sub i32 0, %a
; CHECK: select i1 [[NEGATIVE]], i32 [[NEGATION]], i32 %a
; CHECK: call i32 @llvm.abs.i32(i32 %b, i1 true)
; CHECK: select <2 x i1>
; CHECK-NOT: call <2 x i16> @llvm.abs
; CHECK: ret void
define spir_kernel void @absolute(ptr addrspace(1) %p, i32 %a, i32 %b, <2 x i16> %v) {
  %x = call i32 @llvm.abs.i32(i32 %a, i1 false)
  %y = call i32 @llvm.abs.i32(i32 %b, i1 true)
  %w = call <2 x i16> @llvm.abs.v2i16(<2 x i16> %v, i1 false)
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %p
  store <2 x i16> %w, ptr addrspace(1) %p
  ret void
}

; Prefetches are hints: nothing is left of them.
; CHECK-LABEL: define spir_kernel void @prefetches(
; CHECK-NOT: @llvm.prefetch.p
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define spir_kernel void @prefetches(ptr addrspace(1) %p) {
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 3, i32 1)
  store i32 1, ptr addrspace(1) %p
  ret void
}
