// With -mlong-double-64 long double is double, which devices may have; it needs
// their aspect.
// RUN: sycl-clang++ -fsycl-device-only -mlong-double-64 -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=WARNING --implicit-check-not=error: %s
// RUN: FileCheck --implicit-check-not=fp80 --implicit-check-not=fp128 %s < %t.ll
// RUN: sycl-clang++ -fsycl-device-only -mlong-double-64 -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -g -O0 -S %s -o - 2>&1 | FileCheck --implicit-check-not=error: --check-prefix=DEBUG %s
// DEBUG: @_Z7productf
#include "sycl.h"

constexpr long double table[] = {1.5L, 2.5L};

// CHECK: define {{.*}}float @_Z7productf(float
// CHECK: fmul {{.*}}double
SYCL_EXTERNAL float product(float x) { return x * 0.1L; }
// CHECK: define {{.*}}double @_Z6resultPe(
// CHECK: fadd {{.*}}double
SYCL_EXTERNAL long double result(long double *p) {
  long double y = 0.5L;
  return *p + y;
}
// CHECK: define {{.*}}float @_Z7elementi(
SYCL_EXTERNAL float element(int i) { return table[i]; }
// WARNING: [[#@LINE+1]]:{{[0-9]+}}: warning: function 'declared' uses aspect 'fp64'
[[sycl::device_has()]] SYCL_EXTERNAL float declared() { long double y = 0.1L; return y; }
