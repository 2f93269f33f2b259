// The name of a local constant in an attribute is no use of a variable: a lambda has
// the same captures on the host, whose compiler may drop the attribute, as for
// devices. In templates, generic lambdas, each position and spelling of the
// argument; what the body uses is captured all the same.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -Werror -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -cc1 -fsycl-is-host -std=c++20 -Werror -I%S/Inputs -emit-llvm -o - -x c++ %s | FileCheck --check-prefix=HOST %s
#include "sycl.h"
using sycl::aspect;

template <int Name> class named;
template <int N> struct config {
  int size = N;
};

#define LAMBDA(NAME, CAPTURES, ATTRIBUTE, SIZE, BODY)                          \
  {                                                                            \
    auto f = [CAPTURES]() [[ATTRIBUTE]] { BODY; };                             \
    static_assert(sizeof(f) == SIZE);                                          \
    sycl::kernel<named<NAME>>(f);                                              \
  }

constexpr int whole = sizeof(int *), both = 2 * sizeof(int *);

template <typename T, int N> void inTemplate(T *p) {
  constexpr int n = 8, dependent = N;
  constexpr aspect a = aspect::gpu, dependentAspect = aspect(N - 6);
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi0EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT:![0-9]+]]
  LAMBDA(0, =, sycl::reqd_sub_group_size(n), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi1EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  LAMBDA(1, =, sycl::reqd_sub_group_size(dependent), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi2EE({{[^!]*}}!reqd_work_group_size [[SIZES:![0-9]+]]
  LAMBDA(2, =, sycl::reqd_work_group_size(2, n), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi3EE({{[^!]*}}!reqd_work_group_size [[SIZES]]
  LAMBDA(3, =, sycl::reqd_work_group_size(2, (dependent)), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi4EE({{[^!]*}}!sycl_declared_aspects [[GPU:![0-9]+]]
  LAMBDA(4, =, sycl::device_has(a), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi5EE({{[^!]*}}!sycl_declared_aspects [[GPU]]
  LAMBDA(5, =, sycl::device_has(dependentAspect), whole, *p = 1)
  constexpr config<N> members{};
  constexpr int elements[] = {N, n};
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi7EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  LAMBDA(7, =, sycl::reqd_sub_group_size(members.size), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi8EE({{[^!]*}}!reqd_work_group_size [[SIZES]]
  LAMBDA(8, =, sycl::reqd_work_group_size(2, elements[N - 8]), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi9EE({{[^!]*}}!reqd_work_group_size [[SIZES]]
  LAMBDA(9, =, sycl::reqd_work_group_size(2, N == 8 ? n : dependent), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi6EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  const T used = *p;
  LAMBDA(6, =, sycl::reqd_sub_group_size(n), both, *p = used)
  auto generic = [=](auto *q) [[sycl::reqd_sub_group_size(n)]] { *q = *p; };
  static_assert(sizeof(generic) == whole);
}

void host(int *p) {
  inTemplate<int, 8>(p);
  constexpr int n = 8;
  const int m = 8;
  constexpr aspect a = aspect::gpu;
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi10EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  LAMBDA(10, =, sycl::reqd_sub_group_size(n), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi11EE({{[^!]*}}!reqd_work_group_size [[SIZES]]
  LAMBDA(11, =, sycl::reqd_work_group_size(2, m), whole, *p = 1)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi12EE({{[^!]*}}!sycl_declared_aspects [[GPU]]
  LAMBDA(12, =, sycl::device_has(a), whole, *p = 1)
  // The body's uses, of the constant's address, too.
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi13EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  LAMBDA(13, =, sycl::reqd_sub_group_size(n), both, const int *q = &n; *p = *q)
  // CHECK-DAG: define {{(weak_odr )?}}spir_kernel void @_ZTS5namedILi14EE({{[^!]*}}!intel_reqd_sub_group_size [[EIGHT]]
  LAMBDA(14, p, sycl::reqd_sub_group_size(n), whole, *p = 1)
}
// CHECK-DAG: [[EIGHT]] = !{i32 8}
// CHECK-DAG: [[GPU]] = !{i32 2}
// CHECK-DAG: [[SIZES]] = !{i32 8, i32 2, i32 1}
// HOST: define {{.*}}@_Z4hostPi(
