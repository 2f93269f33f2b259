// $ sycl-clang++ -fsycl -c variadic_function.cpp
#include <sycl/sycl.hpp>
#include <cstdio>

static int step(int x) { return std::scanf("%d", &x); }

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
