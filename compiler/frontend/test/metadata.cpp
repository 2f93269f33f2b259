// The metadata of each attribute, for kernels from lambdas in both positions of
// the attribute, functors, generic lambdas and templates.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
#include "sycl.h"
using sycl::aspect;

// CHECK: @_Z8externalv() {{.*}} !sycl_declared_aspects ![[#FP64:]]
// CHECK-SAME: !sycl_used_aspects ![[#FP64]] !sycl_fixed_targets ![[#NONE:]]
[[sycl::device_has(aspect::fp64)]] SYCL_EXTERNAL void external();
void external() {}

template <int N> struct Functor {
  [[sycl::reqd_sub_group_size(N), sycl::reqd_work_group_size(N, 4)]]
  void operator()() const {}
};

void host(int *p, long long *q) {
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Lambda
  // CHECK-SAME: !sycl_declared_aspects ![[#GPU:]]
  // CHECK-SAME: !reqd_work_group_size ![[#SIZE:]]
  // CHECK-SAME: !sycl_used_aspects ![[#GPU]]
  sycl::kernel<class Lambda>([=]() [[sycl::reqd_work_group_size(2, 8, 16)]]
                             [[sycl::device_has(aspect::gpu)]] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}OfFunctor
  // CHECK-SAME: !intel_reqd_sub_group_size ![[#SIXTEEN:]] !reqd_work_group_size ![[#TEMPLATE:]]
  sycl::kernel<class OfFunctor>(Functor<16>());
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Generic
  // CHECK-SAME: !intel_reqd_sub_group_size ![[#ZERO:]]
  sycl::kernel_with_argument<class Generic>(
      [=](auto i) [[intel::named_sub_group_size(automatic)]] { *p = i; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Half
  // CHECK-SAME: !sycl_used_aspects ![[#FP16:]]
  sycl::kernel<class Half>([=] { sycl::half h; *p = sizeof(h); });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Atomic32
  // CHECK-NOT: !sycl_used_aspects
  // CHECK-SAME: {
  sycl::kernel<class Atomic32>([=] { sycl::atomic<int>{p}.touch(); });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Atomic64
  // CHECK-SAME: !sycl_used_aspects ![[#ATOMIC64:]]
  sycl::kernel<class Atomic64>([=] { sycl::atomic<long long>{q}.touch(); });
  // A double that is folded away is no double.
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Folded
  // CHECK-NOT: !sycl_used_aspects
  // CHECK-SAME: {
  sycl::kernel<class Folded>([=] { float f = 1.5; *p = f; });
}

// CHECK-NOT: llvm.global.annotations
// CHECK-DAG: attributes #{{.*}}"sycl-module-id"="{{.*}}metadata.cpp"{{.*}}
// CHECK-DAG: !sycl_aspects = !{![[#]], ![[#GPUNAME:]], ![[#]], ![[#]], ![[#]]}
// CHECK-DAG: ![[#GPUNAME]] = !{!"gpu", i32 2}
// CHECK-DAG: !{!"class.sycl::half", i32 5}
// CHECK-DAG: ![[#FP64]] = !{i32 6}
// CHECK-DAG: ![[#GPU]] = !{i32 2}
// CHECK-DAG: ![[#SIZE]] = !{i32 16, i32 8, i32 2}
// CHECK-DAG: ![[#TEMPLATE]] = !{i32 4, i32 16, i32 1}
// CHECK-DAG: ![[#SIXTEEN]] = !{i32 16}
// CHECK-DAG: ![[#ZERO]] = !{i32 0}
// CHECK-DAG: ![[#FP16]] = !{i32 5}
// CHECK-DAG: ![[#ATOMIC64]] = !{i32 28}
// CHECK-DAG: ![[#NONE]] = !{}
