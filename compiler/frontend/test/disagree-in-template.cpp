// Attributes of a template whose values turn out to disagree in an instance.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not="error:" %s
#include "sycl.h"
using sycl::aspect;
// CHECK-DAG: :[[#@LINE+2]]:51: error: 'reqd_work_group_size' attribute disagrees with 'reqd_work_group_size' of the same function
// CHECK-DAG: :[[#@LINE+1]]:20: note: the other one is here
template <int N> [[sycl::reqd_work_group_size(N), sycl::reqd_work_group_size(8)]] void sizes(int *p) { *p = N; }
template <aspect... As>
// CHECK-DAG: :[[#@LINE+1]]:31: error: 'device_has' attribute disagrees with 'device_has' of the same function
[[sycl::device_has(As...)]] [[sycl::device_has(aspect::gpu)]] void aspects(int *p) { *p = 1; }
void host(int *p) {
  sycl::kernel<class Same>([=] { sizes<8>(p), aspects<aspect::gpu, aspect::gpu>(p); });
  sycl::kernel<class Other>([=] { sizes<4>(p), aspects<aspect::cpu>(p); });
}
