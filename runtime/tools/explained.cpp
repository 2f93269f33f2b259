// What sycl_explain_test reads: kernels with names of every kind.
#include <sycl/sycl.hpp>

#ifndef NUMBER
#define NUMBER double
#endif

namespace outer {
template <typename T, int N> class Templated;
}
class Plain;

int main() {
  sycl::queue queue;
  NUMBER *data = sycl::malloc_shared<NUMBER>(1, queue);
  queue.single_task<Plain>([=] { *data = 1; });
  queue.single_task<outer::Templated<sycl::float4, 3>>([=] { *data *= 3; });
  queue.single_task([=] { *data += 2; });
  queue.wait();
  sycl::free(data, queue);
}
