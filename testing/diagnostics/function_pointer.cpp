// $ sycl-clang++ -fsycl -c function_pointer.cpp
#include <sycl/sycl.hpp>

static int step(int (*function)(int), int x) { return function(x); }

void submit(sycl::queue &queue, int *values, int (*function)(int)) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(function, values[i]); });
}
