// The warning has a place in the source with and without -g, and can be an error
// or off.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -g -c %s -o %t.bc 2>&1 | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Wno-sycl-aspects -c %s -o %t.bc 2>&1 | count 0
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -Werror=sycl-aspects -c %s -o %t2.bc 2>&1 | FileCheck --check-prefix=ERROR %s
#include "sycl.h"

int user(float x) {
  return x * 2.0;
}
int between(float x) {
  return user(x);
}
// CHECK: undeclared-aspect.cpp:[[#@LINE-5]]:{{[0-9]+}}: warning: function 'declared' uses aspect 'fp64' not listed in 'sycl::device_has' [-Wsycl-aspects]
// CHECK-NEXT: use is from this call chain:
// CHECK-NEXT: declared()
// CHECK-NEXT: between() {{.*}}undeclared-aspect.cpp:[[#@LINE+5]]:
// CHECK-NEXT: user() {{.*}}undeclared-aspect.cpp:[[#@LINE-6]]:
// CHECK-NOT: compile with
// ERROR: error: function 'declared' uses aspect 'fp64' not listed in 'sycl::device_has' [-Werror,-Wsycl-aspects]
[[sycl::device_has(sycl::aspect::gpu)]] SYCL_EXTERNAL int declared(float x) {
  return between(x);
}
