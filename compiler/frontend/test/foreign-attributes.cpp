// Attributes of other namespaces are Clang's business, under the names that the
// user wrote; ours keep their names in Clang's own messages.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=locks_excluded --implicit-check-not=requires_capability %s
#include "sycl.h"
// CHECK: [[#@LINE+1]]:3: warning: unknown attribute 'cl::device_has' ignored
[[cl::device_has(sycl::aspect::gpu)]] void f1() {}
// CHECK: [[#@LINE+1]]:3: warning: unknown attribute 'sycl_detail::uses_aspects' ignored
[[sycl_detail::uses_aspects(sycl::aspect::gpu)]] void f2() {}
// CHECK: [[#@LINE+1]]:9: warning: unknown attribute 'cl::device_has' ignored
[[using cl: device_has(sycl::aspect::gpu)]] void f3() {}
// CHECK: [[#@LINE+1]]:3: warning: unknown attribute 'mine::add_ir_attributes_function' ignored
[[mine::add_ir_attributes_function("a", "b")]] void f4() {}
// CHECK: [[#@LINE+1]]:15: error: 'sycl::device_has' attribute cannot be applied to a statement
void f5() { [[sycl::device_has()]] return; }
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute only applies to functions
[[using sycl: reqd_sub_group_size(8), device_has(sycl::aspect::cpu)]] int f6;
template <sycl::aspect... As> [[using sycl: reqd_sub_group_size(8), device_has(As...)]] SYCL_EXTERNAL void f7() {}
template void f7<sycl::aspect::cpu>();
