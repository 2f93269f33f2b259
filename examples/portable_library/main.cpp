// A program whose author only calls a library function. Which of its ways the
// function took is printed for each device: half precision where devices have
// it, a way of their own on two GPUs, and plain code anywhere else.
//
// A device for which the program has no code is no failure: its line says why.
// Exits with 1 if a device computed wrong numbers or failed, or none ran.

#include "examples/portable_library/library/scale.hpp"

#include <sycl/sycl.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

namespace {

constexpr std::size_t size = 96;

const char *text_of(portable::way taken) {
  switch (taken) {
  case portable::way::generic:
    return "generic code";
  case portable::way::half:
    return "half precision";
  case portable::way::pvc:
    return "the way of intel_gpu_pvc";
  case portable::way::sm_90:
    return "the way of nvidia_gpu_sm_90";
  }
  return "NO WAY AT ALL";
}

/// Returns what to print.
std::string run(const sycl::device &device, bool &failed) {
  sycl::queue queue(device);
  float values[size];
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<float>(i);
  portable::way taken{};
  {
    sycl::buffer<float> buffer(values, size);
    sycl::buffer<portable::way> way_buffer(&taken, 1);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor inout(buffer, handler, sycl::read_write);
      sycl::accessor way_out(way_buffer, handler, sycl::write_only);
      handler.single_task<class Halve>([=] {
        way_out[0] = portable::halve(&inout[0], size);
      });
    });
    queue.wait_and_throw();
  }
  for (std::size_t i = 0; i < size; ++i)
    if (values[i] != static_cast<float>(i) / 2) {
      failed = true;
      return std::string("WRONG NUMBERS by ") + text_of(taken);
    }
  return text_of(taken);
}

} // namespace

int main() {
  bool failed = false;
  bool any = false;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::string text;
    try {
      text = run(device, failed);
      any = true;
    } catch (const sycl::exception &e) {
      bool no_code = e.code() == sycl::errc::kernel_not_supported;
      text = std::string(no_code ? "no code for it: " : "ERROR: ") + e.what();
      failed |= !no_code;
    }
    std::cout << device.get_info<sycl::info::device::name>() << " ("
              << device.get_platform().get_info<sycl::info::platform::name>()
              << "): " << text << "\n";
  }
  return failed || !any ? 1 : 0;
}
