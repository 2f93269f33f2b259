// From docs/conditional-code.md, as they stand there.
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;

SYCL_EXTERNAL float average(const float *values, int count) {
  float sum = 0;
  ex::if_device_has<sycl::aspect::fp64>([&] {
    double exact = 0;
    for (int i = 0; i < count; ++i)
      exact += values[i];
    sum = static_cast<float>(exact);
  }).otherwise([&] {
    for (int i = 0; i < count; ++i)
      sum += values[i];
  });
  return sum / count;
}
SYCL_EXTERNAL int tile_size() {
  int size = 8;
  ex::if_architecture_is<ex::architecture::intel_gpu_pvc, ex::architecture::intel_gpu_dg1>([&] { size = 32; })
      .else_if_architecture_is<ex::architecture::nvidia_gpu_sm_90>([&] { size = 64; })
      .otherwise([&] {
        ex::if_device_has<sycl::aspect::gpu>([&] { size = 16; });
      });
  return size;
}
SYCL_EXTERNAL void half_or_double(float *value) {
  // On an intel_gpu_dg1, which has no fp64, a kernel that calls this is refused; other devices do not care.
  ex::if_architecture_is<ex::architecture::intel_gpu_dg1>([=] { *value = static_cast<float>(static_cast<double>(*value) / 3); })
      .otherwise([=] { *value /= 2; });
}
