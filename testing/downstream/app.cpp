#include "scale.h"
#include <cstdio>

#ifndef COMPILER
#define COMPILER "Facet's"
#endif

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(4, queue);
  queue.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { numbers[i] = scale(int(i[0])); }).wait();
  for (int i = 0; i < 4; ++i)
    std::printf("%d ", numbers[i]);
  std::printf("compiler: %s\n", COMPILER);
  sycl::free(numbers, queue);
}
