// Functors of the headers around the program's, as those of reductions and of
// properties: what stands on either call operator is the kernel's.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
#include "sycl.h"
using sycl::aspect;

template <class F> struct Plain {
  using wrapped_functor = F;
  F f;
  void operator()() const { f(); }
};
template <class F, aspect... As> struct Declares {
  using wrapped_functor = F;
  F f;
  [[sycl::device_has(As...)]] void operator()() const { f(); }
};
template <unsigned Size> [[sycl::reqd_sub_group_size(Size)]] void size() {}
template <class F> struct Sized {
  using wrapped_functor = F;
  F f;
  void operator()() const { size<32>(), f(); }
};
template <class F> auto plain(F f) { return Plain<F>{f}; }
template <class F> auto twice(F f) { return Plain<Plain<F>>{{f}}; }
template <class F> auto cpu(F f) { return Declares<F, aspect::cpu>{f}; }
template <class F> auto sized(F f) { return Sized<F>{f}; }
// Not the functor that is wrapped.
struct Other {
  [[sycl::device_has(aspect::fp64)]] void operator()() const {}
};

void host(int *p) {
  // CHECK: spir_kernel void @_ZTS{{.*}}Inner({{.*}} !sycl_declared_aspects ![[#GPU:]]
  sycl::kernel<class Inner>(plain([=]() [[sycl::device_has(aspect::gpu)]] { *p = 1; }));
  // CHECK: spir_kernel void @_ZTS{{.*}}Nested({{.*}} !sycl_declared_aspects ![[#GPU]]
  sycl::kernel<class Nested>(twice([=]() [[sycl::device_has(aspect::gpu)]] { *p = 2; }));
  // CHECK: spir_kernel void @_ZTS{{.*}}Outer({{.*}} !sycl_declared_aspects ![[#CPU:]]
  sycl::kernel<class Outer>(cpu([=] { *p = 3; }));
  // CHECK: spir_kernel void @_ZTS{{.*}}Both({{.*}} !sycl_declared_aspects ![[#BOTH:]]
  sycl::kernel<class Both>(cpu([=]() [[sycl::device_has(aspect::gpu)]] { *p = 4; }));
  // CHECK: spir_kernel void @_ZTS{{.*}}Size({{.*}} !sycl_declared_aspects ![[#GPU]] !intel_reqd_sub_group_size ![[#SIZE:]]
  sycl::kernel<class Size>(sized([=]() [[sycl::device_has(aspect::gpu)]] { *p = 5; }));
  // CHECK: spir_kernel void @_ZTS{{.*}}CallsOther(
  // CHECK-NOT: !sycl_declared_aspects
  // CHECK-SAME: !sycl_used_aspects
  sycl::kernel<class CallsOther>(plain([=] { Other()(); *p = 6; }));
}
// CHECK-DAG: ![[#GPU]] = !{i32 2}
// CHECK-DAG: ![[#CPU]] = !{i32 1}
// CHECK-DAG: ![[#BOTH]] = !{i32 1, i32 2}
// CHECK-DAG: ![[#SIZE]] = !{i32 32}
