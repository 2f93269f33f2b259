// What exists here of Intel's FPGA extensions: the selectors, and fpga_reg,
// which has no meaning outside of FPGAs. There are no pipes and no load-store
// units.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>
#include <sycl/ext/intel/fpga_device_selector.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {

/// A hint to put a register here.
template <typename T> __SYCL_ALWAYS_INLINE T fpga_reg(const T &value) {
  return value;
}

} // namespace ext::intel
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
