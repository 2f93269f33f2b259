// Each kernel on each device: it runs and computes what it should, or its
// submission throws errc::kernel_not_supported at once and for a reason. Which of
// the two, the host says from the device's aspects and sizes.
//
// Prints what happened, for a comparison of strategies.
#include "testing/optional_features/kernels.hpp"

#include <cstdio>
#include <exception>
#include <string>

namespace {

bool check(sycl::queue &queue, const test_case &test, int *out) {
  const sycl::device device = queue.get_device();
  const bool expected = test.is_supported(device);
  std::string outcome;
  bool right = false;
  try {
    test.run(queue, out);
    queue.wait_and_throw();
    outcome = "runs, " + std::to_string(*out);
    right = expected && *out == 7;
  } catch (const sycl::exception &e) {
    outcome = e.what();
    right = !expected && e.code() == sycl::errc::kernel_not_supported &&
            outcome.find('\n') != std::string::npos;
  } catch (const std::exception &e) {
    outcome = std::string("NO SYCL EXCEPTION: ") + e.what();
  }
  if (sycl::is_compatible({test.kernel}, device) != expected) {
    outcome += "\nBUT is_compatible SAYS OTHERWISE";
    right = false;
  }
  std::printf("  %s: %s%s\n", test.name, outcome.c_str(),
              right ? "" : "\nWRONG");
  return right;
}

} // namespace

int main() {
  bool right = true;
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::printf("%s (%s)\n",
                device.get_info<sycl::info::device::name>().c_str(),
                device.get_platform()
                    .get_info<sycl::info::platform::name>()
                    .c_str());
    sycl::queue queue(device);
    int *out = sycl::malloc_shared<int>(8, queue);
    for (const test_case &test : test_cases()) {
      for (int i = 0; i < 8; ++i)
        out[i] = 0;
      right &= check(queue, test, out);
    }
    sycl::free(out, queue);
    ++devices;
  }
  std::printf("%d devices\n", devices);
  return right && devices >= 2 ? 0 : 1;
}
