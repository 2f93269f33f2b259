// Kernels with different requirements, so that there are several modules.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(16, queue);
  queue.parallel_for(sycl::range<1>(16), [=](sycl::id<1> i) { numbers[i] = int(i[0]); }).wait();
  auto *doubles = reinterpret_cast<double *>(numbers);
  queue.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { doubles[i] = 0.5 * doubles[i]; }).wait();
  sycl::free(numbers, queue);
}
