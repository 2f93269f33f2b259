; A failed assertion in SPIR-V: a message that is a constant, with the percent signs of
; its parts doubled, and a flag for the host, whose address is one more argument of
; kernels with assertions, behind the local arena; the work-item goes on as if the
; assertion held, or returns where nothing follows.
;
; RUN: retarget-opt --target=spirv --steps=arena-argument,assertions %s | FileCheck %s

target triple = "spirv64-unknown-unknown"

; CHECK-DAG: @[[A:.*]] = private unnamed_addr addrspace(2) constant [{{.*}} x i8] c"a.cpp:7: int f(): global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `x %% 2` failed.\0A\00"
; CHECK-DAG: @[[B:.*]] = private unnamed_addr addrspace(2) constant {{.*}} c"a.cpp:?: ?: global id{{.*}}Assertion `x %% 2` failed.\0A\00"
@file = private unnamed_addr addrspace(1) constant [6 x i8] c"a.cpp\00"
@function = private unnamed_addr addrspace(1) constant [8 x i8] c"int f()\00"
@expression = private unnamed_addr addrspace(1) constant [6 x i8] c"x % 2\00"

; No assertion, no argument; and in a function that is not one of kernels' own only the
; message.
; CHECK-LABEL: define spir_kernel void @plain()
define spir_kernel void @plain() {
  ret void
}
; CHECK-LABEL: define spir_func void @exported()
; CHECK-NEXT: @_Z18__spirv_ocl_printf
; CHECK-NEXT: ret void
define spir_func void @exported() {
  call spir_func void @__sycl_assert_fail(ptr addrspace(4) addrspacecast (ptr addrspace(1) @expression to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @file to ptr addrspace(4)), i32 9, ptr addrspace(4) addrspacecast (ptr addrspace(1) @function to ptr addrspace(4)), i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  unreachable
}

; CHECK-LABEL: define spir_kernel void @inlined
; CHECK-SAME: ptr addrspace(1) %p, i64 %assertion_flag)
; CHECK-SAME: !kernel_arg_addr_space [[SPACES:![0-9]+]] !kernel_arg_type [[TYPES:![0-9]+]]
; CHECK: br i1 %holds, label %[[GOOD:.*]], label %[[BAD:.*]]
; CHECK: [[BAD]]:
; CHECK: [[FLAG:%.*]] = inttoptr i64 %assertion_flag to ptr addrspace(1)
; CHECK: store volatile i32 1, ptr addrspace(1) [[FLAG]], align 4
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @[[A]], i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
; CHECK-NEXT: br label %[[GOOD]]
; CHECK: [[GOOD]]:
; CHECK-NEXT: phi i32 [ 1, %{{.*}} ], [ %v, %{{.*}} ], [ %v, %[[BAD]] ]
; CHECK-NOT: unreachable
; CHECK: ret void
define spir_kernel void @inlined(i1 %holds, i1 %early, i32 %v, ptr addrspace(1) %p) !kernel_arg_addr_space !0 !kernel_arg_type !1 {
entry:
  br i1 %early, label %good, label %test
test:
  call spir_func void @before(ptr addrspace(1) %p)
  br i1 %holds, label %good, label %bad
bad:
  call spir_func void @fails()
  unreachable
good:
  %x = phi i32 [ 1, %entry ], [ %v, %test ]
  store i32 %x, ptr addrspace(1) %p
  ret void
}

define spir_func void @before(ptr addrspace(1) %p) noinline {
  store volatile i32 7, ptr addrspace(1) %p
  ret void
}

define internal spir_func void @fails() noinline noreturn {
  call spir_func void @__sycl_assert_fail(ptr addrspace(4) addrspacecast (ptr addrspace(1) @expression to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @file to ptr addrspace(4)), i32 7, ptr addrspace(4) addrspacecast (ptr addrspace(1) @function to ptr addrspace(4)), i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  unreachable
}

; Strings that are chosen when the kernel runs are not known, and what follows a
; call that does not return is gone.
; CHECK-LABEL: define spir_kernel void @chosen
; CHECK-SAME: ptr addrspace(3) %local_arena, i64 %assertion_flag)
; CHECK: store volatile i32 1,
; CHECK: @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @[[B]],
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_kernel void @chosen(i32 %line, ptr addrspace(4) %function) {
  %arena = call spir_func ptr addrspace(3) @__sycl_local_arena()
  store volatile i8 0, ptr addrspace(3) %arena
  call spir_func void @__sycl_assert_fail(ptr addrspace(4) addrspacecast (ptr addrspace(1) @expression to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @file to ptr addrspace(4)), i32 %line, ptr addrspace(4) %function, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  unreachable
}

; CHECK-NOT: __sycl_assert_fail
; CHECK: [[SPACES]] = !{i32 0, i32 0, i32 0, i32 1, i32 0}
; CHECK: [[TYPES]] = !{!"bool", !"bool", !"int", !"int*", !"ulong"}
declare spir_func ptr addrspace(3) @__sycl_local_arena()
declare spir_func void @__sycl_assert_fail(ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4), i64, i64, i64, i64, i64, i64)

!0 = !{i32 0, i32 0, i32 0, i32 1}
!1 = !{!"bool", !"bool", !"int", !"int*"}
