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
// Nothing of these is left once they are inlined, but who names fp64 needs it.
[[__sycl_detail__::__uses_aspects__(aspect::fp64)]] inline int named(int x) { return x + 1; }
[[sycl::device_has(aspect::fp64)]] inline int declared(int x) { return x + 2; }
struct [[__sycl_detail__::__uses_aspects__(aspect::fp64)]] Named { int value; };
inline int calls_declared(int x) { return declared(x); }

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
  // CHECK-DAG: @_ZTS{{.*}}OfNamed({{.*}} !sycl_used_aspects ![[#FP64:]]
  sycl::kernel<class OfNamed>([=] { *p = named(*p); });
  // CHECK-DAG: @_ZTS{{.*}}OfDeclared({{.*}} !sycl_used_aspects ![[#FP64]]
  sycl::kernel<class OfDeclared>([=] { *p = calls_declared(*p); });
  // CHECK-DAG: @_ZTS{{.*}}OfNamedClass({{.*}} !sycl_used_aspects ![[#FP64]]
  sycl::kernel<class OfNamedClass>([=] { Named n{*p}; *p = n.value + 1; });
  // CHECK-DAG: @_ZTS{{.*}}OfLiteral({{[^!]*}} !sycl_fixed_targets
  sycl::kernel<class OfLiteral>([=] { float x = 0.5; *p = x * 4.0; });
  // CHECK-DAG: @_ZTS{{.*}}OfNothing({{[^!]*}} !sycl_fixed_targets
  sycl::kernel<class OfNothing>([=] { Plain s{}; function<>(p); *p = s.value; });
}
// CHECK-DAG: ![[#FP64]] = !{i32 6}
// CHECK-DAG: ![[#TWO]] = !{i32 2, i32 28}
// CHECK-DAG: ![[#ONETWO]] = !{i32 1, i32 2}
// CHECK-DAG: !{!"struct.Class", i32 1, i32 2}
// CHECK-DAG: !{!"struct.Empty", i32 2, i32 28}
// CHECK-DAG: !{!"struct.Derived", i32 2, i32 28}
