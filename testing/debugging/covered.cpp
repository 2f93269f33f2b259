// What rules_coverage_test.sh counts.
#include <cstdio>

#include "testing/debugging/covered_library.h"

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(100, [=](sycl::id<1> i) {
    numbers[i] = twice(int(i[0])); // of a kernel
    if (i[0] > 1000)
      numbers[i] = 0; // never
  }).wait();
  fill(queue, numbers);
  std::printf("%d\n", numbers[7]); // of the host
  sycl::free(numbers, queue);
}
