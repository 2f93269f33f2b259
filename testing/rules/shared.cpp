#include "testing/rules/shared.h"
#include <base/base.h>

SYCL_EXTERNAL int exported(int i) { return base(i); }

void add_base(sycl::queue &queue, int *numbers, int count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) { numbers[i] += exported(0); }).wait();
}
