// $ sycl-clang++ -fsycl -c new_in_kernel.cpp
#include <sycl/sycl.hpp>

static int step(int x) {
  int *copy = new int(x);
  int result = *copy + 1;
  delete copy;
  return result;
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
