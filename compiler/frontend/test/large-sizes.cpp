// Sizes that no device has are kept as the largest that metadata can hold, of
// whatever integer type they are: the program compiles, and the kernel is refused
// when it is submitted.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DWRONG -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG %s
#include "sycl.h"
constexpr auto Max = 0xffffffffffffffffull;

void host(int *p) {
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Group
  // CHECK-SAME: !reqd_work_group_size ![[#GROUP:]]
  sycl::kernel<class Group>([=]() [[sycl::reqd_work_group_size(4294967295, 4294967296, Max)]] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}OneMore
  // CHECK-SAME: !reqd_work_group_size ![[#ONE:]]
  sycl::kernel<class OneMore>([=]() [[sycl::reqd_work_group_size(4294967297)]] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}SubGroup
  // CHECK-SAME: !intel_reqd_sub_group_size ![[#SUB:]]
  sycl::kernel<class SubGroup>([=]() [[sycl::reqd_sub_group_size(4294967295)]] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Largest
  // CHECK-SAME: !intel_reqd_sub_group_size ![[#SUB]]
  sycl::kernel<class Largest>([=]() [[sycl::reqd_sub_group_size(9223372036854775808ull)]] { *p = 1; });
  // CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}Wide
  // CHECK-SAME: !intel_reqd_sub_group_size ![[#SUB]]
  sycl::kernel<class Wide>([=]() [[sycl::reqd_sub_group_size((unsigned __int128)Max + 17)]] { *p = 1; });
}
// CHECK-DAG: ![[#GROUP]] = !{i32 -1, i32 -1, i32 -1}
// CHECK-DAG: ![[#ONE]] = !{i32 -1, i32 1, i32 1}
// CHECK-DAG: ![[#SUB]] = !{i32 2147483647}

#ifdef WRONG
// WRONG: error: 'reqd_sub_group_size' attribute requires positive values, not -9223372036854775808
[[sycl::reqd_sub_group_size(-9223372036854775807ll - 1)]] SYCL_EXTERNAL void negative() {}
// Sizes that are kept alike are different in the source all the same.
// WRONG: large-sizes.cpp:[[#@LINE+2]]:
[[sycl::reqd_sub_group_size(Max)]] SYCL_EXTERNAL void twice();
[[sycl::reqd_sub_group_size(Max - 1)]] SYCL_EXTERNAL void twice() {}
#endif
