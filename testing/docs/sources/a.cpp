// A program of two sources, for the commands of the pages.
#include <sycl/sycl.hpp>
#include <cstdio>

SYCL_EXTERNAL int twice(int);

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(4, queue);
  queue.parallel_for(4, [=](sycl::id<1> i) { numbers[i] = twice(int(i)); }).wait();
  std::printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
  sycl::free(numbers, queue);
}
