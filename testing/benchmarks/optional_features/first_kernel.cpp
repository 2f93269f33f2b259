// How long the first kernel of a program takes, from its submission to its end:
// of KERNELS kernels with SETS distinct requirements. The driver's compilation of
// the image is most of it.
//
// In:  the macros KERNELS and SETS (a power of two, at most 32).
// Out: a line for each device whose driver compiles (OpenCL, CUDA): milliseconds to
//      the end of the first kernel, of the second, which requires something else, and
//      of all that the device can run; how many it cannot.
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdio>
#include <type_traits>
#include <utility>

namespace {

using clock_type = std::chrono::steady_clock;

template <sycl::aspect... As> struct set {};

// The subset of Rest that Bits says.
template <int Bits, class S, sycl::aspect... Rest> struct choose;
template <int Bits, sycl::aspect... As> struct choose<Bits, set<As...>> {
  using type = set<As...>;
};
template <int Bits, sycl::aspect... As, sycl::aspect A, sycl::aspect... Rest>
struct choose<Bits, set<As...>, A, Rest...>
    : std::conditional_t<Bits % 2 == 1, choose<Bits / 2, set<As..., A>, Rest...>,
                         choose<Bits / 2, set<As...>, Rest...>> {};
template <int Bits>
using subset =
    typename choose<Bits, set<>, sycl::aspect::fp64, sycl::aspect::atomic64,
                    sycl::aspect::cpu, sycl::aspect::queue_profiling,
                    sycl::aspect::online_compiler>::type;

template <int I, class S> struct kernel;
template <int I, sycl::aspect... As> struct kernel<I, set<As...>> {
  float *data;
  [[sycl::device_has(As...)]] void operator()(sycl::id<1> i) const {
    float x = data[i];
    for (int round = 0; round < I % 7 + 2; ++round)
      x = sycl::sin(x) * float(I) + sycl::sqrt(x * x + 1.0f);
    data[i] = x;
  }
};

template <int I> bool run(sycl::queue &queue, float *data) {
  try {
    queue.parallel_for(sycl::range<1>(256), kernel<I, subset<I % SETS>>{data})
        .wait_and_throw();
    return true;
  } catch (const sycl::exception &e) {
    if (e.code() != sycl::errc::kernel_not_supported)
      throw;
    return false;
  }
}

template <int... Is>
int run_all(sycl::queue &queue, float *data, std::integer_sequence<int, Is...>) {
  return (0 + ... + (run<Is>(queue, data) ? 0 : 1));
}

double since(clock_type::time_point start) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - start)
      .count();
}

} // namespace

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (device.get_backend() != sycl::backend::opencl &&
        device.get_backend() != sycl::backend::ext_oneapi_cuda)
      continue;
    if (!sycl::is_compatible<kernel<0, subset<0>>>(device))
      continue;
    ++devices;
    sycl::queue queue(device);
    // With it, the driver has started.
    float *data = sycl::malloc_shared<float>(256, queue);
    for (int i = 0; i < 256; ++i)
      data[i] = static_cast<float>(i);
    const auto start = clock_type::now();
    run<0>(queue, data);
    const double first = since(start);
    run<1>(queue, data);
    const double second = since(start);
    const int refused =
        run_all(queue, data, std::make_integer_sequence<int, KERNELS>());
    std::printf("first %.0f ms, second %.0f ms, all %.0f ms, %d of %d refused\n",
                first, second, since(start), refused, KERNELS);
    sycl::free(data, queue);
  }
  return devices != 0 ? 0 : 1;
}
