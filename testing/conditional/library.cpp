#include "library.hpp"

namespace ex = sycl::ext::oneapi::experimental;

int same_program(int scale) {
  int result = 0;
  ex::if_device_has<sycl::aspect::fp64>([&] {
    // Kept by the optimizer: the value is not known here.
    double exact = static_cast<double>(scale) / 3.0 * 3.0;
    result = static_cast<int>(exact + 0.5) * 1;
  })
      .else_if_device_has<sycl::aspect::fp16>([&] {
        sycl::half small = static_cast<float>(scale);
        result = static_cast<int>(static_cast<float>(small + small));
      })
      .otherwise([&] { result = scale * 3; });
  ex::if_architecture_is<ex::architecture::x86_64,
                         ex::architecture::intel_gpu_pvc>(
      [&] { result += 10 * scale; });
  return result;
}
