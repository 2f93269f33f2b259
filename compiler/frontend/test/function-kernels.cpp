// Functions with the annotations that SYCL_EXT_ONEAPI_FUNCTION_PROPERTY makes:
// the value of sycl::detail::kernel_dimensions in both compilations, and the
// attributes of kernels that call them.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-host-only %targets -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.o
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG %s
#include "sycl.h"

namespace sycl::detail {
template <auto *F> inline constexpr int kernel_dimensions = -2;
template <int D> __attribute__((annotate("facet:function_kernel", D))) void be() {}
#ifdef __SYCL_DEVICE_ONLY__
template <int N> [[sycl::reqd_work_group_size(N)]] void size() {}
[[sycl::device_has(aspect::gpu)]] inline void gpu() {}
#else
template <int N> void size() {}
inline void gpu() {}
#endif
template <int D> inline constexpr void (*be_kernel)() = &be<D>;
template <int N> inline constexpr void (*require_size)() = &size<N>;
inline constexpr void (*require_gpu)() = &gpu;
} // namespace sycl::detail
using namespace sycl::detail;

#define PROPERTY(N, ...) __attribute__((annotate("facet:function_property" #N, __VA_ARGS__)))
#define IS(F, D) static_assert(kernel_dimensions<F> == D)

PROPERTY(0, be_kernel<2>) void two(int *);
PROPERTY(1, require_size<8>) PROPERTY(2, be_kernel<0>) void single(int *p);
void single(int *p) { *p = 1; }
template <class T> PROPERTY(3, be_kernel<1>) PROPERTY(4, require_size<16>) void one(T *p) { *p = 2; }
template <int D> PROPERTY(5, be_kernel<D>) void any() {}
struct S { PROPERTY(6, be_kernel<3>) static void three() {} };
PROPERTY(7, require_gpu) void plain(int *p) { *p = 3; }
void other();
namespace elsewhere {
template <auto *F> inline constexpr int kernel_dimensions = -2;
}

IS(two, 2);
IS(single, 0);
IS(one<int>, 1);
IS(any<3>, 3);
IS(S::three, 3);
IS(plain, -1);
IS(other, -1);
static_assert(elsewhere::kernel_dimensions<two> == -2);
template <auto *F> struct dimensions { static constexpr int value = kernel_dimensions<F>; };
static_assert(dimensions<one<char>>::value == 1);

void host(int *p) {
  // CHECK-DAG: spir_kernel void @_ZTS{{.*}}Single({{.*}} !reqd_work_group_size ![[#EIGHT:]]
  sycl::kernel<class Single>([=] { single(p); });
  // CHECK-DAG: spir_kernel void @_ZTS{{.*}}One({{.*}} !reqd_work_group_size ![[#SIXTEEN:]]
  sycl::kernel<class One>([=] { one(p); });
#ifdef WRONG
  // WRONG: error: 'reqd_work_group_size' attribute
  sycl::kernel<class Both>([=] { one(p), single(p); });
#endif
}
// No annotation is left.
// CHECK-NOT: llvm.global.annotations
// CHECK-DAG: ![[#EIGHT]] = !{i32 8
// CHECK-DAG: ![[#SIXTEEN]] = !{i32 16
