// $ sycl-clang++ -fsycl -c device_global_address.cpp
#include <sycl/sycl.hpp>

sycl::ext::oneapi::experimental::device_global<int> steps;
using step_count = sycl::ext::oneapi::experimental::device_global<int>;
const step_count *const table[] = {&steps, &steps};

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(2, [=](sycl::id<1> i) { values[i] = *table[i]; });
}
