#include <sycl/sycl.hpp>
#include <cstdio>

int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = 4; }).wait();
  const bool right = *number == 4;
  std::puts(right ? "right" : "wrong");
  sycl::free(number, queue);
  return right ? 0 : 1;
}
