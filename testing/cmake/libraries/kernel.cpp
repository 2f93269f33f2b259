#include "steps.hpp"
#include <sycl/sycl.hpp>

// The sum of Count numbers.
extern "C" int NAME(int count) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(count, queue);
  queue.parallel_for(count, [=](sycl::id<1> i) { numbers[i] = int(i[0]) * step; }).wait();
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i];
  sycl::free(numbers, queue);
  return sum;
}
