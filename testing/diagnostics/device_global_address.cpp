// $ sycl-clang++ -fsycl -c device_global_address.cpp
#include <sycl/sycl.hpp>

sycl::ext::oneapi::experimental::device_global<int> steps;
constexpr auto *where = &steps;
constexpr auto *const table[] = {where, where};

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(2, [=](sycl::id<1> i) { values[i] = *table[i]; });
}
