// $ sycl-clang++ -fsycl -c undeclared_double.cpp
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  float *values = sycl::malloc_shared<float>(64, queue);
  queue.parallel_for(64, [=](sycl::id<1> i) [[sycl::device_has(sycl::aspect::gpu)]] {
    values[i] = values[i] * 1.5;
  });
}
