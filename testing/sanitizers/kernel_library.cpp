#include "testing/sanitizers/kernel_faults.h"

void call_library(sycl::queue& queue, int* numbers, int index) {
  queue.single_task([=] { numbers[index] = 1; }).wait();
}
