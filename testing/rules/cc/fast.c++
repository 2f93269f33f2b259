#include "testing/rules/cc/private.hpp"
#include "testing/rules/cc/steps.h"

#include <fast/fast.h>
#include <string>

SYCL_EXTERNAL int term(int i);
int term(int i) { return first + step(i); }

int fast_sum(int count) {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  *sum = 0;
  queue.parallel_for(sycl::range<1>(count), sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1> i, auto &all) { all += term(int(i[0])); }).wait();
  const int result = *sum;
  sycl::free(sum, queue);
  return result;
}

const char *fast_devices() {
  static const std::string names = [] {
    std::string all;
    for (const sycl::device &device : sycl::device::get_devices())
      all += device.get_info<sycl::info::device::name>() + '\n';
    return all;
  }();
  return names.c_str();
}
