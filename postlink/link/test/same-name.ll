; Kernels of one name: the same code in two files is one kernel, whatever the
; files call its types, values and local functions; any other difference is an
; error.
;
; RUN: rm -rf %t && split-file %s %t && cd %t
;
; RUN: sycl-device-link -S -o same.out same-1.ll same-2.ll
; RUN: FileCheck --check-prefix=SAME %s < same.out
; SAME: define spir_kernel void @K(
; SAME-NOT: define spir_kernel void @K
;
; Each pair differs in one property only.
; RUN: sed 's/PART/atomicrmw add ptr addrspace(1) %buffer, i64 %i monotonic/' kernel.in > add.ll
; RUN: sed 's/PART/atomicrmw xchg ptr addrspace(1) %buffer, i64 %i monotonic/' kernel.in > xchg.ll
; RUN: sed 's/PART/atomicrmw add ptr addrspace(1) %buffer, i64 %i seq_cst/' kernel.in > order.ll
; RUN: sed 's/PART/atomicrmw add ptr addrspace(1) %buffer, i64 %i syncscope("device") monotonic/' kernel.in > scope.ll
; RUN: sed 's/PART/atomicrmw volatile add ptr addrspace(1) %buffer, i64 %i monotonic/' kernel.in > volatile.ll
; RUN: sed 's/PART/getelementptr i32, ptr addrspace(1) %buffer, i64 %i/' kernel.in > gep32.ll
; RUN: sed 's/PART/getelementptr i64, ptr addrspace(1) %buffer, i64 %i/' kernel.in > gep64.ll
; RUN: sed 's/PART/getelementptr inbounds i64, ptr addrspace(1) %buffer, i64 %i/' kernel.in > inbounds.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8/' kernel.in > load.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 4/' kernel.in > align.ll
; RUN: sed 's/PART/load atomic i64, ptr addrspace(1) %buffer monotonic, align 8/' kernel.in > atomic.ll
; RUN: sed 's/PART/load i32, ptr addrspace(1) %buffer, align 8/' kernel.in > type.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8, !range !{i64 0, i64 9}/' kernel.in > range.ll
; RUN: sed 's/PART/alloca i32, align 4/' kernel.in > alloca32.ll
; RUN: sed 's/PART/alloca [2 x i32], align 4/' kernel.in > alloca64.ll
; RUN: sed 's/PART/call spir_func i64 @f(i64 %i)/' kernel.in > f.ll
; RUN: sed 's/PART/call spir_func i64 @g(i64 %i)/' kernel.in > g.ll
; RUN: sed 's/PART/call spir_func i64 @f(i64 %i) #1/' kernel.in > attribute.ll
; RUN: sed 's/PART/call spir_func i64 @f(i64 range(i64 0, 4) %i)/' kernel.in > argument.ll
; RUN: sed 's/PART/shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <2 x i32> <i32 0, i32 1>/' kernel.in > shuffle01.ll
; RUN: sed 's/PART/shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <2 x i32> <i32 1, i32 0>/' kernel.in > shuffle10.ll
; RUN: sed 's/PART/extractvalue {i64, i64} {i64 1, i64 2}, 0/' kernel.in > extract0.ll
; RUN: sed 's/PART/extractvalue {i64, i64} {i64 1, i64 2}, 1/' kernel.in > extract1.ll
; RUN: sed 's/PART/icmp ult i64 %i, 3/' kernel.in > ult.ll
; RUN: sed 's/PART/icmp slt i64 %i, 3/' kernel.in > slt.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8/;s/#0 {/#0 !reqd_work_group_size !{i32 8, i32 1, i32 1} {/' kernel.in > group.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8/;s/#0 {/#0 !sycl_used_aspects !{i32 6} {/' kernel.in > aspects.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8/;s/#0 {/#0 !of.a.user !{i32 6} {/' kernel.in > unknown.ll
; RUN: sed 's/PART/load i64, ptr addrspace(1) %buffer, align 8/;s/%i)/%i) "an"="attribute"/' kernel.in > function.ll
; RUN: sed 's/PART/call spir_func i64 @local(i64 %i)/;s/BODY/add i64 %i, 1/' kernel.in > local1.ll
; RUN: sed 's/PART/call spir_func i64 @local(i64 %i)/;s/BODY/add i64 %i, 2/' kernel.in > local2.ll
; RUN: sed 's/PART/load i64, ptr addrspace(2) @table/' kernel.in > table1.ll
; RUN: sed 's/PART/load i64, ptr addrspace(2) @table/;s/i64 77/i64 78/' kernel.in > table2.ll
; RUN: sed -i 's/BODY/add i64 %i, 1/' *.ll
;
; RUN: sed 's/a.cpp/b.cpp/' local1.ll > same-3.ll
; RUN: sycl-device-link -o same.bc local1.ll same-3.ll
; RUN: not sycl-device-link -o x.bc load.ll align.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll atomic.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll type.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll range.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll group.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll aspects.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll unknown.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc load.ll function.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc add.ll xchg.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc add.ll order.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc add.ll scope.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc add.ll volatile.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc gep32.ll gep64.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc gep64.ll inbounds.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc alloca32.ll alloca64.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc f.ll g.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc f.ll attribute.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc f.ll argument.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc shuffle01.ll shuffle10.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc extract0.ll extract1.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc ult.ll slt.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc local1.ll local2.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc table1.ll table2.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
;
; Conditional callers have names that no other source has; what they call, and
; when, counts.
; RUN: sed 's/PREFIX/00aa/;s/_KERNEL/_1/;s/WHEN/6/;s/BODY/1/' conditional.in > conditional-1.ll
; RUN: sed 's/PREFIX/11bb/g;s/_KERNEL/_2/;s/WHEN/6/;s/BODY/1/;s/@action/@action.12/;s/^;more//' conditional.in > conditional-2.ll
; RUN: sed 's/PREFIX/22cc/;s/_KERNEL/_1/;s/WHEN/5/;s/BODY/1/' conditional.in > conditional-3.ll
; RUN: sed 's/PREFIX/33dd/;s/_KERNEL/_1/;s/WHEN/6/;s/BODY/2/' conditional.in > conditional-4.ll
; RUN: sed 's/PREFIX/44ee/;s/_KERNEL/_1/;s/WHEN/6/;s/BODY/1/;s/ptr @action, ptr addrspace(1) %buffer/ptr @action, ptr addrspace(1) null/' conditional.in > conditional-5.ll
; RUN: sed 's/PREFIX/55ff/g;s/_KERNEL/_1/;s/WHEN/6/;s/BODY/1/;s/attributes #1 = {/attributes #1 = { "sycl-condition-holds"="true"/' conditional.in > conditional-6.ll
; RUN: sycl-device-link -S -o conditional.out conditional-1.ll conditional-2.ll
; RUN: FileCheck --check-prefix=CONDITIONAL %s < conditional.out
; CONDITIONAL: define spir_kernel void @K(
; CONDITIONAL-NEXT: call spir_func void @call_if_on_device_conditionally_00aa_1(
; CONDITIONAL-NOT: define spir_kernel void @K(
; RUN: not sycl-device-link -o x.bc conditional-1.ll conditional-3.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc conditional-1.ll conditional-4.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc conditional-1.ll conditional-5.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
; RUN: not sycl-device-link -o x.bc conditional-1.ll conditional-6.ll 2>&1 | FileCheck --check-prefix=DIFFERENT %s
;
; DIFFERENT: error: kernel 'K' is defined more than once, differently; a kernel name must be unique in a program: {{.*}}.ll, {{.*}}.ll

;--- kernel.in
target triple = "spirv64-unknown-unknown"
@table = internal addrspace(2) constant i64 77
define spir_kernel void @K(ptr addrspace(1) %buffer, i64 %i) #0 {
  %x = PART
  ret void
}
define internal spir_func i64 @local(i64 %i) {
  %y = BODY
  ret i64 %y
}
declare spir_func i64 @f(i64)
declare spir_func i64 @g(i64)
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent }
;--- conditional.in
target triple = "spirv64-unknown-unknown"
;more define spir_kernel void @more() #0 {
;more   call spir_func void @call_if_on_device_conditionally_PREFIX_1(ptr @other, ptr addrspace(1) null, i32 -1, i32 6)
;more   ret void
;more }
;more define internal spir_func void @other(ptr addrspace(1) %buffer) { ret void }
;more declare spir_func void @call_if_on_device_conditionally_PREFIX_1(ptr, ptr addrspace(1), i32, i32) #1
define internal spir_func void @action(ptr addrspace(1) %buffer) {
  store i32 BODY, ptr addrspace(1) %buffer
  ret void
}
define spir_kernel void @K(ptr addrspace(1) %buffer) #0 {
  call spir_func void @call_if_on_device_conditionally_PREFIX_KERNEL(ptr @action, ptr addrspace(1) %buffer, i32 -1, i32 WHEN)
  ret void
}
declare spir_func void @call_if_on_device_conditionally_PREFIX_KERNEL(ptr, ptr addrspace(1), i32, i32) #1
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-call-if-on-device-conditionally"="true" }
;--- same-1.ll
target triple = "spirv64-unknown-unknown"
%class.lambda = type { i32, i64 }
@text = private addrspace(2) constant [2 x i8] c"a\00"
define spir_kernel void @K(ptr byval(%class.lambda) %functor) #0 !of.a.user !0 !sycl_used_aspects !1 !b.user !1 {
entry:
  %field = getelementptr %class.lambda, ptr %functor, i32 0, i32 1
  %value = load i64, ptr %field
  %sum = call spir_func i64 @helper(i64 %value)
  call spir_func void @shared()
  ret void
}
define internal spir_func i64 @helper(i64 %x) {
  %c = load i8, ptr addrspace(2) @text
  %w = zext i8 %c to i64
  %y = add i64 %x, %w
  ret i64 %y
}
define linkonce_odr spir_func void @shared() { ret void }
attributes #0 = { "sycl-module-id"="1.cpp" }
!0 = !{i32 7}
!1 = !{i32 6}
;--- same-2.ll
target triple = "spirv64-unknown-unknown"
%class.lambda = type { float }
%class.lambda.5 = type { i32, i64 }
@text = private addrspace(2) constant [2 x i8] c"b\00"
@text.1 = private addrspace(2) constant [2 x i8] c"a\00"
declare spir_func void @shared()
define spir_kernel void @other(ptr byval(%class.lambda) %x) #0 !b.user !1 {
  %c = load i8, ptr addrspace(2) @text
  ret void
}
define internal spir_func i64 @helper.7(i64 %x) {
  %1 = load i8, ptr addrspace(2) @text.1
  %2 = zext i8 %1 to i64
  %3 = add i64 %x, %2
  ret i64 %3
}
define spir_kernel void @K(ptr byval(%class.lambda.5) %0) #0 !b.user !1 !of.a.user !0 !sycl_used_aspects !1 {
  %2 = getelementptr %class.lambda.5, ptr %0, i32 0, i32 1
  %3 = load i64, ptr %2
  %4 = call spir_func i64 @helper.7(i64 %3)
  call spir_func void @shared()
  ret void
}
attributes #0 = { "sycl-module-id"="2.cpp" }
!0 = !{i32 7}
!1 = !{i32 6}
