// A kernel of the program and one of a shared library, on one queue.
#include "testing/rules/shared.h"
#include <cstdio>

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { numbers[i] = int(i[0]); }).wait();
  add_base(queue, numbers, 100);
  int wrong = 0;
  for (int i = 0; i < 100; ++i)
    wrong += numbers[i] != i + 42;
  sycl::free(numbers, queue);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
