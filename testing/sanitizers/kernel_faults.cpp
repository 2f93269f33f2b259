// Programs with one fault each in a kernel, which is found if the rules compile kernels of CPUs with the sanitizer, too.
//
// Argument: which.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <limits>

#include "testing/sanitizers/kernel_faults.h"

// What libraries include where the sanitizer is on.
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif

int main(int, char** argv) {
  sycl::queue queue;
  const auto is = [&](const char* fault) { return std::strcmp(argv[1], fault) == 0; };
  int* numbers = sycl::malloc_shared<int>(8, queue);
#if __has_feature(address_sanitizer)
  if (!__asan_address_is_poisoned(numbers + 8)) return 1;
#endif
  for (int i = 0; i < 8; ++i) numbers[i] = std::numeric_limits<int>::max() - 8;
  const int beyond = is("overflow") ? 1 : 0, added = is("undefined") ? 9 : 1;
  queue.parallel_for(8, [=](sycl::id<1> i) { numbers[i[0] + beyond] += i[0] == 7 ? added : 0; }).wait();
  call_library(queue, numbers, is("library") ? 8 : 7);
  sycl::free(numbers, queue);
  std::printf("%s: nothing found\n", argv[1]);
}
