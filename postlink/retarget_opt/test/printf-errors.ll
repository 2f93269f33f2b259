; What printf cannot print is an error that names the function and the reason.
;
; RUN: split-file %s %t
; RUN: not retarget-opt --target=spirv --steps=printf %t/n.ll 2>&1 | FileCheck %s --check-prefix=N
; N: printf in 'kernel': kernels cannot have the conversion '%n'
; RUN: not retarget-opt --target=x86_64 --steps=address-spaces,printf %t/missing.ll 2>&1 | FileCheck %s --check-prefix=MISSING
; MISSING: printf in 'kernel': the format has more conversions than there are arguments
; RUN: not retarget-opt --target=nvptx --steps=address-spaces,printf %t/vector.ll 2>&1 | FileCheck %s --check-prefix=VECTOR
; VECTOR: printf in 'kernel': the conversion '%v4d' is for a vector of 4 elements
; RUN: not retarget-opt --target=spirv --steps=printf %t/scalar.ll 2>&1 | FileCheck %s --check-prefix=SCALAR
; SCALAR: printf in 'kernel': the conversion '%d' is for a number, but the argument is a vector
; RUN: not retarget-opt --target=spirv --steps=printf %t/string.ll 2>&1 | FileCheck %s --check-prefix=STRING
; STRING: printf in 'kernel': '%s' prints literals only on OpenCL and Level Zero devices
; RUN: not retarget-opt --target=nvptx --steps=address-spaces,printf %t/width.ll 2>&1 | FileCheck %s --check-prefix=WIDTH
; WIDTH: printf in 'kernel': '*' in the format needs a constant argument on GPUs and OpenCL devices
; RUN: not retarget-opt --target=x86_64 --steps=address-spaces,printf %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: printf in 'kernel': the format '%k' has an unknown conversion
; RUN: not retarget-opt --target=spirv --steps=printf %t/literal.ll 2>&1 | FileCheck %s --check-prefix=LITERAL
; LITERAL: printf in 'kernel': the format must be a literal on OpenCL and Level Zero devices
; RUN: not retarget-opt --target=x86_64 --steps=address-spaces,printf %t/known.ll 2>&1 | FileCheck %s --check-prefix=KNOWN
; KNOWN: printf in 'kernel': the format must be a literal where a vector is printed

;--- n.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [3 x i8] c"%n\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

;--- missing.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [6 x i8] c"%d %d\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), i32 1)
  ret void
}

;--- vector.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [5 x i8] c"%v4d\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), i32 1)
  ret void
}

;--- scalar.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [3 x i8] c"%d\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), <4 x i32> zeroinitializer)
  ret void
}

;--- string.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [3 x i8] c"%s\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), ptr addrspace(4) %p)
  ret void
}

;--- width.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [4 x i8] c"%*d\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), i32 %i, i32 1)
  ret void
}

;--- unknown.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
@f = private addrspace(1) constant [3 x i8] c"%k\00"
define spir_kernel void @kernel(i32 %i, ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @f to ptr addrspace(4)), i32 1)
  ret void
}

;--- literal.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
define spir_kernel void @kernel(ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) %p)
  ret void
}

;--- known.ll
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)
define spir_kernel void @kernel(ptr addrspace(4) %p) {
  call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) %p, <2 x i32> zeroinitializer)
  ret void
}
