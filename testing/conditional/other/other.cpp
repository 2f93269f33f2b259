#include "testing/conditional/library.hpp"

namespace ex = sycl::ext::oneapi::experimental;

int other_package(int scale) {
  int result = scale;
  ex::if_device_has<sycl::aspect::gpu>([&] {
    // Nested: in the other program's function too.
    result = 1000 * scale + same_program(scale);
  }).otherwise([&] { result = 2000 * scale + same_program(scale); });
  return result;
}
