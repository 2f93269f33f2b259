// The functions of docs/conditional-code.md, called by kernels: each device takes its path.
#include "testing/docs/average.inc"
#include "testing/docs/tile_size.inc"
#include "testing/docs/half_or_double.inc"

#include <cstdio>

namespace {

int failures = 0;

void check(bool holds, const char *what, const sycl::device &device) {
  if (holds)
    return;
  std::printf("FAILED: %s on %s\n", what, device.get_info<sycl::info::device::name>().c_str());
  ++failures;
}

int expectedTile(const sycl::device &device) {
  const auto is = [&](ex::architecture a) { return device.ext_oneapi_architecture_is(a); };
  if (is(ex::architecture::intel_gpu_pvc) || is(ex::architecture::intel_gpu_dg1))
    return 32;
  if (is(ex::architecture::nvidia_gpu_sm_90))
    return 64;
  return device.has(sycl::aspect::gpu) ? 16 : 8;
}

void run(const sycl::device &device) {
  sycl::queue queue(device);
  float *values = sycl::malloc_shared<float>(4, queue);
  int *tile = sycl::malloc_shared<int>(1, queue);
  for (int i = 0; i < 4; ++i)
    values[i] = float(i + 1);
  queue.single_task([=] {
    *tile = tile_size();
    values[0] = average(values, 4);
  }).wait();
  check(values[0] == 2.5f, "average", device);
  check(*tile == expectedTile(device), "tile_size", device);

  bool refused = false;
  try {
    queue.single_task([=] { half_or_double(values); }).wait();
  } catch (const sycl::exception &e) {
    refused = e.code() == sycl::errc::kernel_not_supported;
  }
  check(refused == device.ext_oneapi_architecture_is(ex::architecture::intel_gpu_dg1), "refusal", device);
  check(refused || values[0] == 1.25f, "half_or_double", device);
  std::printf("%s: tiles of %d\n", device.get_info<sycl::info::device::name>().c_str(), *tile);
  sycl::free(tile, queue);
  sycl::free(values, queue);
}

} // namespace

int main() {
  const auto devices = sycl::device::get_devices();
  for (const sycl::device &device : devices)
    run(device);
  return devices.empty() || failures != 0;
}
