// $ sycl-clang++ -fsycl -c try_in_kernel.cpp
#include <sycl/sycl.hpp>

static int step(int x) {
  try {
    return x + 1;
  } catch (...) {
    return 0;
  }
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
