// Kernels that reach one library's device code by two paths.
#include "testing/rules/left.h"
#include "testing/rules/right.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#ifndef FACET_BASE_IS_THERE
#error "defines of a library reach what depends on it"
#endif

int main() {
  sycl::queue queue;
  const std::string name = queue.get_device().get_info<sycl::info::device::name>();
  int *numbers = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> id) {
    const int i = int(id[0]);
    numbers[i] = LEFT_PLUS_RIGHT;
  });
  queue.wait();
  int wrong = 0;
  for (int i = 0; i < 100; ++i)
    wrong += numbers[i] != 3 * 42 + i;
  sycl::free(numbers, queue);
  std::printf("%s: %d wrong\n", name.c_str(), wrong);

  // As a test: the device is the one that is asked for, and the data is there.
  const char *asked = std::getenv("SYCL_DEVICE_EMULATION");
  if (asked && name.find(std::string(asked).substr(5)) == std::string::npos)
    return 2;
  const char *data = std::getenv("NUMBERS");
  if (data && !std::ifstream(data).good())
    return 3;
  return wrong != 0;
}
