// sycl_ext_intel_device_info: what devices of Intel say of themselves. Each
// descriptor has an aspect; asking a device without it throws
// errc::feature_not_supported.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/detail/defines.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace sycl {
inline namespace _V1 {

// Name, type of the value, aspect.
#define __SYCL_INTEL_DEVICE_INFO(X)                                            \
  X(device_id, std::uint32_t, ext_intel_device_id)                             \
  X(uuid, uuid_type, ext_intel_device_info_uuid)                               \
  X(pci_address, std::string, ext_intel_pci_address)                           \
  X(gpu_eu_simd_width, std::uint32_t, ext_intel_gpu_eu_simd_width)             \
  X(gpu_eu_count, std::uint32_t, ext_intel_gpu_eu_count)                       \
  X(gpu_slices, std::uint32_t, ext_intel_gpu_slices)                           \
  X(gpu_subslices_per_slice, std::uint32_t, ext_intel_gpu_subslices_per_slice) \
  X(gpu_eu_count_per_subslice, std::uint32_t,                                  \
    ext_intel_gpu_eu_count_per_subslice)                                       \
  X(gpu_hw_threads_per_eu, std::uint32_t, ext_intel_gpu_hw_threads_per_eu)     \
  X(max_mem_bandwidth, std::uint64_t, ext_intel_max_mem_bandwidth)             \
  X(free_memory, std::uint64_t, ext_intel_free_memory)                         \
  X(memory_clock_rate, std::uint32_t, ext_intel_memory_clock_rate)             \
  X(memory_bus_width, std::uint32_t, ext_intel_memory_bus_width)

namespace ext::intel::info::device {
using uuid_type = std::array<unsigned char, 16>;
#define __SYCL_DESCRIPTOR(NAME, TYPE, ASPECT)                                  \
  struct NAME {                                                                \
    using return_type = TYPE;                                                  \
  };
__SYCL_INTEL_DEVICE_INFO(__SYCL_DESCRIPTOR)
#undef __SYCL_DESCRIPTOR
} // namespace ext::intel::info::device

// The names of the first version.
namespace info::device {
#define __SYCL_DESCRIPTOR(NAME)                                                \
  struct ext_intel_##NAME : ext::intel::info::device::NAME {};
__SYCL_DESCRIPTOR(pci_address)
__SYCL_DESCRIPTOR(gpu_eu_simd_width)
__SYCL_DESCRIPTOR(gpu_eu_count)
__SYCL_DESCRIPTOR(gpu_slices)
__SYCL_DESCRIPTOR(gpu_subslices_per_slice)
__SYCL_DESCRIPTOR(gpu_eu_count_per_subslice)
__SYCL_DESCRIPTOR(gpu_hw_threads_per_eu)
__SYCL_DESCRIPTOR(max_mem_bandwidth)
#undef __SYCL_DESCRIPTOR
} // namespace info::device

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
