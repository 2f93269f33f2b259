// Compiled with -ffast-math: functions of float, by the names of SYCL and of
// <cmath>, are estimates where the device has them. And a product of tiles,
// whose rows in local memory are read several elements at a time. Results are
// near those of double.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>

namespace {

constexpr int kFunctions = 9, kSide = 16;
int failures = 0;

void expect(const char *what, int i, double value, double right) {
  if (!(std::fabs(value - right) <= 1e-3 * (1 + std::fabs(right))) &&
      ++failures < 20)
    std::printf("FAILED: %s %d: %g, not %g\n", what, i, value, right);
}

void run_functions(sycl::queue &q) {
  float *out = sycl::malloc_shared<float>(kFunctions, q);
  // Not a constant.
  out[0] = 0.75f;
  q.single_task<class FastFunctions>([=] {
     const float x = out[0];
     out[0] = sycl::sin(x);
     out[1] = std::cos(x);
     out[2] = sycl::exp(x);
     out[3] = std::log(x);
     out[4] = x / (x + 1);
     out[5] = std::sqrt(x);
     out[6] = sycl::rsqrt(x);
     out[7] = sycl::pow(-x, 3.0f + x - x);
     out[8] = sycl::native::divide(sycl::native::sqrt(x), sycl::native::recip(x));
   }).wait();
  const double x = 0.75;
  const double right[kFunctions] = {std::sin(x),      std::cos(x), std::exp(x),
                                    std::log(x),      x / (x + 1), std::sqrt(x),
                                    1 / std::sqrt(x), -x * x * x,
                                    x * std::sqrt(x)};
  for (int i = 0; i < kFunctions; ++i)
    expect("function", i, out[i], right[i]);
  sycl::free(out, q);
}

void run_tiles(sycl::queue &q) {
  constexpr int count = kSide * kSide;
  float *memory = sycl::malloc_shared<float>(3 * count, q);
  for (int i = 0; i < 2 * count; ++i)
    memory[i] = static_cast<float>(i % 7 - 3);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> a(count, h), b(count, h);
     h.parallel_for<class Tiles>(
         sycl::nd_range<2>({kSide, kSide}, {kSide, kSide}),
         [=](sycl::nd_item<2> it) {
           const int x = it.get_local_id(1), y = it.get_local_id(0);
           a[y * kSide + x] = memory[y * kSide + x];
           b[y * kSide + x] = memory[count + y * kSide + x];
           sycl::group_barrier(it.get_group());
           float sum = 0;
           for (int k = 0; k < kSide; ++k)
             sum += a[y * kSide + k] * b[k * kSide + x];
           memory[2 * count + y * kSide + x] = sum;
         });
   }).wait();
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    for (int k = 0; k < kSide; ++k)
      sum += memory[i / kSide * kSide + k] * memory[count + k * kSide + i % kSide];
    expect("tile", i, memory[2 * count + i], sum);
  }
  sycl::free(memory, q);
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (!device.has(sycl::aspect::usm_shared_allocations))
      continue;
    sycl::queue q(device);
    std::printf("%s\n", device.get_info<sycl::info::device::name>().c_str());
    run_functions(q);
    if (device.get_info<sycl::info::device::max_work_group_size>() >=
        kSide * kSide)
      run_tiles(q);
    ++devices;
  }
  std::printf("%d devices, %d failures\n", devices, failures);
  return devices != 0 && failures == 0 ? 0 : 1;
}
