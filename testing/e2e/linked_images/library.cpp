#include "testing/e2e/linked_images/library.h"

// Not exported: the program has another function of the same name.
static int helper(int x) { return x + 1; }

SYCL_EXTERNAL int scaled(const int *values, std::size_t i, int factor) {
  return helper(values[i]) * factor;
}
SYCL_EXTERNAL float combined(Pair pair) {
  return sycl::fabs(static_cast<float>(pair.first) * pair.second);
}
SYCL_EXTERNAL float *at(float *values, std::size_t i) { return values + i; }
