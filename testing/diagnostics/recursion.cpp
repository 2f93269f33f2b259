// $ sycl-clang++ -fsycl -c recursion.cpp
#include <sycl/sycl.hpp>

static int step(int x) { return x < 2 ? 1 : x * step(x - 1); }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
