#include <sycl/sycl.hpp>
#include <cstdio>

extern "C" const char *text(void);
int other();

int main() {
  sycl::queue queue;
  int *number = sycl::malloc_shared<int>(1, queue);
  const int added = other();
  queue.single_task([=] { *number = 40 + added; }).wait();
  std::printf("%s %d\n", text(), *number);
  sycl::free(number, queue);
}
