// What device code can do: no messages.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | count 0
#include "sycl.h"
inline void *operator new(decltype(sizeof(0)), void *p) noexcept { return p; }

constexpr int table[] = {1, 2, 3};
const int constant = 5;
static const float numbers[2] = {1.5f, 2.5f};
template <class T> constexpr T zero = T(0);
SYCL_EXTERNAL int external(int);
extern "C" bool __sycl_in_range(decltype(sizeof(0)), decltype(sizeof(0)));
int undefined(int);
int counter;
[[noreturn]] void fail();

constexpr int checked(int x) {
  if (__builtin_is_constant_evaluated() && x < 0)
    fail();
  return x;
}
template <int N> int unrolled() {
  if constexpr (N > 0)
    return N + unrolled<N - 1>();
  else
    return 0;
}
struct Shape {
  virtual int area() const { return 1; }
};
struct Square final : Shape {
  int area() const override { return 4; }
};
// Not evaluated, or never executed.
int never(int x) {
  if (false)
    return undefined(x);
  return sizeof(undefined(x)) + (noexcept(counter) ? 1 : 0) +
         (true ? x : undefined(x));
}
// Functions of the C library that device libraries have, as builtins or declared.
extern "C" double erf(double);
extern "C" float lgammaf(float);
SYCL_EXTERNAL double library(float x) {
  return __builtin_expm1f(x) + erf(x) + lgammaf(x) + __builtin_ldexp(x, 2) +
         __builtin_sqrtf(x) + __builtin_nextafter(x, 2.0);
}
// The device link defines these.
extern "C" int memcmp(const void *, const void *, decltype(sizeof(0)));
SYCL_EXTERNAL bool equal(const int *a, const int *b, unsigned long size) {
  return __builtin_memcmp(a, b, size) == 0 && memcmp(a, b, 4) == 0 &&
         __builtin_bcmp(a, b, size) == 0;
}
SYCL_EXTERNAL int fine(int x, void *place, Square &square) {
  static constexpr int local[] = {4, 5};
  static const int other = 6;
  const int &reference = constant;
  auto lambda = [&](int y) { return x + y; };
  int *made = new (place) int(x);
  return table[x & 1] + constant + numbers[x & 1] + zero<int> + local[x & 1] +
         other + reference + lambda(1) + *made + external(x) +
         __sycl_in_range(1, 2) + checked(x) + unrolled<5>() + square.area() +
         square.Shape::area() + never(x);
}
void host(int *p) {
  ++counter;
  throw undefined(1);
}
