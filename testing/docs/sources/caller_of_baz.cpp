// printed/external_functions.sh
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void baz(float *data);

void run(sycl::queue queue, float *data) {
  queue.single_task<class CallsBaz>([=] { baz(data); });
}
