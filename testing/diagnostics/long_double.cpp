// $ sycl-clang++ -fsycl -c long_double.cpp
#include <sycl/sycl.hpp>

static int step(int x) {
  long double wide = x;
  return static_cast<int>(wide * wide);
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
