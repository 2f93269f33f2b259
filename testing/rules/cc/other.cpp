// What between.cc computes, in one kernel that no other library has.
#include <sycl/sycl.hpp>

extern "C" int sum_and_squares_c(int count);
extern "C" int sum_and_squares_c(int count) {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  queue
      .single_task([=] {
        *sum = 0;
        for (int i = 0; i < count; ++i)
          *sum += (1 + 3 * i) + (1 + 3 * i) * (1 + 3 * i);
      })
      .wait();
  const int result = *sum;
  sycl::free(sum, queue);
  return result;
}
