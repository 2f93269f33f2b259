// Constants that are no constant expressions but that Clang folds: device code
// has their values, as the host has.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -O1 -I%S/Inputs -S -emit-llvm %s -o - 2>&1 | FileCheck %s
#include "sycl.h"

const float scale = 1.5f;
const float inverse = 1.0f / scale;
namespace numbers {
const double pi = 3.0;
static const double two_pi = 2 * pi;
} // namespace numbers
struct Members {
  static const float half;
  static inline const double third = numbers::pi / 9;
};
const float Members::half = scale / 3;
const float table[] = {scale, inverse * 3, Members::half};
struct Pair {
  float a, b;
};
const Pair pair = {scale, scale + 1};
template <typename T> const T twice = T(2) * T(scale);

// CHECK-NOT: error:
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret float 0x3FE5555560000000
SYCL_EXTERNAL float uses_inverse() { return inverse; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret double 6.000000e+00
SYCL_EXTERNAL double uses_two_pi() { return numbers::two_pi; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret float 5.000000e-01
SYCL_EXTERNAL float uses_half() { return Members::half; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret double 0x3FD5555555555555
SYCL_EXTERNAL double uses_third() { return Members::third; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret float 5.000000e-01
SYCL_EXTERNAL float uses_table() { return table[2]; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret float 2.500000e+00
SYCL_EXTERNAL float uses_pair() { return pair.b; }
// CHECK-LABEL: define {{.*}}uses
// CHECK: ret double 3.000000e+00
SYCL_EXTERNAL double uses_template() { return twice<double>; }
// By an address, the constant itself is in device code.
// CHECK-LABEL: define {{.*}}uses
// CHECK: load float
SYCL_EXTERNAL float uses_element(int i) { return table[i]; }
