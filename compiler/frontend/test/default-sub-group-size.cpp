// The sub-group size of kernels without an attribute is that of an option.
//
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -fsycl-default-sub-group-size=32 -S %s -o - | FileCheck --check-prefixes=CHECK,SIZE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -fsycl-default-sub-group-size=primary -S %s -o - | FileCheck --check-prefixes=CHECK,PRIMARY %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - | FileCheck --check-prefix=NONE %s
#include "sycl.h"

// Functions have what is written on them.
// CHECK: @_Z5plainv()
// CHECK-NOT: intel_reqd_sub_group_size
// CHECK: define {{.*}}@{{.*}}4Free({{.*}} !intel_reqd_sub_group_size ![[#FREE:]]
// NONE: define {{.*}}@{{.*}}4Free(
// NONE-NOT: intel_reqd_sub_group_size
// NONE: define {{.*}}@{{.*}}5Given({{.*}} !intel_reqd_sub_group_size
SYCL_EXTERNAL void plain() {}

[[sycl::reqd_sub_group_size(8)]] void eight(int *p) { *p = 2; }

void kernels(int *p) {
  sycl::kernel<class Free>([=] { *p = 1; });
  // CHECK: define {{.*}}@{{.*}}5Given({{.*}} !intel_reqd_sub_group_size ![[#SIXTEEN:]]
  sycl::kernel<class Given>([=]() [[sycl::reqd_sub_group_size(16)]] { *p = 1; });
  // CHECK: define {{.*}}@{{.*}}6Callee({{.*}} !intel_reqd_sub_group_size ![[#EIGHT:]]
  sycl::kernel<class Callee>([=] { eight(p); });
}

// SIZE-DAG: ![[#FREE]] = !{i32 32}
// PRIMARY-DAG: ![[#FREE]] = !{i32 -1}
// CHECK-DAG: ![[#SIXTEEN]] = !{i32 16}
// CHECK-DAG: ![[#EIGHT]] = !{i32 8}
