// A device of the user's own, emulated: my_devices.toml says what it has.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;

class Plain;
class Double;
class Wide;

int failures = 0;
void expect(bool holds, const char *what) {
  if (holds)
    return;
  ++failures;
  std::printf("FAILED: %s\n", what);
}

template <typename F> std::string refusal(F submit) {
  try {
    submit();
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::kernel_not_supported ? e.what() : "another";
  }
  return "";
}

int main() {
  const std::vector<sycl::device> devices = sycl::device::get_devices();
  expect(devices.size() == 1, "one device");
  const sycl::device device(sycl::aspect_selector(sycl::aspect::emulated));
  using namespace sycl::info::device;
  expect(device.get_info<name>().find("Emulated my_cpu on ") == 0, "name");
  expect(device.is_cpu() && !device.is_gpu(), "is_cpu");
  expect(!device.has(sycl::aspect::fp64) && !device.has(sycl::aspect::fp16),
         "aspects");
  expect(device.has(sycl::aspect::usm_shared_allocations), "usm");
  expect(device.get_info<sub_group_sizes>() == std::vector<std::size_t>{8},
         "sub_group_sizes");
  expect(device.get_info<max_work_group_size>() == 1024,
         "max_work_group_size");
  expect(device.get_info<local_mem_size>() == 65536, "local_mem_size");
  expect(device.get_info<ex::info::device::architecture>() ==
             ex::architecture::unknown,
         "architecture");

  sycl::queue q(device);
  int *value = sycl::malloc_shared<int>(2, q);
  value[0] = value[1] = 0;
  q.single_task<Plain>([=] {
     value[0] = 7;
     ex::if_device_has<sycl::aspect::fp64>([=] {
       value[1] = static_cast<int>(value[0] * 0.5);
     }).otherwise([=] { value[1] = 42; });
   }).wait();
  expect(value[0] == 7, "a kernel");
  expect(value[1] == 42, "a condition");
  const std::string text = refusal([&] {
    q.single_task<Double>([=] { value[0] = static_cast<int>(value[0] * 0.5); });
  });
  expect(text.find("aspect::fp64") != text.npos, "a refusal");
  expect(text.find("my_cpu") != text.npos, "whose it is");
  const std::string wide = refusal([&] {
    q.parallel_for<Wide>(sycl::nd_range<1>(16, 16),
                         [=](sycl::nd_item<1>)
                             [[sycl::reqd_sub_group_size(16)]] {});
  });
  expect(wide.find("sub-group size of '16'") != wide.npos, "a sub-group size");
  sycl::free(value, q);
  return failures != 0;
}
