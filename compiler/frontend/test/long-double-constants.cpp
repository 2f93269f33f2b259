// A constant of type long double that becomes a value of another type at once is
// computed by the compiler: nothing of it is left on a device.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -S %s -o %t.ll 2>&1 | count 0
// RUN: FileCheck --implicit-check-not=fp80 --implicit-check-not=fp128 %s < %t.ll
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -g -O0 -S %s -o - 2>&1 | FileCheck --implicit-check-not=error: --check-prefix=DEBUG %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -DUSED -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=USED --implicit-check-not=error: %s
#include "sycl.h"

constexpr long double pi = 3.0L;
static const long double half = 0.5L;
constexpr float third[] = {0.25L, (float)pi, float(pi / 2)};
constexpr long double table[] = {1.5L, 2.5L};
template <class T> constexpr T ten = T(10.0L);
template <int N> inline int size() { return N; }
template <class T> inline T same(T value) { return value; }
inline float take(float value = 0.125L) { return value; }
struct Members {
  float first = 0.5L;
  double second;
};

// CHECK: define {{.*}}float @_Z6castedv()
// CHECK: ret float 8.5{{0*}}e+00
SYCL_EXTERNAL float casted() {
  return (float)0.5L + static_cast<float>(1.0L) + float(2.0L) + float{4.0L} +
         (float)-1.0L + (float)+(2.0L);
}
// CHECK: define {{.*}}float @_Z11initializedv()
// CHECK: ret float 4.125{{0*}}e+00
SYCL_EXTERNAL float initialized() {
  float plain = 0.5L;
  double wide = 0.25L;
  float braced{0.25L};
  const float constant = 1.0L;
  constexpr float known = 2.0L;
  float last;
  last = 0.125L;
  return plain + wide + braced + constant + known + last;
}
// CHECK: define {{.*}}float @_Z6passedv()
// CHECK: ret float 4.125{{0*}}e+00
SYCL_EXTERNAL float passed() {
  auto lambda = [](float value) { return value; };
  return take(0.5L) + take() + same<float>(1.5L) + lambda(2.0L);
}
// CHECK: define {{.*}}float @_Z9constantsv()
// CHECK: ret float
SYCL_EXTERNAL float constants() {
  constexpr long double local = 1.0L;
  const long double other = local * 2;
  return (float)pi + float(pi * 2) + 1 / (float)half + local + other +
         ten<float> + third[1] + (float)table[1];
}
// CHECK: define {{.*}}float @_Z6listedv()
// CHECK: ret float 4.5{{0*}}e+00
SYCL_EXTERNAL float listed() {
  float list[2] = {0.5L, float(2.0L)};
  Members members{.second = 1.5L};
  return list[0] + list[1] + members.first + members.second;
}
// CHECK: define {{.*}}i32 @_Z8integersv()
// CHECK: ret i32 9
SYCL_EXTERNAL int integers() {
  bool truth = 1.0L;
  return (int)2.5L + size<int(3.0L)>() + truth + (pi > 3.5L ? 1 : 0) +
         (0.5L == half) + (int)(true ? 2.0L : 1.0f);
}
// CHECK: define {{.*}}float @_Z8returnedv()
// CHECK: ret float 5.0{{0*}}e-01
SYCL_EXTERNAL float returned() { return 0.5L; }

// DEBUG: @_Z9constantsv()

#ifdef USED
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL float product(float x) { return x * 0.5L; }
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL float assigned(float x) { x *= 0.5L; return x; }
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL float variable() { long double y = 0.5L; return y; }
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL float element(int i) { return table[i]; }
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL float address() { const long double y = 0.5L; const long double *p = &y; return *p; }
// USED: [[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
SYCL_EXTERNAL long double result() { return 0.5L; }
#endif
