#include "scale.h"

int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = scale(14); }).wait();
  const bool right = *number == 42;
  sycl::free(number, queue);
  return right ? 0 : 1;
}
