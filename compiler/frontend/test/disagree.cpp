// Attributes that disagree, on one declaration and on several.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not="error:" %s
// The host alone says the same.
// RUN: not sycl-clang++ -cc1 -fsycl-is-host -std=c++17 -I%S/Inputs -emit-obj -o %t.o -x c++ %s 2>&1 | FileCheck --implicit-check-not="error:" %s
// RUN: not ls %t.o
#include "sycl.h"
using sycl::aspect;

// The same said twice is no contradiction.
[[sycl::device_has(aspect::gpu, aspect::fp64)]] void same();
[[sycl::device_has(aspect::fp64, aspect::gpu)]] void same() {}
[[sycl::reqd_work_group_size(8), sycl::work_group_size_hint(4), sycl::reqd_work_group_size(4 + 4)]] void once();
template <int N> [[sycl::reqd_sub_group_size(N)]] void dependent();
template <int N> [[sycl::reqd_sub_group_size(N)]] void dependent() {}

// CHECK: :[[#@LINE+2]]:33: error: 'reqd_sub_group_size' attribute disagrees with 'reqd_sub_group_size' of the same function
// CHECK: :[[#@LINE+1]]:3: note: the other one is here
[[sycl::reqd_sub_group_size(8), sycl::reqd_sub_group_size(16)]] void two();
// CHECK: error: 'named_sub_group_size' attribute disagrees with 'reqd_sub_group_size' of the same function
// CHECK: note: the other one is here
[[sycl::reqd_sub_group_size(8)]] [[intel::named_sub_group_size(primary)]] void named();

[[sycl::reqd_work_group_size(64)]] void sizes();
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: 'reqd_work_group_size' attribute disagrees with 'reqd_work_group_size' of the same function
// CHECK: :[[#@LINE-2]]:{{[0-9]+}}: note: the other one is here
[[sycl::reqd_work_group_size(32)]] void sizes() {}

struct Class {
  [[sycl::device_has(aspect::gpu)]] void method();
};
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute disagrees with 'device_has' of the same function
[[sycl::device_has(aspect::gpu, aspect::fp64)]] void Class::method() {}
// CHECK: note: the other one is here

// Redeclarations of templates must be written alike.
// CHECK: :[[#@LINE+2]]:20: error: 'reqd_work_group_size' attribute disagrees with 'reqd_work_group_size' of the same function
template <int N> [[sycl::reqd_work_group_size(N + 1)]] void redeclared();
template <int N> [[sycl::reqd_work_group_size(N + 2)]] void redeclared() {}
