// Includes nothing: its precompiled header does.
#include <cstdio>

int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = 7; }).wait();
  std::printf("%d\n", *number);
  sycl::free(number, queue);
}
