// Attributes of a lambda, before its parameters (C++23) and behind them, alone and
// among other specifiers; in host code too.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++23 -Werror -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -Wno-c++23-lambda-attributes -Werror -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -cc1 -fsycl-is-host -std=c++23 -Werror -I%S/Inputs -emit-llvm -o - -x c++ %s | FileCheck --check-prefix=HOST %s
#include "sycl.h"
using sycl::aspect;
void host(int *p) {
  // CHECK: define spir_kernel void @_ZTSZ4hostPiE6Before({{[^!]*}}!sycl_declared_aspects [[GPU:![0-9]+]] !intel_reqd_sub_group_size [[EIGHT:![0-9]+]]
  sycl::kernel<class Before>([=] [[sycl::device_has(aspect::gpu), sycl::reqd_sub_group_size(8)]] () { *p = 1; });
  // CHECK: define spir_kernel void @_ZTSZ4hostPiE12NoParameters({{[^!]*}}!sycl_declared_aspects [[GPU]]
  sycl::kernel<class NoParameters>([=] [[sycl::device_has(aspect::gpu)]] { *p = 2; });
  // CHECK: define spir_kernel void @_ZTSZ4hostPiE4Both({{[^!]*}}!sycl_declared_aspects [[GPU]] !reqd_work_group_size [[SIZE:![0-9]+]]
  sycl::kernel<class Both>([=] [[sycl::device_has(aspect::gpu)]] () mutable [[sycl::reqd_work_group_size(8)]] { *p = 3; });
  // CHECK: define spir_kernel void @_ZTSZ4hostPiE6Behind({{[^!]*}}!sycl_declared_aspects [[GPU]]
  sycl::kernel<class Behind>([=]() [[sycl::device_has(aspect::gpu)]] -> void { *p = 4; });
  // CHECK: define spir_kernel void @_ZTSZ4hostPiE8Noexcept({{[^!]*}}!sycl_declared_aspects [[GPU]]
  sycl::kernel<class Noexcept>([=]() noexcept [[sycl::device_has(aspect::gpu)]] { *p = 5; });
}
// CHECK-DAG: [[EIGHT]] = !{i32 8}
// CHECK-DAG: [[GPU]] = !{i32 2}
// CHECK-DAG: [[SIZE]] = !{i32 8, i32 1, i32 1}
// HOST: define {{.*}}@_Z4hostPi(
// HOST-NOT: llvm.global.annotations
