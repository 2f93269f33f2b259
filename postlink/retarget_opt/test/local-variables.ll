; Variables of the work-group: local memory of GPUs, else parts of each kernel's scratch memory.
;
; RUN: retarget-opt --target=nvptx --steps=shared-local-variables,address-spaces %s | FileCheck --check-prefix=GPU %s
; RUN: retarget-opt --target=spirv --steps=arena-argument,local-variables-in-scratch %s | FileCheck --check-prefixes=SCRATCH %s
; RUN: sed -e 's/;RECURSIVE//' %s > %t.ll
; RUN: not retarget-opt --target=spirv --steps=arena-argument,local-variables-in-scratch %t.ll 2>&1 | FileCheck --check-prefix=ERROR %s

; ERROR: 'recursive' uses a variable of the work-group, but cannot be inlined into its kernels: it is recursive or exported

target triple = "spirv64-unknown-unknown"

; GPU-DAG: @small = internal addrspace(3) global i8 undef
; GPU-DAG: @numbers = internal addrspace(3) global [5 x i32] undef, align 16
; GPU-NOT: __sycl_local_variable
; SCRATCH-NOT: @small
; SCRATCH-NOT: @numbers
@small = internal addrspace(3) global i8 undef
@numbers = internal addrspace(3) global [5 x i32] undef, align 16
@unused = internal addrspace(3) global [5 x i32] undef, align 16

; GPU-LABEL: define {{.*}}@k(
; GPU: store i8 1, ptr addrspace(3) @small
; GPU: store i32 2, ptr addrspace(3) @numbers
;
; Behind the 200 bytes of group algorithms, aligned.
; SCRATCH-LABEL: define spir_kernel void @k(
; SCRATCH: call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 200)
; SCRATCH: [[A:%.*]] = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 292)
; SCRATCH: [[SMALL:%.*]] = getelementptr inbounds i8, ptr addrspace(3) [[A]], i64 256
; SCRATCH: store i8 1, ptr addrspace(3) [[SMALL]]
; SCRATCH: [[B:%.*]] = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 292)
; SCRATCH: [[NUMBERS:%.*]] = getelementptr inbounds i8, ptr addrspace(3) [[B]], i64 272
; SCRATCH: store i32 2, ptr addrspace(3) [[NUMBERS]]
define spir_kernel void @k() {
  %scratch = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 200)
  store i8 0, ptr addrspace(3) %scratch
  %s = call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @small)
  store i8 1, ptr addrspace(3) %s
  call spir_func void @helper()
  ret void
}

; A kernel with fewer variables has less memory.
; SCRATCH-LABEL: define spir_kernel void @other(
; SCRATCH: call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 20)
define spir_kernel void @other() {
  call spir_func void @helper()
  ret void
}

define internal spir_func void @helper() noinline {
  %n = call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @numbers)
  store i32 2, ptr addrspace(3) %n
  ret void
}

;RECURSIVE define spir_kernel void @third(i32 %n) {
;RECURSIVE   call spir_func void @recursive(i32 %n)
;RECURSIVE   ret void
;RECURSIVE }
;RECURSIVE define internal spir_func void @recursive(i32 %n) {
;RECURSIVE   %v = call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @numbers)
;RECURSIVE   store volatile i32 2, ptr addrspace(3) %v
;RECURSIVE   %more = icmp ugt i32 %n, 0
;RECURSIVE   %less = lshr i32 %n, 1
;RECURSIVE   br i1 %more, label %again, label %end
;RECURSIVE again:
;RECURSIVE   call spir_func void @recursive(i32 %less)
;RECURSIVE   store volatile i32 3, ptr addrspace(3) %v
;RECURSIVE   br label %end
;RECURSIVE end:
;RECURSIVE   ret void
;RECURSIVE }

declare spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3)) nounwind willreturn memory(none)
declare spir_func ptr addrspace(3) @__sycl_group_scratch(i64) nounwind willreturn memory(none)
