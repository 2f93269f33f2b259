// Selectors of FPGA boards and their emulator (Intel's FPGA extension). Without
// such a platform they accept no device.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/device.hpp>
#include <sycl/platform.hpp>

#include <string>

namespace sycl {
inline namespace _V1 {
namespace detail {
inline int rate_fpga(const device &dev, const char *platform_name) {
  return dev.get_platform().get_info<info::platform::name>() == platform_name
             ? 10000
             : -1;
}
} // namespace detail

namespace ext::intel {

inline int fpga_selector_v(const device &dev) {
  return sycl::detail::rate_fpga(dev, "Intel(R) FPGA SDK for OpenCL(TM)");
}
inline int fpga_emulator_selector_v(const device &dev) {
  return sycl::detail::rate_fpga(
      dev, "Intel(R) FPGA Emulation Platform for OpenCL(TM)");
}
/// A simulator presents itself as a board.
inline int fpga_simulator_selector_v(const device &dev) {
  return fpga_selector_v(dev);
}

struct fpga_selector {
  int operator()(const device &dev) const { return fpga_selector_v(dev); }
};
struct fpga_emulator_selector {
  int operator()(const device &dev) const {
    return fpga_emulator_selector_v(dev);
  }
};

} // namespace ext::intel
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
