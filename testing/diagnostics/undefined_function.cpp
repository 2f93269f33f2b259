// $ sycl-clang++ -fsycl -c undefined_function.cpp
#include <sycl/sycl.hpp>

int step(int x); // defined in another source, without SYCL_EXTERNAL

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
