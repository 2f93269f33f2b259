; Built-ins get the names the device libraries know.
;
; RUN: retarget-opt --target=amdgcn --steps=constants,address-spaces,attributes,queries,shared-arena,library-names,libclc-names %s | FileCheck --check-prefix=GPU %s
; RUN: retarget-opt --target=nvptx --steps=library-names %s | FileCheck --check-prefix=LIBRARY %s
; RUN: retarget-opt --target=x86_64 --steps=constants %s | FileCheck --check-prefix=X86 %s
; RUN: retarget-opt --target=spirv --steps=spirv-names %s | FileCheck --check-prefix=SPIRV %s
; RUN: not retarget-opt --target=nvptx --steps=address-spaces,attributes,queries,libclc-names,resolved %s 2>&1 | FileCheck --check-prefix=UNDEFINED %s

target triple = "spirv64-unknown-unknown"

; UNDEFINED: retarget-opt: error: undefined function '__sycl_in_range' used by kernel 'k'{{$}}

; GPU: @__facet_local_arena = external addrspace(3) global [0 x i8], align 128
; GPU-LABEL: define amdgpu_kernel void @k(
; GPU: [[I:%.*]] = call i64 @__facet_thread_id_i64(i32 0)
; GPU: icmp ult i64 [[I]], %n
; GPU: call float @_Z3sinf(
; GPU: call half @_Z3powDhDh(
; GPU: call float @_Z3expf(
; GPU: call float @_Z4cbrtf(
; GPU: call half @_Z3logDh(
; GPU: store i8 0, ptr addrspace(3) @__facet_local_arena
; The device library comes first: it defines what is wrong in libclc.
; LIBRARY: call {{.*}}float @_Z15__spirv_ocl_sinf(
; LIBRARY: call {{.*}}half @_Z15__spirv_ocl_powDF16_DF16_(
; LIBRARY: call {{.*}}float @_Z15__spirv_ocl_expf(
; LIBRARY: call {{.*}}float @_Z16__spirv_ocl_cbrtf(
; LIBRARY: call {{.*}}half @_Z15__spirv_ocl_logDF16_(
; X86-LABEL: define spir_kernel void @k(
; X86: br i1 true,
; SPIRV: call float @llvm.exp.f32(
; SPIRV: call spir_func float @_Z16__spirv_ocl_cbrtf(
define spir_kernel void @k(i64 %n, float %x, half %h) {
  %i = call i64 @llvm.spv.thread.id.i64(i32 0)
  %in = call spir_func zeroext i1 @__sycl_in_range(i64 %i, i64 %n)
  br i1 %in, label %body, label %end
body:
  %s = call spir_func float @_Z15__spirv_ocl_sinf(float %x)
  %p = call spir_func half @_Z15__spirv_ocl_powDF16_DF16_(half %h, half %h)
  %e = call float @llvm.exp.f32(float %s)
  %c = call spir_func float @cbrtf(float %e)
  %l = call half @llvm.log.f16(half %p)
  %a = call spir_func ptr addrspace(3) @__sycl_local_arena()
  store i8 0, ptr addrspace(3) %a
  br label %end
end:
  ret void
}

declare i64 @llvm.spv.thread.id.i64(i32)
declare spir_func zeroext i1 @__sycl_in_range(i64, i64)
declare spir_func ptr addrspace(3) @__sycl_local_arena()
declare spir_func float @_Z15__spirv_ocl_sinf(float)
declare spir_func half @_Z15__spirv_ocl_powDF16_DF16_(half, half)
declare float @llvm.exp.f32(float)
declare half @llvm.log.f16(half)
declare spir_func float @cbrtf(float)

; Who reads a specialization constant is known by now.
; X86-LABEL: define spir_func void @reader(
; X86-NEXT: ret void
; X86-NOT: reads_constant
define spir_func void @reader() {
  call spir_func void @_Z21__sycl_reads_constantILm258EEvv()
  ret void
}
declare spir_func void @_Z21__sycl_reads_constantILm258EEvv()
