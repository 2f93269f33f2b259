#ifdef NO_SYCL
int one(int of) { return of; }
#else
#include <sycl/sycl.hpp>

int one(int of) {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = of + 1; }).wait();
  const int result = *number;
  sycl::free(number, queue);
  return result;
}
#endif
