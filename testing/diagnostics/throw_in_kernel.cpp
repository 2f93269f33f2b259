// $ sycl-clang++ -fsycl -c throw_in_kernel.cpp
#include <sycl/sycl.hpp>
#include <stdexcept>

static int step(int x) {
  if (x < 0)
    throw std::range_error("negative");
  return x + 1;
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
