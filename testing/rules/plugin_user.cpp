// Opens a shared library with kernels, runs one, closes it, and all of that again.
#include "testing/rules/plain.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  queue.single_task([] {}).wait();
  for (int round = 0; round < 2; ++round) {
    void *plugin = dlopen(std::getenv("PLUGIN"), RTLD_NOW);
    if (!plugin) {
      std::puts(dlerror());
      return 1;
    }
    const auto sum = reinterpret_cast<int (*)(sycl::queue &, int, int)>(dlsym(plugin, "sum_up_to"));
    if (!sum || sum(queue, 10, plain_value()) != 135)
      return 2;
    dlclose(plugin);
  }
}
