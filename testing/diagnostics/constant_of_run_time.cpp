// $ sycl-clang++ -fsycl -c constant_of_run_time.cpp
#include <sycl/sycl.hpp>

int measure();
static const int limit = measure();

static int step(int x) { return x < limit ? x + 1 : x; }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
