// -ffp-accuracy=: each call that it asks for has an attribute, kernels an
// internal aspect for each level; nothing is reported of these.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -ffp-accuracy=high -ffp-accuracy=low:cos -S %s -o - 2>&1 | FileCheck --implicit-check-not=warning %s
#include "sycl.h"

SYCL_EXTERNAL __attribute__((const)) float __spirv_ocl_sin(float) noexcept;
SYCL_EXTERNAL __attribute__((const)) float __spirv_ocl_cos(float) noexcept;

// Kept out of line: it is this source's own.
__attribute__((noinline)) inline float helper(float x) {
  return __spirv_ocl_sin(x);
}

void host(float *p) {
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}First
  // CHECK-SAME: !sycl_used_aspects ![[#HIGH:]]
  // CHECK: call {{.*}}@_Z6helperf(
  sycl::kernel<class First>(
      [=]() [[sycl::device_has()]] { *p = helper(*p); });
  // CHECK: define internal {{.*}}@_Z6helperf(
  // CHECK: call {{.*}} @_Z15__spirv_ocl_sinf({{.*}}) [[CALL:#[0-9]+]]
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Second
  // CHECK-SAME: !sycl_used_aspects ![[#BOTH:]]
  sycl::kernel<class Second>([=] { *p = __spirv_ocl_cos(helper(*p)); });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Third
  // CHECK-NOT: !sycl_used_aspects
  // CHECK-SAME: {
  sycl::kernel<class Third>([=] { *p = 1; });
}
// CHECK: attributes [[CALL]] = { {{.*}}"sycl-fp-accuracy"="high"
// CHECK-DAG: ![[#HIGH]] = !{i32 -1}
// CHECK-DAG: ![[#BOTH]] = !{i32 -3, i32 -1}
