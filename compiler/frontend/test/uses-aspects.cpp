// __uses_aspects__: lists and packs on functions, classes and partial
// specialisations; empty classes, which leave no trace in the IR of what has them.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
#include "sycl.h"
using sycl::aspect;
template <aspect... As> [[__sycl_detail__::__uses_aspects__(As...)]] void function(int *p) { *p = 1; }
template <aspect... As> struct [[__sycl_detail__::__uses_aspects__(As...)]] Class { int value; };
struct [[__sycl_detail__::__uses_aspects__(aspect::gpu, aspect::atomic64)]] Empty {};
struct EmptyToo : Empty {};
struct Derived : EmptyToo { int value; };
struct Holder { Empty tag; int value; };
struct First { int one; };
struct Second : First, Empty { int two; };
struct Plain { int value; };

void host(int *p) {
  // CHECK-DAG: @_ZTS{{.*}}OfFunction({{.*}} !sycl_used_aspects ![[#TWO:]]
  sycl::kernel<class OfFunction>([=] { function<aspect::gpu, aspect::atomic64>(p); });
  // CHECK-DAG: @_ZTS{{.*}}OfClass({{.*}} !sycl_used_aspects ![[#ONETWO:]]
  sycl::kernel<class OfClass>([=] { Class<aspect::gpu, aspect::cpu> c{3}; *p = c.value; });
  // CHECK-DAG: @_ZTS{{.*}}OfDerived({{.*}} !sycl_used_aspects ![[#TWO]]
  sycl::kernel<class OfDerived>([=] { Derived d{}; *p = d.value; });
  // CHECK-DAG: @_ZTS{{.*}}OfMember({{.*}} !sycl_used_aspects ![[#TWO]]
  sycl::kernel<class OfMember>([=] { Holder h{}; *p = h.value; });
  // CHECK-DAG: @_ZTS{{.*}}OfSecondBase({{.*}} !sycl_used_aspects ![[#TWO]]
  sycl::kernel<class OfSecondBase>([=] { Second s{}; *p = s.two; });
  // CHECK-DAG: @_ZTS{{.*}}OfNothing({{[^!]*}} !sycl_fixed_targets
  sycl::kernel<class OfNothing>([=] { Plain s{}; function<>(p); *p = s.value; });
}
// CHECK-DAG: ![[#TWO]] = !{i32 2, i32 28}
// CHECK-DAG: ![[#ONETWO]] = !{i32 1, i32 2}
// CHECK-DAG: !{!"struct.Class", i32 1, i32 2}
// CHECK-DAG: !{!"struct.Empty", i32 2, i32 28}
// CHECK-DAG: !{!"struct.Derived", i32 2, i32 28}
