// sycl::requires: what a function may use, and what uses of functions, classes and
// alias declarations need. A use of anything else is an error, at the use, with the
// calls that lead to it, whatever -W options say.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -w -Wno-sycl-aspects -g -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=warning: %s
// RUN: not ls %t.bc
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DRIGHT -S %s -o - | FileCheck --check-prefix=IR %s
#include "sycl.h"
using sycl::aspect;
#define REQUIRES(...) [[sycl::requires(has(__VA_ARGS__))]]
// A name like any other outside of the attribute, and before it.
int has(int x) { return x; }

namespace impl { struct number { short v; }; }
using half [[sycl::requires(has(aspect::fp16))]] = impl::number;
typedef long wide [[sycl::requires(has(aspect::atomic64, aspect::gpu))]];
template <class T> using box [[sycl::requires(has(aspect::cpu))]] = T[2];
struct [[sycl::requires(has(aspect::atomic64))]] Matrix { int x; };
struct Holder { half member; };
REQUIRES(aspect::fp16) void multiply(int *p) { half h{1}; *p = h.v; }

// No uses: not evaluated, or only a pointer.
void none(int *p, const half *pointer = nullptr) {
  decltype(half{}) *other = nullptr;
  *p = sizeof(half) + sizeof(wide) + noexcept(half{}) + has(1) + (other == pointer);
}
#ifndef RIGHT
void helper(int *p) {
  // CHECK-DAG: requires.cpp:[[#@LINE+1]]:14: error: function 'host::(lambda #1)::operator()' uses aspect 'fp16' not listed in 'sycl::requires'
  const half h{1};
  *p = h.v;
}
short passed(half h) { return h.v; }
void dereferences(int *p, const wide *w) { *p = *w; }
template <aspect... As> [[using sycl: requires(has(As...))]] void instance(int *p) {
  // CHECK-DAG: requires.cpp:[[#@LINE+1]]:3: error: function 'instance<(sycl::aspect)2>' uses aspect 'fp16' not listed in 'sycl::requires'
  multiply(p);
}
struct Functor {
  int *p;
  [[sycl::requires(has())]] void operator()() const {
    Matrix m{3};
    // CHECK-DAG: requires.cpp:[[#@LINE+1]]:12: error: function 'Functor::operator()' uses aspect 'atomic64' not listed in 'sycl::requires'
    *p = m.x;
  }
};
void host(int *p, float f) {
  // CHECK-DAG: {{^}}  host::(lambda #1)::operator()()
  // CHECK-DAG: {{^}}  helper() {{.*}}requires.cpp:[[#@LINE+2]]:80
  // CHECK-DAG: requires.cpp:[[#@LINE+1]]:34: note: 'requires' is here
  sycl::kernel<class K1>([=]() [[sycl::requires(has(aspect::gpu))]] { none(p); helper(p); });
  sycl::kernel<class K2>(Functor{p});
  // CHECK-DAG: :[[#@LINE+1]]:[[#]]: error: function 'host::(lambda #2)::operator()' uses aspect 'fp16' not listed in 'sycl::requires'
  sycl::kernel<class K3>([=]() REQUIRES(aspect::gpu) { Holder h{}; *p = h.member.v; });
  // CHECK-DAG: :[[#@LINE+1]]:[[#]]: error: function 'host::(lambda #3)::operator()' uses aspect 'cpu' not listed in 'sycl::requires'
  sycl::kernel<class K4>([=]() REQUIRES() { box<int> b{}; *p = b[1]; });
  // CHECK-DAG: :[[#@LINE+1]]:[[#]]: error: function 'host::(lambda #4)::operator()' uses aspect 'fp16' not listed in 'sycl::requires'
  sycl::kernel<class K5>([=]() REQUIRES() { *p = passed({}); });
  // CHECK-DAG: error: function 'host::(lambda #5)::operator()' uses aspect 'gpu' not listed in 'sycl::requires'
  // CHECK-DAG: error: function 'host::(lambda #5)::operator()' uses aspect 'atomic64' not listed in 'sycl::requires'
  sycl::kernel<class K6>([=]() REQUIRES() { dereferences(p, (long *)p); });
  sycl::kernel<class K7>([=] { instance<aspect::gpu>(p), instance<aspect::gpu, aspect::fp16>(p); });
  // CHECK-DAG: :[[#@LINE+1]]:[[#]]: error: function 'host::(lambda #7)::operator()' uses aspect 'fp64' not listed in 'sycl::requires'
  sycl::kernel<class K8>([=]() REQUIRES() { *p = f * 2.0; });
}
#else
// IR-DAG: @_Z8externalv() {{.*}} !sycl_declared_aspects [[TWO:![0-9]+]] !sycl_required_aspects [[TWO]] !sycl_used_aspects [[TWO]]
[[sycl::requires(has(aspect::gpu, aspect::fp16))]] SYCL_EXTERNAL void external();
void external() {}
// IR-DAG: @_ZTS{{.*}}Kernel({{.*}} !sycl_declared_aspects [[TWO]] !sycl_required_aspects [[TWO]] !sycl_used_aspects [[TWO]]
// IR-DAG: @_ZTS{{.*}}Unused({{.*}} !sycl_declared_aspects [[NONE:![0-9]+]] !sycl_required_aspects [[NONE]] !sycl_fixed_targets
// IR-DAG: @_ZTS{{.*}}Undecorated({{.*}} !sycl_used_aspects ![[#FP16:]]
void host(int *p) {
  sycl::kernel<class Kernel>([=]() [[sycl::requires(has(aspect::gpu, aspect::fp16))]] { multiply(p); });
  sycl::kernel<class Unused>([=]() [[sycl::requires(has())]] { none(p); });
  sycl::kernel<class Undecorated>([=] { half h{2}; *p = h.v; });
}
// IR-DAG: !{!"struct.Matrix", i32 28}
// IR-DAG: [[TWO]] = !{i32 2, i32 5}
// IR-DAG: [[NONE]] = !{}
// IR-DAG: ![[#FP16]] = !{i32 5}
SYCL_EXTERNAL int matrix() { Matrix m{1}; return m.x; }
#endif
