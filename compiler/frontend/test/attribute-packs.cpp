// Packs as arguments, on everything that can have the attribute.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=locks_excluded %s
#include "sycl.h"
using sycl::aspect;

// CHECK: define {{.*}}@_Z8function{{[^(]*}}() {{.*}}!sycl_declared_aspects ![[#BOTH:]]
template <aspect... As> [[sycl::device_has(As...)]] SYCL_EXTERNAL void function() {}
template void function<aspect::gpu, aspect::fp64>();

// CHECK: define {{.*}}@_Z4none{{[^(]*}}() {{.*}}!sycl_declared_aspects ![[#EMPTY:]]
template <aspect... As> [[sycl::device_has(As...)]] SYCL_EXTERNAL void none() {}
template void none<>();

// CHECK: define {{.*}}@_Z4more{{[^(]*}}() {{.*}}!sycl_declared_aspects ![[#BOTH]]
template <aspect... As> [[using sycl: device_has(aspect::gpu, As...)]] SYCL_EXTERNAL void more() {}
template void more<aspect::fp64>();

template <aspect... As> struct Functor {
  [[sycl::device_has(As...)]] void operator()() const {}
};
template <aspect... As> void submit() {
  sycl::kernel<class Behind>([=]() [[sycl::device_has(As...)]] {});
}
// A name like any other outside of attributes.
int device_has(int uses_aspects) { return uses_aspects; }
void host(int *p) {
  sycl::kernel<class OfFunctor>(Functor<aspect::gpu, aspect::fp64>());
  submit<aspect::gpu>();
  sycl::kernel<class Name>([=] { *p = device_has(1); });
}
// CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}OfFunctor({{.*}}!sycl_declared_aspects ![[#BOTH]]
// CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Behind({{.*}}!sycl_declared_aspects ![[#GPU:]]
// CHECK-DAG: ![[#BOTH]] = !{i32 2, i32 6}
// CHECK-DAG: ![[#GPU]] = !{i32 2}
// CHECK-DAG: ![[#EMPTY]] = !{}

#ifdef WRONG
// WRONG: :[[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute argument is invalid
template <int... Is> [[sycl::device_has(Is...)]] SYCL_EXTERNAL void numbers() {}
template void numbers<1, 2>();
#endif
