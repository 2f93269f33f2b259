// $ sycl-clang++ -fsycl -c library_function.cpp
#include <sycl/sycl.hpp>
#include <cstdlib>

static int step(int x) { return x + std::rand(); }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
