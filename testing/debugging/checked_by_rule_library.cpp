#include "testing/debugging/checked_by_rule.h"

void write_beyond(sycl::queue &queue, int *numbers) {
  queue.single_task<class library_writes_beyond>([=] { write_to(numbers, 9); }).wait();
}
