// Sizes on what a kernel calls: on the functor's call operator, on a function that
// this only calls, and on declarations before the definition.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
#include "sycl.h"
using sycl::aspect;

struct Work {
  int *p;
  void operator()() const { step(p); }
  [[sycl::reqd_work_group_size(8, 4)]] static void step(int *p);
};
void Work::step(int *p) { *p = 1; }
[[sycl::reqd_sub_group_size(16)]] void deepest(int *p) { *p = 2; }
void between(int *p) { deepest(p); }
template <int N> [[sycl::work_group_size_hint(N)]] void hinted(int *p) { *p = N; }

struct Overloaded {
  int *p;
  [[sycl::device_has(aspect::gpu), sycl::reqd_sub_group_size(8)]]
  void operator()() const { *p = 3; }
  [[sycl::device_has(aspect::cpu), sycl::reqd_sub_group_size(16)]]
  void operator()(int i) const { *p = i; }
};
[[sycl::device_has(aspect::gpu)]] void redeclared(int *p);
void redeclared(int *p);
void redeclared(int *p) { *p = 4; }

void host(int *p) {
  // CHECK: spir_kernel void @_ZTS{{.*}}Direct({{.*}} !reqd_work_group_size ![[#DIRECT:]]
  sycl::kernel<class Direct>(Work{p});
  // CHECK: spir_kernel void @_ZTS{{.*}}Deep({{.*}} !intel_reqd_sub_group_size ![[#DEEP:]]
  sycl::kernel<class Deep>([=] { between(p); });
  // CHECK: spir_kernel void @_ZTS{{.*}}Hinted({{.*}} !work_group_size_hint ![[#HINT:]]
  sycl::kernel<class Hinted>([=] { hinted<32>(p); });
  // Of several call operators the one that is called.
  // CHECK: spir_kernel void @_ZTS{{.*}}First({{.*}} !intel_reqd_sub_group_size ![[#EIGHT:]] !sycl_declared_aspects ![[#GPU:]]
  sycl::kernel<class First>(Overloaded{p});
  // CHECK: spir_kernel void @_ZTS{{.*}}Second({{.*}} !intel_reqd_sub_group_size ![[#DEEP]] !sycl_declared_aspects ![[#CPU:]]
  sycl::kernel_with_argument<class Second>(Overloaded{p});
  // Its callee's device_has is no claim of the kernel, but what it needs.
  // CHECK: spir_kernel void @_ZTS{{.*}}Redeclared(
  // CHECK-NOT: !sycl_declared_aspects
  // CHECK-SAME: !sycl_used_aspects ![[#GPU]]
  sycl::kernel<class Redeclared>([=] { redeclared(p); });
}
// CHECK-DAG: ![[#DIRECT]] = !{i32 4, i32 8, i32 1}
// CHECK-DAG: ![[#DEEP]] = !{i32 16}
// CHECK-DAG: ![[#HINT]] = !{i32 32, i32 1, i32 1}
// CHECK-DAG: ![[#GPU]] = !{i32 2}
// CHECK-DAG: ![[#CPU]] = !{i32 1}
// CHECK-DAG: ![[#EIGHT]] = !{i32 8}

#ifdef WRONG
[[sycl::reqd_sub_group_size(8)]] void eight(int *p) { *p = 8; }
// WRONG-DAG: :[[#@LINE+1]]:3: error: 'reqd_sub_group_size' attribute disagrees with another one of the same kernel
[[sycl::reqd_sub_group_size(32)]] void thirty_two(int *p) { *p = 32; }
// WRONG-DAG: :[[#@LINE-3]]:3: note: the other one is here
struct Contradiction {
  int *p;
  // WRONG-DAG: :[[#@LINE+1]]:5: note: the other one is here
  [[sycl::reqd_work_group_size(64)]] void operator()() const { step(p); }
  // WRONG-DAG: :[[#@LINE+1]]:5: error: 'reqd_work_group_size' attribute disagrees with another one of the same kernel
  [[sycl::reqd_work_group_size(32)]] static void step(int *p) { *p = 1; }
};
// Other sources' kernels call it: it cannot say what they are.
// WRONG-DAG: :[[#@LINE+1]]:3: error: 'reqd_work_group_size' attribute cannot be on a SYCL_EXTERNAL function
[[sycl::reqd_work_group_size(4)]] SYCL_EXTERNAL void external() {}
// WRONG-DAG: :[[#@LINE+1]]:3: error: 'work_group_size_hint' attribute cannot be on a SYCL_EXTERNAL function
[[sycl::work_group_size_hint(4)]] SYCL_EXTERNAL void hint() {}
void wrong(int *p) {
  sycl::kernel<class Two>([=] { eight(p), thirty_two(p); });
  sycl::kernel<class TwoAgain>([=] { eight(p), thirty_two(p); });
  sycl::kernel<class Both>(Contradiction{p});
}
#endif
