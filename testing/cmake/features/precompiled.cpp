// Includes nothing: its precompiled header does.
#include <cstdio>

int second(sycl::queue &queue);

int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = twice(4); }).wait();
  std::printf("%d %d %d\n", *number, twice(4), second(queue));
  sycl::free(number, queue);
}
