// printed/requires.sh
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void leaf(double *data);

class kernel;

void run(sycl::queue queue, double *data) {
  queue.single_task<kernel>([=]() [[sycl::requires(has(sycl::aspect::gpu))]] { leaf(data); }).wait();
}
