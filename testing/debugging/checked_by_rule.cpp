// A kernel that writes beyond an allocation, by a function of a library; prints the device.
#include "testing/debugging/checked_by_rule.h"
#include <cstdio>

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(8, queue);
  queue.single_task<class writes_beyond>([=] { write_to(numbers, 8); }).wait();
  write_beyond(queue, numbers);
  std::printf("%d\n", int(queue.get_device().has(sycl::aspect::emulated)));
  sycl::free(numbers, queue);
}
