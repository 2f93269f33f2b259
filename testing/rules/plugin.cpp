#include <sycl/sycl.hpp>

extern "C" int sum_up_to(int count, int factor) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(count, queue);
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { numbers[i] = factor * int(i[0]); }).wait();
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i];
  sycl::free(numbers, queue);
  return sum;
}
