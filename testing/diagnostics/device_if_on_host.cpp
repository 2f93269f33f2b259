// $ sycl-clang++ -fsycl -fsycl-device-only -c device_if_on_host.cpp
#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;

// Meant for kernels, and fine there.
inline int levels() {
  int count = 1;
  ex::if_device_has<sycl::aspect::fp64>([&] { count = 2; });
  return count;
}

int allocate() { return levels() * 1024; }

void submit(sycl::queue &queue, int *out) {
  queue.single_task<class Levels>([=] { *out = levels(); });
  ex::if_architecture_is<ex::architecture::x86_64>([] {}).otherwise([] {});
}
