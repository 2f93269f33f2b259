#include "testing/debugging/covered_library.h"

SYCL_EXTERNAL int twice(int number) {
  return 2 * number; // of the library
}
void fill(sycl::queue &queue, int *numbers) {
  queue.parallel_for(7, [=](sycl::id<1> i) {
    numbers[i] = -1; // of a kernel of the library
  }).wait();
}
