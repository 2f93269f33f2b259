// printed/external_functions.sh
#include <sycl/sycl.hpp>

SYCL_EXTERNAL void foo(float *data);
SYCL_EXTERNAL void bar(float *data);

void run(sycl::queue queue, float *data) {
  queue.single_task<class CallsFoo>([=] { foo(data); });
  queue.parallel_for<class CallsBar>(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1>) { bar(data); });
}
