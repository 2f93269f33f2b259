// A program without a line of SYCL.
#include "testing/rules/cc/between.h"

#include <cstdio>
#include <cstring>
#include <fast/fast.h>

int main() {
  std::printf("%s%d %d\n", fast_devices(), fast_sum(4), sum_and_squares(4));
  if (!std::strstr(fast_devices(), "dg1"))
    return 2; // the library emulates one
  return fast_sum(4) != 22 || sum_and_squares(4) != 22 + 1 + 16 + 49 + 100;
}
