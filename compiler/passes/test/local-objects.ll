; Objects of the work-group become variables in local memory: one for each declaration of work_group_static, and one for
; each call of a function that declares an object_of_call.
;
; RUN: opt -load-pass-plugin=%plugin -passes=local-objects -S %s 2>&1 | FileCheck %s

target triple = "spirv64-unknown-unknown"

%"class.sycl::_V1::ext::oneapi::experimental::work_group_static" = type { i32 }
%"class.sycl::_V1::ext::oneapi::experimental::work_group_static.7" = type { [4 x float] }
%"class.sycl::_V1::ext::oneapi::experimental::work_group_static_too" = type { i32 }
%"class.sycl::_V1::detail::object_of_call" = type { [8 x i8] }
%struct.holder = type { i32, [2 x %"class.sycl::_V1::ext::oneapi::experimental::work_group_static"] }

; CHECK: error: {{.*}}member has a local object as a member
; CHECK-DAG: @outside = linkonce_odr addrspace(3) global %"class.sycl::_V1::ext::oneapi::experimental::work_group_static" undef, align 4
; CHECK-DAG: @elsewhere = external addrspace(3) global
; CHECK-DAG: @k.x = internal addrspace(3) global %"class.sycl::_V1::ext::oneapi::experimental::work_group_static" undef, align 4
; CHECK-DAG: @k.a = internal addrspace(3) global [3 x %"class.sycl::_V1::ext::oneapi::experimental::work_group_static.7"] undef, align 16
; CHECK-DAG: @ordinary = addrspace(1) global i32 0
; CHECK-DAG: @own.object = internal addrspace(3) global %"class.sycl::_V1::detail::object_of_call" undef, align 8
; CHECK-DAG: @own.object.{{[0-9]+}} = internal addrspace(3) global %"class.sycl::_V1::detail::object_of_call" undef, align 8
@outside = linkonce_odr addrspace(1) global %"class.sycl::_V1::ext::oneapi::experimental::work_group_static" zeroinitializer, align 4
@elsewhere = external addrspace(1) global %"class.sycl::_V1::ext::oneapi::experimental::work_group_static", align 4
@ordinary = addrspace(1) global i32 0

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: alloca %"class.sycl::_V1::ext::oneapi::experimental::work_group_static"{{,|$}}
; CHECK: %other = alloca %"class.sycl::_V1::ext::oneapi::experimental::work_group_static_too"
; CHECK-NOT: lifetime
; CHECK: [[X:%.*]] = call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @k.x)
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr addrspace(3) [[X]] to ptr addrspace(4)
; CHECK: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @k.a)
; CHECK: store i32 1, ptr addrspace(4) [[GENERIC]]
; CHECK: [[OUT:%.*]] = call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @outside)
; CHECK: [[OUTSIDE:%.*]] = addrspacecast ptr addrspace(3) [[OUT]] to ptr addrspace(4)
; CHECK: store i32 2, ptr addrspace(4) [[OUTSIDE]]
; CHECK: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @elsewhere)
; CHECK: call spir_func ptr addrspace(4) @own
; CHECK: call spir_func ptr addrspace(4) @own
define spir_kernel void @k() {
  %x = alloca %"class.sycl::_V1::ext::oneapi::experimental::work_group_static", align 4
  %a = alloca [3 x %"class.sycl::_V1::ext::oneapi::experimental::work_group_static.7"], align 16
  %other = alloca %"class.sycl::_V1::ext::oneapi::experimental::work_group_static_too", align 4
  %x.ascast = addrspacecast ptr %x to ptr addrspace(4)
  %a.ascast = addrspacecast ptr %a to ptr addrspace(4)
  call void @llvm.lifetime.start.p0(ptr %x)
  store i32 1, ptr addrspace(4) %x.ascast
  store i32 2, ptr addrspace(4) addrspacecast (ptr addrspace(1) @outside to ptr addrspace(4))
  store i32 3, ptr addrspace(4) addrspacecast (ptr addrspace(1) @elsewhere to ptr addrspace(4))
  store float 1.0, ptr addrspace(4) %a.ascast
  %first = call spir_func ptr addrspace(4) @own()
  %second = call spir_func ptr addrspace(4) @own()
  call void @llvm.lifetime.end.p0(ptr %x)
  ret void
}

; Each of the two has a variable of its own.
; CHECK: define internal spir_func ptr addrspace(4) @own(
; CHECK: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) [[FIRST:@own.object[.0-9]*]])
define linkonce_odr spir_func ptr addrspace(4) @own() {
  %object = alloca %"class.sycl::_V1::detail::object_of_call", align 8
  %generic = addrspacecast ptr %object to ptr addrspace(4)
  ret ptr addrspace(4) %generic
}

define spir_func void @member() {
  %h = alloca %struct.holder, align 4
  ret void
}

; CHECK: define internal spir_func ptr addrspace(4) @own.{{[0-9]+}}(
; CHECK-NOT: @__sycl_local_variable(ptr addrspace(3) [[FIRST]])
; CHECK: call spir_func ptr addrspace(3) @__sycl_local_variable(ptr addrspace(3) @own.object

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
