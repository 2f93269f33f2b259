// Its queue is the program's, and the program uses less of the runtime than this does: both need the same one.
#include <base/base.h>

extern "C" int sum_up_to(sycl::queue &queue, int count, int factor) {
  int *numbers = sycl::malloc_shared<int>(count, queue);
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { numbers[i] = factor * (base(int(i[0])) - base(0)); }).wait();
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i];
  sycl::free(numbers, queue);
  try {
    queue.parallel_for(sycl::nd_range<1>(3, 2), [=](sycl::nd_item<1>) {}).wait();
    return -1;
  } catch (const sycl::exception &error) {
    if (error.code() != sycl::errc::nd_range)
      return -2;
  }
  return sum;
}
