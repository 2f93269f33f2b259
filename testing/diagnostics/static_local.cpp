// $ sycl-clang++ -fsycl -c static_local.cpp
#include <sycl/sycl.hpp>

static int step(int x) {
  static int steps = 0;
  return x + ++steps;
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
