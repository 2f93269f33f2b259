// printed/file_table.sh
#include <sycl/sycl.hpp>

void run(sycl::queue queue, float *f, double *d) {
  queue.single_task<class InFloat>([=] { *f *= 2; });
  queue.single_task<class InDouble>([=] { *d *= 2; });
}
