// How far each device's mathematics is from the exact result, in units in the
// last place, against the bounds of OpenCL (ulp.h). One table per device on
// stdout; exit code 1 if a function is beyond its bound, 2 if there is no
// device.
//
//   bazel run //testing/math:ulp_report
//
// A device without fp64 or fp16 has no such column.

#include <sycl/sycl.hpp>

#include "testing/math/ulp.h"

#include <cstdio>
#include <string>
#include <vector>

namespace {

template <typename T, int Group> class Evaluate;

template <typename T, int Group>
void launch(sycl::queue &queue, const T *xs, const T *ys, T *out) {
  queue
      .parallel_for<Evaluate<T, Group>>(
          sycl::range<1>(ulp::samples),
          [=](sycl::id<1> i) { ulp::evaluate<Group>(xs, ys, out, i[0]); })
      .wait();
  if constexpr (Group + 1 < ulp::groups)
    launch<T, Group + 1>(queue, xs, ys, out);
}

template <typename T>
std::vector<ulp::worst> measure(sycl::queue &queue, const char *type,
                                std::vector<std::string> &wrong) {
  constexpr std::size_t count = ulp::row_count * ulp::samples;
  T *xs = sycl::malloc_shared<T>(count, queue);
  T *ys = sycl::malloc_shared<T>(count, queue);
  T *out = sycl::malloc_shared<T>(count, queue);
  ulp::fill_all(xs, ys);
  launch<T, 0>(queue, xs, ys, out);
  const auto whose =
      queue.get_device().get_backend() == sycl::backend::opencl
          ? ulp::library::driver
          : ulp::library::own;
  std::vector<ulp::worst> result =
      ulp::check_all(xs, ys, out, whose, type, wrong);
  for (T *memory : {xs, ys, out})
    sycl::free(memory, queue);
  return result;
}

int report(const sycl::device &device) {
  sycl::queue queue(device);
  ulp::results all;
  all.singles = measure<float>(queue, "float", all.wrong);
  if (device.has(sycl::aspect::fp64))
    all.doubles = measure<double>(queue, "double", all.wrong);
  if (device.has(sycl::aspect::fp16))
    all.halves = measure<sycl::half>(queue, "half", all.wrong);
  return ulp::print_table(
      device.get_info<sycl::info::device::name>().c_str(), all);
}

} // namespace

int main() {
  int devices = 0, beyond = 0;
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    for (const sycl::device &device : platform.get_devices()) {
      ++devices;
      try {
        beyond += report(device);
      } catch (const sycl::exception &e) {
        // A machine may have devices this program has nothing to say about.
        if (e.code() == sycl::errc::kernel_not_supported ||
            !device.has(sycl::aspect::usm_shared_allocations)) {
          std::printf("\nskipped: %s\n\n", e.what());
          continue;
        }
        std::printf("\nFAILED: %s\n", e.what());
        ++beyond;
      }
    }
  if (devices == 0) {
    std::printf("no device\n");
    return 2;
  }
  return beyond == 0 ? 0 : 1;
}
