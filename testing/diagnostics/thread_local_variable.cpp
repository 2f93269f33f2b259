// $ sycl-clang++ -fsycl -c thread_local_variable.cpp
#include <sycl/sycl.hpp>

thread_local int steps = 0;

static int step(int x) { return x + ++steps; }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
