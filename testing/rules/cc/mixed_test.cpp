#include "testing/rules/cc/between.h"

#include <dlfcn.h>
#include <fast/fast.h>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int term(int i);

extern "C" void for_plug_ins() {}

int main() {
  if (!dlsym(RTLD_DEFAULT, "for_plug_ins"))
    return 2;
  sycl::queue queue;
  int *third = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *third = term(2); }).wait();
  const bool right = *third == 7 && sum_and_squares(4) == 188;
  sycl::free(third, queue);
  return !right;
}
