; printf by what each family prints with: the C library, CUDA's vprintf, OpenCL's printf, and nothing.
;
; RUN: retarget-opt --target=x86_64 --steps=address-spaces,printf %s | FileCheck %s --check-prefix=CPU
; RUN: retarget-opt --target=nvptx --steps=address-spaces,printf %s | FileCheck %s --check-prefix=PTX
; RUN: retarget-opt --target=spirv --steps=printf %s | FileCheck %s --check-prefix=SPV
; RUN: retarget-opt --target=amdgcn --steps=address-spaces,printf %s 2>&1 | FileCheck %s --check-prefix=AMD

target triple = "spirv64-unknown-unknown"

@numbers = private addrspace(1) constant [18 x i8] c"%d %lld %5.1f %%\0A\00"
@vector = private addrspace(1) constant [9 x i8] c"%v3hlf%%\00"
@string = private addrspace(1) constant [7 x i8] c"%s|%s\0A\00"
@width = private addrspace(1) constant [5 x i8] c"%*d\0A\00"
@yes = private addrspace(1) constant [5 x i8] c"yes%\00"
@no = private addrspace(1) constant [3 x i8] c"no\00"
declare spir_func i32 @__sycl_printf(ptr addrspace(4), ...)

; CPU-DAG: constant [20 x i8] c"%hhd %hx %zu %jd %u\00"
; CPU-DAG: constant [18 x i8] c"%d %lld %5.1f %%\0A\00"
; CPU-DAG: constant [11 x i8] c"%f,%f,%f%%\00"
; CPU-DAG: constant [5 x i8] c"%6d\0A\00"
; CPU-LABEL: define {{.*}} @k(
; CPU: [[X:%.*]] = fpext float %x to double
; CPU: = call i32 (ptr, ...) @printf(ptr @{{.*}}, i32 %i, i64 %l, double [[X]])
; A size_t printed as an int is cut to one, as C on this target does.
; CPU: [[CUT:%.*]] = trunc i64 %l to i32
; CPU: @printf(ptr @{{.*}}, i32 [[CUT]], i64 %l, double

; CUDA's printf does not know all lengths.
; PTX-DAG: constant [19 x i8] c"%d %x %llu %lld %u\00"
; PTX-LABEL: define {{.*}} @k(
; PTX: alloca { i32, i64, double }
; PTX: store double
; PTX: call i32 @vprintf(ptr {{.*}}, ptr %printed

; SPV-DAG: addrspace(2) constant [20 x i8] c"%hhd %hx %lu %ld %u\00"
; SPV-DAG: addrspace(2) constant [17 x i8] c"%d %ld %5.1f %%\0A\00"
; SPV-DAG: addrspace(2) constant [11 x i8] c"%f,%f,%f%%\00"
; SPV-DAG: addrspace(2) constant [7 x i8] c"%s|no\0A\00"
; SPV-DAG: addrspace(2) constant [5 x i8] c"yes%\00"
; SPV-LABEL: define spir_kernel void @k(
; SPV: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @{{.*}}, i32 %i, i64 %l, float %x)
; SPV: select i1 %c, ptr addrspace(2) @{{.*}}, ptr addrspace(2) @
; The format is chosen: a call for each.
; SPV: br i1 %c
; SPV: phi i32

; AMD: warning: printf prints nothing on AMD GPUs; called by '{{k|lengths_of_numbers}}'
; AMD-NOT: @__sycl_printf
; AMD-LABEL: define {{.*}} @k(
; AMD: store i32 -1
define spir_kernel void @k(i32 %i, i64 %l, float %x, <3 x float> %v, i1 %c, ptr addrspace(1) %p) {
  %n = addrspacecast ptr addrspace(1) @numbers to ptr addrspace(4)
  %1 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) %n, i32 %i, i64 %l, float %x)
  %2 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) %n, i64 %l, i64 %l, float %x)
  %3 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @vector to ptr addrspace(4)), <3 x float> %v)
  %y = addrspacecast ptr addrspace(1) @yes to ptr addrspace(4)
  %o = addrspacecast ptr addrspace(1) @no to ptr addrspace(4)
  %s = select i1 %c, ptr addrspace(4) %y, ptr addrspace(4) %o
  %4 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @string to ptr addrspace(4)), ptr addrspace(4) %s, ptr addrspace(4) %o)
  %5 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @width to ptr addrspace(4)), i32 6, i32 %i)
  %f = select i1 %c, ptr addrspace(4) %o, ptr addrspace(4) %n
  %6 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) %f, i32 1, i64 2, float %x)
  store i32 %6, ptr addrspace(1) %p
  ret void
}

@lengths = private addrspace(1) constant [20 x i8] c"%hhd %hx %zu %jd %u\00"
; PTX-LABEL: define {{.*}} @lengths_of_numbers(
; PTX: alloca { i32, i32, i64, i64, i32 }
; PTX: [[BYTE:%.*]] = trunc i32 %i to i8
; PTX: sext i8 [[BYTE]] to i32
; PTX: [[SHORT:%.*]] = trunc i32 %i to i16
; PTX: zext i16 [[SHORT]] to i32
define spir_kernel void @lengths_of_numbers(i32 %i, i64 %l) {
  %1 = call spir_func i32 (ptr addrspace(4), ...) @__sycl_printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @lengths to ptr addrspace(4)), i32 %i, i32 %i, i64 %l, i64 %l, i32 %i)
  ret void
}
