// What exists here of Intel's FPGA extensions: the selectors, and fpga_reg,
// which has no meaning outside of FPGAs. Pipes and load-store units are declared
// and refused where they are used.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>
#include <sycl/ext/intel/fpga_device_selector.hpp>
#include <sycl/ext/intel/usm_pointers.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {

/// A hint to put a register here.
template <typename T> __SYCL_ALWAYS_INLINE T fpga_reg(const T &value) {
  return value;
}

/// What connects kernels of an FPGA.
template <typename Name, typename T, std::int32_t MinCapacity = 0,
          typename... Properties>
class pipe {
  static_assert(!std::is_same_v<T, T>,
                "pipe (sycl_ext_intel_dataflow_pipes) is not supported: there "
                "are no targets for FPGAs; pass data through a buffer or USM");
};
template <typename... Properties> class lsu {
  static_assert(!std::is_same_v<lsu, lsu>,
                "lsu (sycl_ext_intel_fpga_lsu) is not supported: there are no "
                "targets for FPGAs; use the pointer itself");
};

namespace experimental {
using ext::intel::pipe;
} // namespace experimental

} // namespace ext::intel
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
