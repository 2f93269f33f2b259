// $ sycl-clang++ -fsycl -c inline_assembly.cpp
#include <sycl/sycl.hpp>

static int step(int x) {
  asm("incl %0" : "+r"(x));
  return x;
}

void submit(sycl::queue &queue, int *values) {
  queue.parallel_for<class Step>(64, [=](sycl::id<1> i) { values[i] = step(values[i]); });
}
