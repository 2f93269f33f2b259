// At -O0 -g variables of the user's functions stay in memory, those of headers
// do not.
//
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -isystem %S/Inputs -g -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -isystem %S/Inputs -g -O1 -S %s -o - | FileCheck --check-prefix=NONE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -isystem %S/Inputs -S %s -o - | FileCheck --check-prefix=NONE %s
// NONE-NOT: volatile
// NONE-NOT: sycl-keeps-variables
#include "sycl.h"

struct Pair {
  int x, y;
};

// Scalars, structures by value, and memory that a function fills.
// CHECK-LABEL: define {{.*}}@_Z4usesi4PairPi(
// CHECK: #dbg_declare(
// CHECK: store volatile i32
// CHECK: load volatile i32
Pair make(int x) { return {x, x + 1}; }
SYCL_EXTERNAL int uses(int a, Pair p, int *out) {
  int sum = a + p.x;
  Pair made = make(sum);
  // CHECK: load volatile %struct.Pair
  *out = made.y;
  return sum;
  // CHECK: ret i32
}

void kernels(int *p) {
  // CHECK: define spir_kernel void @{{.*}}4Kept({{.*}} #[[ATTRIBUTES:[0-9]+]]
  // CHECK: store volatile i32 4
  sycl::kernel<class Kept>([=] {
    int local = 4;
    *p = local;
  });
}
// CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"sycl-keeps-variables"
