// $ sycl-clang++ -fsycl -c variable_of_another_source.cpp
#include <sycl/sycl.hpp>

extern const int limit;

static int step(int x) { return x < limit ? x + 1 : x; }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
