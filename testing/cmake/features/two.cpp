#ifdef NO_SYCL
int two(int of) { return of; }
#else
#include <sycl/sycl.hpp>

int two(int of) {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = 2 * of; }).wait();
  const int result = *number;
  sycl::free(number, queue);
  return result;
}
#endif
