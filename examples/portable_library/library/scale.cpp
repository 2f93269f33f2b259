#include "scale.hpp"

namespace ex = sycl::ext::oneapi::experimental;

namespace portable {
namespace {

/// Needs aspect::fp16, and nobody but this library has to know.
void halve_in_half_precision(float *values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    values[i] = sycl::half(values[i]) * sycl::half(0.5f);
}

/// For one GPU: in double precision, of which it has as much as of single.
void halve_in_double_precision(float *values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(static_cast<double>(values[i]) * 0.5);
}

/// For another: two values in one load and one store.
void halve_in_pairs(float *values, std::size_t count) {
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    sycl::vec<float, 2> pair;
    pair.load(i / 2, values);
    pair *= 0.5f;
    pair.store(i / 2, values);
  }
  if (count % 2 != 0)
    values[count - 1] *= 0.5f;
}

} // namespace

way halve(float *values, std::size_t count) {
  way taken = way::generic;
  ex::if_architecture_is<ex::architecture::intel_gpu_pvc>([&] {
    halve_in_double_precision(values, count);
    taken = way::pvc;
  })
      .else_if_architecture_is<ex::architecture::nvidia_gpu_sm_90>([&] {
        halve_in_pairs(values, count);
        taken = way::sm_90;
      })
      .otherwise([&] {
        ex::if_device_has<sycl::aspect::fp16>([&] {
          halve_in_half_precision(values, count);
          taken = way::half;
        }).otherwise([&] {
          for (std::size_t i = 0; i < count; ++i)
            values[i] *= 0.5f;
          taken = way::generic;
        });
      });
  return taken;
}

} // namespace portable
