// $ sycl-clang++ -fsycl -c mutable_global.cpp
#include <sycl/sycl.hpp>

static int steps = 0;

static int step(int x) {
  ++steps;
  return x + 1;
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
