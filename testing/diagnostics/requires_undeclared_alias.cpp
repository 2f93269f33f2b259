// $ sycl-clang++ -fsycl -c requires_undeclared_alias.cpp
#include <sycl/sycl.hpp>

using wide [[sycl::requires(has(sycl::aspect::atomic64))]] = long;

static int step(int x) {
  wide sum = x;
  return static_cast<int>(sum + 1);
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) [[sycl::requires(has(sycl::aspect::gpu))]] {
    values[i] = step(values[i]);
  });
}
