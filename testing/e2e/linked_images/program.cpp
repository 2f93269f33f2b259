// A kernel that calls functions of a shared library's image: numbers, a
// structure, pointers in both directions.
#include "testing/e2e/linked_images/library.h"
#include <cstdio>

static int helper(int x) { return x * 10; }

int main() {
  constexpr std::size_t count = 100;
  sycl::queue queue;
  std::printf("on %s\n", queue.get_device().get_info<sycl::info::device::name>().c_str());
  int *numbers = sycl::malloc_shared<int>(count, queue);
  float *results = sycl::malloc_shared<float>(count, queue);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = int(i);
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
         const int s = scaled(numbers, i[0], 3) + helper(int(i[0]));
         *at(results, i[0]) = combined({-s, 0.5f});
       }).wait();
  int wrong = 0;
  for (int i = 0; i < int(count); ++i)
    wrong += results[i] != float((i + 1) * 3 + i * 10) * 0.5f;
  sycl::free(numbers, queue);
  sycl::free(results, queue);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
